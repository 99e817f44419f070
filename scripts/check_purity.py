"""Checks that the rules are pure: core, scarabya and scarab do no I/O and read no clock.

They may import each other (import-linter checks the direction) and the modules listed below, and
take randomness as an argument.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PURE_PACKAGES = ("core", "scarabya", "scarab")

# Computation only: none of these reaches a file, a socket, a clock or the system.
PURE_MODULES = frozenset(
    """
    __future__ abc array bisect collections contextlib copy dataclasses difflib enum fractions
    functools hashlib heapq itertools json math numbers operator random re string struct textwrap
    types typing unicodedata
    """.split()
)
IMPURE_CALLS = frozenset(
    "__import__ breakpoint compile eval exec exit input open print quit".split()
)


def problems(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and a message for everything in one module that is not pure."""
    # Without this import, `random` may be the name of an argument.
    has_random = any(
        isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names)
        for node in ast.walk(tree)
    )
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield from _import_problems(node.lineno, alias.name)
                    if alias.name == "random" and alias.asname:
                        yield node.lineno, "imports random under another name"
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from _import_problems(node.lineno, module or "")
                if module == "random":
                    for alias in names:
                        yield from _random_problems(node.lineno, alias.name)
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if has_random:
                yield from _random_problems(node.lineno, name)
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield node.lineno, f"calls {name}()"
            case ast.Call(
                func=ast.Name(id="Random") | ast.Attribute(attr="Random"), args=[], keywords=[]
            ):
                yield node.lineno, "creates a Random without a seed"


def _import_problems(line: int, module: str) -> Iterator[tuple[int, str]]:
    top = module.partition(".")[0]
    if top != "kheper" and top not in PURE_MODULES:
        yield line, f"imports {module}, which is not in PURE_MODULES"


def _random_problems(line: int, name: str) -> Iterator[tuple[int, str]]:
    if name != "Random":
        yield line, f"uses random.{name}: take a random.Random as an argument instead"


def main() -> int:
    found = 0
    for package in PURE_PACKAGES:
        for path in sorted((ROOT / "src/kheper" / package).rglob("*.py")):
            for line, sentence in sorted(problems(ast.parse(path.read_bytes()))):
                print(f"{path.relative_to(ROOT)}:{line}: {sentence}")
                found += 1
    if not found:
        print(f"{', '.join(PURE_PACKAGES)}: pure")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
