"""The page's modules import only what the contract allows, and the check that says so can fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.check_page_imports import WEB, imports, problems


def found(web: Path, **modules: str) -> list[str]:
    """Return what is wrong with a small page of modules, `/` written as `__` in their names."""
    for name, code in modules.items():
        path = web / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, "utf-8")
    return list(problems(web))


def test_the_page_keeps_its_contract() -> None:
    assert list(problems()) == []


@pytest.mark.parametrize(
    ("module", "code", "sentence"),
    [
        ("net__api", 'import "../ui/dom.js";', "net/api.js: may not import ui/dom.js"),
        (
            "ui__a",
            'import { s } from "../screens/b/c.js";',
            "ui/a.js: may not import screens/b/c.js",
        ),
        (
            "games__x__logic__a",
            'import {\n  d,\n} from "../../../ui/dom.js";',
            "games/x/logic/a.js: may not import ui/dom.js",
        ),
        (
            "games__x__logic__a",
            'export { d } from "../draw/d.js";',
            "games/x/logic/a.js: may not import games/x/draw/d.js",
        ),
        ("games__x__logic__a", "document.body", "games/x/logic/a.js: logic may not use document"),
        (
            "games__x__draw__a",
            'import "../../y/game.js";',
            "games/x/draw/a.js: may not import games/y/game.js",
        ),
        (
            "games__x__draw__a",
            'const c = () => import("../../../screens/b/c.js");',
            "games/x/draw/a.js: may not import screens/b/c.js",
        ),
        ("screens__a__a", 'import "../b/c.js";', "screens/a/a.js: may not import screens/b/c.js"),
        (
            "screens__a__a",
            'import "../../games/x/draw/d.js";',
            "screens/a/a.js: may not import games/x/draw/d.js",
        ),
        (
            "screens__a__a",
            'if (view.game === "y") open();',
            "screens/a/a.js: may not name the game y",
        ),
        ("ui__a", 'import "./b.js";', "ui/a.js: imports ui/b.js, which does not exist"),
        ("other__a", "", "other/a.js: no rule says what it may import"),
    ],
)
def test_what_is_not_allowed_is_found(
    tmp_path: Path, module: str, code: str, sentence: str
) -> None:
    present = {"ui__dom": "", "screens__b__c": "", "games__x__draw__d": "", "games__y__game": ""}
    assert found(tmp_path, **present, **{module: code}) == [sentence]


def test_what_is_allowed_and_what_is_no_import_is_left_alone(tmp_path: Path) -> None:
    code = '// import "../screens/b/c.js";\nexport const rows = [".a", "../screens/b/c.js"];'
    modules = {
        "net__api": "",
        "screens__b__c": 'import { h } from "../../ui/a.js";',
        "screens__room__room": 'import "../lobby/lobby.js";',
        "screens__lobby__lobby": "",
        "games__x__game": 'export const load = () => import("./draw/d.js");',
        "games__x__draw__d": "document.body",
    }
    assert found(tmp_path, ui__a=f'import "../net/api.js";\n{code}', **modules) == []


def test_what_the_home_page_needs_is_preloaded() -> None:
    needed: set[str] = set()
    waiting = ["main.js", "screens/home/home.js"]
    while waiting:
        module = waiting.pop()
        if module not in needed:
            needed.add(module)
            code = re.sub(r"/\*.*?\*/", "", (WEB / module).read_text("utf-8"), flags=re.S)
            waiting += imports(module, re.sub(r"\bimport\(", "", code))
    page = (WEB / "index.html").read_text("utf-8")
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert sorted(preloaded) == sorted(needed - {"main.js"})
