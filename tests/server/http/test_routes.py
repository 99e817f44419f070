"""The HTTP API, over a real port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from msgspec.json import decode, encode

from kheper.bots import LEVELS
from kheper.server.config import Settings
from kheper.server.games.scarabya.tiles import tile_constants
from kheper.server.http.sign_in import token_hash
from kheper.server.match.phrases import PHRASES
from tests.server.running_server import RunningServer, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A running server."""
    async with running(tmp_path) as server:
        yield server


async def test_a_guest_has_a_name_and_may_change_it(server: RunningServer) -> None:
    async with server.person("  Anna\u202e ") as anna:
        assert await anna.get("/api/guest") == {"name": "Anna"}
        renamed = await anna.ask("PATCH", "/api/guest", json={"name": "Änne"})
        assert renamed.json() == {"name": "Änne"}
        assert await anna.get("/api/guest") == {"name": "Änne"}
        again = await anna.ask("POST", "/api/guest", json={"name": "Ben"})
        assert (again.status_code, again.json()["code"]) == (409, "guest-already")


async def test_who_signs_out_is_no_guest_on_this_device_any_more(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        code = (await anna.post("/api/guest/code"))["code"]
        async with httpx.AsyncClient(base_url=server.address) as other:
            answer = await other.post("/api/guest/device", json={"code": code})
            assert answer.json() == {"name": "Anna"}
            token = anna.token
            answer = await anna.ask("DELETE", "/api/guest")
            assert (answer.status_code, answer.content) == (204, b"")
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith('kheper="";')
            assert {"httponly", "max-age=0", "path=/", "samesite=strict"} <= {
                part.strip().lower() for part in cookie.split(";")
            }
            assert "kheper" not in anna.http.cookies
            assert await server.store.guest(token_hash(token)) is None
            for headers in ({}, {"Cookie": f"kheper={token}"}):
                gone = await anna.ask("GET", "/api/guest", headers=headers)
                assert (gone.status_code, gone.json()["code"]) == (401, "no-guest")
            again = await anna.ask("DELETE", "/api/guest")
            assert (again.status_code, again.json()["code"]) == (401, "no-guest")
            assert (await other.get("/api/guest")).json() == {"name": "Anna"}


async def test_another_site_cannot_sign_anybody_out(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        answer = await anna.ask("DELETE", "/api/guest", headers={"Origin": "http://evil.example"})
        assert answer.status_code == 403
        assert await anna.get("/api/guest") == {"name": "Anna"}


async def test_who_is_no_guest_is_told_so(server: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        for method, path in (
            ("GET", "/api/guest"),
            ("GET", "/api/guest/matches"),
            ("POST", "/api/guest/code"),
            ("DELETE", "/api/guest"),
        ):
            answer = await http.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == (401, "no-guest")


async def test_a_match_from_set_up_to_record(server: RunningServer) -> None:
    async with server.person("Anna") as anna, server.person("Ben") as ben:
        wish = {"game": "scarabya", "settings": {"mode": "duel"}, "terms": {"listed": True}}
        match = (await anna.post("/api/matches", **wish))["match"]
        offered = (await ben.get("/api/matches"))["matches"]
        assert [(each["match"], each["host"], each["you"]) for each in offered] == [
            (match, "Anna", [])
        ]
        assert (await ben.get(f"/api/matches/{match}"))["may"] == ["sit", "say"]
        assert (await ben.command(match, "start")).json()["code"] == "not-host"
        assert (await ben.command(match, "sit", seat=2)).status_code == 200
        assert (await anna.command(match, "start")).status_code == 200
        assert (await ben.get("/api/matches"))["matches"] == []
        view = await anna.get(f"/api/matches/{match}")
        assert (view["phase"], view["you"]) == ("running", [1])
        text = (await ben.ask("GET", f"/api/matches/{match}/record")).text
        assert '[Seat2 "Ben"]' in text
        history = (await ben.get("/api/guest/matches"))["matches"]
        assert [(each["match"], each["you"], each["state"]) for each in history] == [
            (match, [2], "running")
        ]
        read = await ben.post("/api/records", record=text)
        assert (read["game"], read["mode"], read["plays"]) == ("scarabya", "duel", [])
        taken_up = (await ben.post("/api/matches", record=text))["match"]
        assert (await ben.get(f"/api/matches/{taken_up}"))["mode"] == "duel"


async def test_lists_come_in_pages(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        made = [
            (await anna.post("/api/matches", game="scarab", terms={"listed": True}))["match"]
            for _ in range(5)
        ][::-1]
        page = (await anna.get("/api/matches?limit=2"))["matches"]
        assert [each["match"] for each in page] == made[:2]
        page = (await anna.get(f"/api/guest/matches?limit=2&before={made[1]}"))["matches"]
        assert [each["match"] for each in page] == made[2:4]
        for query in ("limit=0", "limit=x", "limit=1&limit=2", "other=1"):
            assert (await anna.ask("GET", f"/api/matches?{query}")).status_code == 400


async def test_a_match_that_is_not_listed_is_found_by_its_link_alone(server: RunningServer) -> None:
    async with server.person("Anna") as anna, server.person("Ben") as ben:
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        assert (await ben.get("/api/matches"))["matches"] == []
        assert (await ben.get(f"/api/matches/{match}"))["match"] == match


async def test_where_nobody_watches_http_shows_nothing(server: RunningServer) -> None:
    async with server.person("Anna") as anna, server.person("Eve") as eve:
        wish = {"game": "scarab", "seats": [{"occupant": "here"}] * 2, "start": True}
        match = (await anna.post("/api/matches", **wish, terms={"watchers": "none"}))["match"]
        for path in (f"/api/matches/{match}", f"/api/matches/{match}/record"):
            answer = await eve.ask("GET", path)
            assert (answer.status_code, answer.json()["code"]) == (403, "watching")
            assert (await anna.ask("GET", path)).status_code == 200


async def test_what_makes_no_sense_is_refused_with_a_code(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        for body, status, code in (
            ({"game": "chess"}, 400, "no-game"),
            ({"game": "scarab", "settings": {"size": "9"}}, 400, "bad-option"),
            ({"game": "scarab", "colour": "red"}, 400, "unreadable"),
            ({"record": "[Game"}, 400, "unreadable"),
        ):
            answer = await anna.ask("POST", "/api/matches", json=body)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        answer = await anna.ask("GET", f"/api/matches/{'a' * 26}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-match")
        answer = await anna.ask("POST", "/api/records", json={"record": '[Game "Go"]\n'})
        assert (answer.status_code, answer.json()["code"]) == (400, "no-game")
        assert (await anna.ask("DELETE", "/api/matches")).json()["code"] == "no-method"
        assert (await anna.ask("GET", "/api/nothing")).json()["code"] == "no-page"


async def test_settings_are_looked_at_and_nothing_is_set_up(server: RunningServer) -> None:
    """SY-O5: what is odd about a site is told; what makes no game is refused."""
    bare = "/".join(["." * 10] * 10)
    async with server.person("Anna") as anna:
        for game, settings, code, odd in (
            ("scarab", {"size": "8"}, None, False),
            ("scarab", {"size": "9"}, "bad-option", False),
            ("scarabya", {"mode": "solo", "site": bare}, None, True),
            ("scarabya", {"mode": "solo", "site": "s"}, "unreadable", False),
            ("scarabya", {"mode": "chess"}, "bad-option", False),
            ("chess", {}, "no-game", False),
        ):
            told = await anna.post("/api/settings", game=game, settings=settings)
            assert (told["refused"] or {}).get("code") == code, told
            assert bool(told["warnings"]) == odd
        assert (await anna.get("/api/guest/matches"))["matches"] == []


async def test_bots_tiles_and_the_document(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        levels = (await anna.get("/api/bots"))["levels"]
        assert [each["level"] for each in levels] == list(LEVELS)
        assert all(each["name"] and each["character"] for each in levels)
        constants = await anna.get("/api/tiles")
        assert constants == {**decode(encode(tile_constants())), "phrases": list(PHRASES)}
        document = await anna.get("/api/openapi.json")
        assert document["openapi"] == "3.1.0"


async def test_without_a_page_the_root_says_where_the_api_is(tmp_path: Path) -> None:
    settings = Settings(web=str(tmp_path))
    async with running(tmp_path, settings) as server, server.person("Anna") as anna:
        assert "/api/openapi.json" in (await anna.ask("GET", "/")).text


async def test_what_the_store_cannot_do_is_told_as_it_is(server: RunningServer) -> None:
    async with server.person("Anna") as anna:
        await server.store.close()
        for method, path, word in (
            ("GET", "/api/matches", "read"),
            ("POST", "/api/matches", "write"),
        ):
            refused = await anna.ask(method, path, json={"game": "scarab"})
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert f"cannot {word} at the moment" in refused.json()["sentence"]
