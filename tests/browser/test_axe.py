"""axe-core finds nothing serious on any screen, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.screens import SCREENS, screens
from tests.browser.visitor import Visitor

AXE = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"
LOOK = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, impact, help, nodes}) => `${impact} ${id}: ${help}: `
        + nodes.map(({target}) => target.join(" ")).join(", "))"""
NAMES = list(SCREENS)
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
# A language for each part; where words are long a screen is first too wide for a phone.
LOCALES = ["en-GB", "de-DE", "ru-RU", "fr-FR"]
PHONE, DESK = (ViewportSize(width=width, height=740) for width in (360, 1280))
WIDTH = "document.documentElement.scrollWidth"


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here: `make check` installs it")
@pytest.mark.parametrize("part", range(len(LOCALES)))
def test_no_serious_violation_on_any_screen(visit: Callable[..., Visitor], part: int) -> None:
    visitor = visit(LOCALES[part], reduced_motion="reduce")
    found: list[str] = []
    for name in screens(visitor, NAMES[part :: len(LOCALES)]):
        visitor.page.evaluate(AXE.read_text("utf-8"))
        for scheme in SCHEMES:
            visitor.page.emulate_media(color_scheme=scheme)
            found += [f"{name}, {scheme}: {each}" for each in visitor.page.evaluate(LOOK)]
        visitor.page.set_viewport_size(PHONE)
        if (wide := visitor.page.evaluate(WIDTH)) > PHONE["width"]:
            found.append(f"{name}, {LOCALES[part]}: {wide} pixels wide on a phone of 360")
        visitor.page.set_viewport_size(DESK)
    assert not found, "\n".join(found)
