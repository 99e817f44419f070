"""The page's files, and the QR code of a table, over a real port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
import segno

from kheper.server.http import qr
from tests.server.running_server import RunningServer, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A running server."""
    async with running(tmp_path) as server:
        yield server


@pytest.mark.parametrize(
    ("path", "medium"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/styles/base.css", "text/css; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/locales/en/page.json", "application/json"),
        ("/icon.svg", "image/svg+xml"),
    ],
)
async def test_files_have_their_medium_and_are_asked_for_again(
    server: RunningServer, path: str, medium: str
) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        first = await http.get(path)
        assert (first.status_code, first.headers["content-type"]) == (200, medium)
        assert first.headers["cache-control"] == "no-cache"
        known = {"if-none-match": first.headers["etag"]}
        again = await http.get(path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == "no-cache"


async def test_files_are_sent_small_to_who_can_read_that(server: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        answer = await http.get("/styles/base.css", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"].lower() == "accept-encoding"
        plain = await http.get("/styles/base.css", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert answer.text == plain.text


async def test_what_is_not_there_is_refused_as_everywhere(server: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        answer = await http.get("/nothing.js")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-page")


async def test_a_qr_code_holds_the_link_to_the_table(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        answer = await anna.ask("GET", f"/api/matches/{match}/qr.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.text == qr.drawn(f"{server.address}/#t/{match}")
        taking = await anna.ask("GET", f"/api/matches/{match}/qr.svg?code=a-code_of-16-signs")
        assert taking.text == qr.drawn(f"{server.address}/#t/{match}/a-code_of-16-signs")


async def test_a_qr_code_is_refused_for_no_table_and_for_a_code_that_is_none(
    server: RunningServer,
) -> None:
    async with server.person("Anna") as anna:
        answer = await anna.ask("GET", f"/api/matches/{'a' * 26}/qr.svg")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-match")
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        for code in ("<svg>", "a" * 65, "a/b"):
            answer = await anna.http.get(f"/api/matches/{match}/qr.svg", params={"code": code})
            assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_the_picture_is_the_code_square_by_square() -> None:
    link = "http://127.0.0.1:8200/#t/abc"
    picture = ElementTree.fromstring(qr.drawn(link))
    side = len(segno.make_qr(link, error="m").matrix) + 8
    assert picture.get("viewBox") == f"0 0 {side} {side}"
    assert picture.get("width") is None
