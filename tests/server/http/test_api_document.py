"""docs/api.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import fields

from kheper.server.config import Settings
from kheper.server.http import operations, sign_in
from kheper.server.http.routes import OPERATIONS

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")


def test_every_operation_is_told() -> None:
    told = re.findall(r"\| `([A-Z]+) (\S+)` \| (\w+) \| (.+?) \|", PAGE)
    assert told == [
        (each.method, each.path, "guests" if each.guests else "anybody", each.summary)
        for each in OPERATIONS
    ]


def test_every_setting_is_told_with_its_default() -> None:
    told = set(re.findall(r"`KHEPER_([A-Z_]+)`", PAGE))
    assert told == {field.name.upper() for field in fields(Settings)}
    settings = Settings()
    for name in ("connections", "requests", "guests", "matches", "records"):
        assert f"| {getattr(settings, name):,} | `KHEPER_{name.upper()}` |" in PAGE
    assert f"| {settings.port}; 0 is any free port |" in PAGE
    assert settings.host in PAGE


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"{operations.LONGEST_BODY:,} bytes" in PAGE
    assert operations.BODY_SECONDS == 10
    assert sign_in.CODE_SECONDS == 600


def test_the_codes_of_http_are_told() -> None:
    told = {code: int(status) for status, code in re.findall(r"\| (\d{3}) \| `([a-z-]+)` \|", PAGE)}
    for code, status in told.items():
        assert operations._STATUS.get(code, status) == status
