"""Checks the shape of the source: short modules and functions, and one class for each name.

Compiled kernels and what they are made of are exempt from the limit on functions. Functions of the
page are found by their layout: they end at the first closing brace with their own indentation.

    python scripts/check_shape.py            fail if there are problems
    python scripts/check_shape.py --report   only print them
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/kheper"
MODULE_LINES = 450
FUNCTION_LINES = 60
KERNELS = frozenset({"kernel", "part", "intrinsic"})

# Names that several classes have, and why that helps the reader.
SHARED_NAMES = {
    "raw_env": "PettingZoo expects this name in the module of every environment",
}

JS_FUNCTION = re.compile(
    r"^(?P<indent> *)(?:export )?(?:default )?"
    r"(?:(?:async )?function\*? ?(?P<name>\w+)|(?:const|let) (?P<constant>\w+) = .*=>|"
    r"(?:static |async |get |set )*(?P<method>#?\w+)\().*\{$"
)
NOT_METHODS = frozenset({"if", "for", "while", "switch", "catch"})


def long_modules() -> Iterator[str]:
    """Yield a message for each module of the library and the page that is too long."""
    for path in _files("*.py", "*.js"):
        lines = path.read_text("utf-8").count("\n")
        if lines > MODULE_LINES:
            yield f"{_name(path)}: {lines} lines, at most {MODULE_LINES} are allowed"


def long_functions() -> Iterator[str]:
    """Yield a message for each function that is too long, unless it is a kernel."""
    for path in _files("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_kernel(node):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield from _function_problem(path, node.lineno, node.name, lines)
    for path in _files("*.js"):
        for line, name, lines in js_functions(path.read_text("utf-8")):
            yield from _function_problem(path, line, name, lines)


def js_functions(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield the first line, the name and the number of lines of each function."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = JS_FUNCTION.match(line)
        if found is None or found["method"] in NOT_METHODS:
            continue
        end = re.compile(rf"{found['indent']}\}}")
        last = next((n for n in range(number + 1, len(lines)) if end.match(lines[n])), number)
        name = found["name"] or found["constant"] or found["method"]
        yield number + 1, name, last - number + 1


def shared_names() -> Iterator[str]:
    """Yield a message for each name of several classes without a reason in SHARED_NAMES."""
    homes = defaultdict(list)
    for path in _files("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(f"{_name(path)}:{node.lineno}")
    for name, places in sorted(homes.items()):
        if len(places) > 1 and name not in SHARED_NAMES:
            yield f"class {name} is defined {len(places)} times: {', '.join(places)}"
    for name in SHARED_NAMES:
        if len(homes[name]) < 2:
            yield f"SHARED_NAMES has {name}, which is not defined more than once"


def _function_problem(path: Path, line: int, name: str, lines: int) -> Iterator[str]:
    if lines > FUNCTION_LINES:
        yield f"{_name(path)}:{line}: {name} has {lines} lines, at most {FUNCTION_LINES} allowed"


def _is_kernel(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    return any(isinstance(item, ast.Name) and item.id in KERNELS for item in calls)


def _files(*patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        yield from sorted(SOURCE.rglob(pattern))


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def main(*, enforce: bool) -> int:
    problems = [*long_modules(), *long_functions(), *shared_names()]
    for problem in problems:
        print(problem)
    if not problems:
        print("modules and functions are short, and class names unique")
    return min(len(problems), 1) if enforce else 0


if __name__ == "__main__":
    sys.exit(main(enforce="--report" not in sys.argv[1:]))
