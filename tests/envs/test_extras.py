"""The extras are optional: nothing but their own adapter imports them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest

EXTRAS = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "PIL", "resvg_py", "ray")
ALL_BUT_THE_ADAPTERS = """
import sys
from importlib import import_module
from pathlib import Path
import kheper
package = Path(kheper.__file__).parent
adapters = [package / "envs" / name for name in ("gymnasium", "pettingzoo", "openspiel")]
adapters.append(package / "runners" / "ray_cluster.py")
for file in package.rglob("*.py"):
    if file.name != "__main__.py" and not any(file.is_relative_to(folder) for folder in adapters):
        parts = file.relative_to(package.parent).with_suffix("").parts
        import_module(".".join(parts).removesuffix(".__init__"))
print(*sorted(set(sys.modules) & set(sys.argv[1:])))
"""


def test_without_the_extras_everything_else_is_as_before() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALL_BUT_THE_ADAPTERS, *EXTRAS],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == []


def test_importing_the_adapters_compiles_nothing_and_does_not_import_numba() -> None:
    pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")
    code = "import sys, kheper.envs.gymnasium; print('numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_the_extras_are_named_in_the_package() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"gymnasium", "pettingzoo", "openspiel"} <= set(project["optional-dependencies"])
    needed = [line for line in requires("kheper") or () if "extra ==" not in line]
    assert not any(line.startswith(("gymnasium", "pettingzoo", "open")) for line in needed)
