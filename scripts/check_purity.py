"""Checks that the rules stay pure: core, scarabya and scarab compute, and nothing else.

They may import each other (who may import whom is import-linter's business) and the modules
named below. They open and print nothing, read no clock, and take randomness as an argument.
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
    """Yields the line and the sentence for everything in one module that is not pure."""
    # Without this import, `random` is a good name for an argument.
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
                yield node.lineno, "makes a Random without a seed"


def _import_problems(line: int, module: str) -> Iterator[tuple[int, str]]:
    top = module.partition(".")[0]
    if top != "kheper" and top not in PURE_MODULES:
        yield line, f"imports {module}, which is not among the pure modules"


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
