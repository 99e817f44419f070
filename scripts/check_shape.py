"""Checks the shape of the source: short modules and functions, and one class for each name.

Compiled kernels and what they are made of are exempt from the limit on functions. The page has a
check of its own, check_page_sizes.js.

    python scripts/check_shape.py
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/kheper"
MODULE_LINES = 450
FUNCTION_LINES = 60
KERNELS = frozenset({"kernel", "lazy_kernel", "part"})

# Names that several classes have, and why that helps the reader.
SHARED_NAMES = {
    "raw_env": "PettingZoo expects this name in the module of every environment",
}


def long_modules() -> Iterator[str]:
    """Yield a message for each module that is too long."""
    for path in _files():
        lines = path.read_text("utf-8").count("\n")
        if lines > MODULE_LINES:
            yield f"{_name(path)}: {lines} lines, at most {MODULE_LINES}"


def long_functions() -> Iterator[str]:
    """Yield a message for each function that is too long, unless it is a kernel."""
    for path in _files():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_kernel(node):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    place = f"{_name(path)}:{node.lineno}"
                    yield f"{place}: {node.name} has {lines} lines, at most {FUNCTION_LINES}"


def shared_names() -> Iterator[str]:
    """Yield a message for each name of several classes without a reason in SHARED_NAMES."""
    homes = defaultdict(list)
    for path in _files():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(f"{_name(path)}:{node.lineno}")
    for name, places in sorted(homes.items()):
        if len(places) > 1 and name not in SHARED_NAMES:
            yield f"class {name} is defined {len(places)} times: {', '.join(places)}"
    for name in SHARED_NAMES:
        if len(homes[name]) < 2:
            yield f"SHARED_NAMES has {name}, which is not defined more than once"


def _is_kernel(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    return any(isinstance(item, ast.Name) and item.id in KERNELS for item in calls)


def _files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def main() -> int:
    problems = [*long_modules(), *long_functions(), *shared_names()]
    for problem in problems:
        print(problem)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
