"""Who may speak to the server and how much; one test for each promise."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kheper.server.config import Settings
from kheper.server.http import connection, limits, sign_in
from kheper.server.live.messages import LONGEST_FRAME
from kheper.server.main import live_matches
from kheper.server.match import setup
from kheper.server.store import store_at
from tests.server.running_server import Person, RunningServer, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A running server."""
    async with running(tmp_path) as server:
        yield server


@asynccontextmanager
async def anonymous(server: RunningServer) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody whom the server does not know."""
    async with httpx.AsyncClient(base_url=server.address) as http:
        yield http


async def refusal(person: Person, **headers: str) -> int:
    """Return the status with which a socket is refused."""
    with pytest.raises(InvalidStatus) as caught:
        async with person.connect(**headers):
            pass
    return caught.value.response.status_code


# --- Host and Origin


async def test_a_host_that_is_not_ours_is_refused(server: RunningServer) -> None:
    async with server.person() as anna:
        for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", ""):
            answer = await anna.ask("GET", "/api/guest", headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (421, "other-host")
        for host in (f"localhost:{server.port}", "192.168.1.9:8200", "[::1]:8200", "LOCALHOST"):
            assert (await anna.ask("GET", "/api/guest", headers={"Host": host})).is_success
        assert await refusal(anna, Host="evil.example") == 421


async def test_a_name_that_was_given_is_ours(tmp_path: Path) -> None:
    async with (
        running(tmp_path, Settings(names=("play.example",))) as server,
        anonymous(server) as it,
    ):
        for host, status in (("play.example", 200), ("other.example", 421)):
            assert (await it.get("/healthz", headers={"Host": host})).status_code == status


async def test_pages_of_other_sites_may_change_nothing(server: RunningServer) -> None:
    elsewhere = ("https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", "file://")
    async with server.person() as anna:
        for origin in elsewhere:
            for method, path in (("POST", "/api/matches"), ("PATCH", "/api/guest")):
                answer = await anna.ask(method, path, json={}, headers={"Origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "other-origin")
            assert await refusal(anna, Origin=origin) == 403
        cross = {"Sec-Fetch-Site": "cross-site"}
        assert (await anna.ask("POST", "/api/guest/code", headers=cross)).status_code == 403
        own = {"Origin": server.address}
        assert (await anna.ask("POST", "/api/guest/code", headers=own)).status_code == 201
        async with anna.connect():
            pass


async def test_no_other_site_may_read_anything(server: RunningServer) -> None:
    async with server.person() as anna:
        answer = await anna.ask("GET", "/api/guest", headers={"Origin": "https://evil.example"})
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


async def test_a_form_of_another_site_cannot_be_taken_for_json(server: RunningServer) -> None:
    async with server.person() as anna:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            answer = await anna.ask(
                "POST", "/api/matches", content='{"game":"scarab"}', headers={"Content-Type": kind}
            )
            assert (answer.status_code, answer.json()["code"]) == (415, "no-json")


# --- tokens


async def test_a_token_has_128_bits_and_the_store_only_its_hash(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as anna:
        token = anna.token
        code = (await anna.post("/api/guest/code"))["code"]
        await anna.post("/api/matches", game="scarab")
    # 43 letters of 6 bits, drawn by the system.
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    assert len({sign_in.new_token() for _ in range(1000)}) == 1000
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert sign_in.token_hash(token) in written
    for secret in (token, code, code.partition("-")[2]):
        assert secret.encode() not in written


async def test_the_cookie_is_for_this_site_and_for_no_script(server: RunningServer) -> None:
    async with anonymous(server) as it:
        answer = await it.post("/api/guest", json={"name": "Anna"})
        parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
        assert {"httponly", "samesite=strict", "path=/"} <= set(parts)
        assert not [part for part in parts if part.startswith("domain")]
        token = it.cookies["kheper"]
        assert token not in answer.text
        assert token not in str(answer.url)


async def test_over_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    settings = Settings(proxies=("127.0.0.1",), names=("play.example",))
    async with running(tmp_path, settings) as server, anonymous(server) as it:
        headers = {"X-Forwarded-Proto": "https", "Host": "play.example"}
        answer = await it.post("/api/guest", json={"name": "Anna"}, headers=headers)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-kheper=")
        assert "secure" in cookie.lower().replace(" ", "").split(";")


async def test_a_token_in_a_url_or_a_header_opens_nothing(server: RunningServer) -> None:
    async with server.person() as anna, anonymous(server) as it:
        for query in (f"?kheper={anna.token}", f"?token={anna.token}"):
            assert (await it.get("/api/guest" + query)).status_code == 401
        for headers in ({"Authorization": f"Bearer {anna.token}"}, {"X-Token": anna.token}):
            assert (await it.get("/api/guest", headers=headers)).status_code == 401


async def test_who_is_no_guest_has_no_socket(server: RunningServer) -> None:
    async with server.person() as anna:
        assert await refusal(anna, Cookie="kheper=guessed") == 401


async def test_a_code_moves_a_guest_to_another_device_once(server: RunningServer) -> None:
    async with server.person() as anna, anonymous(server) as phone, anonymous(server) as thief:
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        code = (await anna.post("/api/guest/code"))["code"]
        assert re.fullmatch(r"[0-9a-f]+-[a-z2-9]{26}", code)
        taken = await phone.post("/api/guest/device", json={"code": code})
        assert taken.json() == {"name": "Anna"}
        assert phone.cookies["kheper"] != anna.token
        found = (await phone.get("/api/guest/matches")).json()["matches"]
        assert [each["match"] for each in found] == [match]
        again = await thief.post("/api/guest/device", json={"code": code})
        assert (again.status_code, again.json()["code"]) == (409, "bad-code")
        # A code is no token, and a token no code.
        cookie = {"Cookie": f"kheper={code}"}
        assert (await thief.get("/api/guest", headers=cookie)).status_code == 401
        swapped = await thief.post("/api/guest/device", json={"code": anna.token})
        assert swapped.json()["code"] == "bad-code"


async def test_of_many_devices_that_take_a_code_at_once_one_gets_it(server: RunningServer) -> None:
    async with server.person() as anna, anonymous(server) as http:
        code = (await anna.post("/api/guest/code"))["code"]
        takes = [http.post("/api/guest/device", json={"code": code}) for _ in range(8)]
        codes = sorted(answer.status_code for answer in await asyncio.gather(*takes))
        assert codes == [200] + [409] * 7


def test_a_code_counts_for_ten_minutes() -> None:
    code = sign_in.new_code(1_000_000)
    sign_in.check_code(code, 1_000_000 + 600_000)
    later, rest = code.partition("-")[0], code.partition("-")[2]
    for wrong, now in (
        (code, 1_601_000),
        (f"{int(later, 16) + 10_000:x}-{rest}", 1_000_000),
        ("", 0),
        ("x-y", 0),
    ):
        with pytest.raises(Exception, match="code"):
            sign_in.check_code(wrong, now)
    # Whoever changes the time has another code.
    assert sign_in.code_hash(code) != sign_in.code_hash(f"{int(later, 16) + 1:x}-{rest}")


def test_a_rooms_id_has_96_bits() -> None:
    letters = len(set("".join(setup.match_id(Random(seed)) for seed in range(200))))
    assert letters == 32
    assert 5 * len(setup.match_id(Random(1))) >= 96


def test_rooms_and_cards_are_drawn_by_the_system(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "kheper.db"))
    assert isinstance(
        live_matches(store_at(settings.database), settings).registry.rng, SystemRandom
    )


# --- what a browser is told


async def test_every_answer_forbids_inline_script(server: RunningServer) -> None:
    async with server.person() as anna:
        for path in ("/", "/api/guest", "/healthz", "/metrics", "/nothing", "/api/matches/x"):
            headers = (await anna.ask("GET", path)).headers
            policy = dict(
                part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
            )
            assert policy["default-src"] == "'none'"
            assert policy["script-src"] == policy["style-src"] == "'self'"
            assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert "server" not in headers


async def test_names_and_chat_are_text_and_never_markup(server: RunningServer) -> None:
    script = "<b>x</b>&\"'"
    async with server.person(script) as eve:
        match = (await eve.post("/api/matches", game="scarab", terms={"listed": True}))["match"]
        async with eve.at(match) as chair:
            assert (await chair.command("say", text=f"{script}\u202e\n<i>"))["type"] == "ack"
        for path in ("/api/guest", "/api/matches", f"/api/matches/{match}"):
            answer = await eve.ask("GET", path)
            assert answer.headers["content-type"] == "application/json"
            # It comes as it was written: the page that shows it as text has nothing to undo.
            assert answer.json() is not None
        view = await eve.get(f"/api/matches/{match}")
        assert view["host_name"] == script
        assert view["chat"][0][4] == f"{script} <i>"
        record = await eve.ask("GET", f"/api/matches/{match}/record")
        assert record.headers["content-type"].startswith(("text/plain", "application/json"))


# --- sizes, rates, quotas


async def test_a_frame_over_8_kb_is_refused(server: RunningServer) -> None:
    async with server.person() as anna:
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        for size, codes in (
            (LONGEST_FRAME + 1, ("too-long",)),
            (60_000, ("too-long",)),
            (500_000, (1009,)),
        ):
            async with anna.at(match) as chair:
                await chair.until(1)
                frame = '{"type":"ping","id":"1"}'
                await chair.link.send(frame + " " * (size - len(frame)))
                assert await ending(chair) in codes
        async with anna.at(match) as chair:
            await chair.link.send(frame + " " * (LONGEST_FRAME - len(frame)))
            while (await chair.next())["type"] != "pong":
                pass


async def ending(chair: Any) -> str | int:
    """Return the code of the bye, or that with which the connection was closed."""
    try:
        while (message := await chair.next())["type"] != "bye":
            pass
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else "nothing"
    return str(message["code"])


async def test_more_than_100_messages_in_20_seconds_are_refused(server: RunningServer) -> None:
    async with server.person() as anna:
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        async with anna.at(match) as chair:
            for number in range(100):
                await chair.send(type="ping", id=str(number))
            pongs = 0
            while (message := await chair.next())["type"] != "bye":
                pongs += message["type"] == "pong"
            # Those that still waited are not answered any more.
            assert message["code"] == "too-many"
            assert 80 < pongs < 100
            with pytest.raises(ConnectionClosed):
                await chair.next()


async def test_who_does_not_read_is_dropped(tmp_path: Path) -> None:
    async with running(tmp_path, Settings(messages=100_000)) as server, server.person() as anna:
        match = (await anna.post("/api/matches", game="scarabya"))["match"]
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        writer.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVBUF, 4096
        )
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {anna.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        writer.write(masked(f'{{"type":"hello","version":1,"match":"{match}"}}'))
        async with asyncio.timeout(30):
            while not server.live.figures()["connections"]:
                await asyncio.sleep(0.01)
            # It asks and asks, and reads nothing.
            look = masked('{"type":"look","id":"1"}')
            while server.live.figures()["connections"]:
                for _ in range(200):
                    writer.write(look)
                await asyncio.sleep(0.01)
        writer.transport.abort()
        # The others are as well as before.
        async with anna.at(match) as chair:
            await chair.until(1)


def masked(text: str) -> bytes:
    """Return a frame as a client sends it, with a mask of zeros."""
    body = text.encode()
    assert len(body) < 126
    return bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    settings = Settings(connections=3)
    async with (
        running(tmp_path, settings) as server,
        server.person() as anna,
        anna.connect(),
        anna.connect(),
    ):
        async with anna.connect():
            assert await refusal(anna) == 429
        # Who has gone makes room.
        async with asyncio.timeout(10):
            while True:
                try:
                    async with anna.connect():
                        break
                except InvalidStatus:
                    await asyncio.sleep(0.01)


async def test_an_address_has_so_many_connections_that_say_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, Settings(connections=5)) as server, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(wire(server)) for _ in range(5)]
        async with asyncio.timeout(10), wire(server) as (reader, writer):
            with contextlib.suppress(ConnectionError):
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert await reader.read(100) == b""
        for _, other in silent:
            other.transport.abort()
        # Who has gone makes room.
        async with asyncio.timeout(10), anonymous(server) as it:
            while True:
                try:
                    assert (await it.get("/healthz")).is_success
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.01)


@asynccontextmanager
async def wire(
    server: RunningServer,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which nothing has been said."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
async def test_a_head_that_does_not_end_is_given_up(
    head: bytes, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.2)
    async with asyncio.timeout(10), wire(server) as (reader, writer):
        writer.write(head)
        with contextlib.suppress(ConnectionError):
            assert await reader.read(100) == b""


async def test_a_head_is_bounded(server: RunningServer) -> None:
    sent = 0
    async with wire(server) as (_, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with contextlib.suppress(ConnectionError):
            while sent < 50_000_000:
                writer.write(b"X-More: " + b"x" * 10_000 + b"\r\n")
                await writer.drain()
                sent += 10_000
    assert sent < 50_000_000


async def test_an_address_makes_so_many_guests_matches_and_requests(tmp_path: Path) -> None:
    settings = Settings(guests=2, matches=3, records=1, requests=40)
    async with running(tmp_path, settings) as server, server.person() as anna:
        async with anonymous(server) as it:
            assert (await it.post("/api/guest", json={"name": "Ben"})).status_code == 201
            it.cookies.clear()
            refused = await it.post("/api/guest", json={"name": "Cleo"})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
        assert int(refused.headers["retry-after"]) > 60
        made = [await anna.ask("POST", "/api/matches", json={"game": "scarab"}) for _ in range(4)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        read = [await anna.ask("POST", "/api/records", json={"record": ""}) for _ in range(2)]
        assert [answer.status_code for answer in read] == [400, 429]
        began = monotonic()
        found = [(await anna.ask("GET", "/api/bots")).status_code for _ in range(60)]
        assert found[0] == 200
        assert set(found) == {200, 429}
        # One of the 40 a minute comes back every second and a half, be it for the last request.
        assert found.count(200) < 40 + (monotonic() - began) * 40 / 60


def test_quotas_are_for_a_household_and_forget_the_oldest() -> None:
    quota = limits.Quota(1, 60, lambda: 0.0)
    quota.MOST_ADDRESSES = 3
    assert [quota.wait(address) for address in "abcd"] == [0.0] * 4
    assert len(quota.left) == 3
    assert quota.wait("d") > 0
    scope = {"type": "http", "headers": []}
    two = [{**scope, "client": (f"2001:db8::{n}", 1)} for n in (1, 2)]
    mapped = {**scope, "client": ("::ffff:192.0.2.1", 1)}
    found = [limits.address_of(HTTPConnection(each)) for each in (*two, mapped)]
    assert found == ["2001:db8::/64"] * 2 + ["192.0.2.1"]


async def test_the_address_that_a_stranger_claims_is_not_believed(tmp_path: Path) -> None:
    async with (
        running(tmp_path, Settings(guests=1)) as server,
        server.person(),
        anonymous(server) as it,
    ):
        headers = {"X-Forwarded-For": "192.0.2.7"}
        refused = await it.post("/api/guest", json={"name": "Eve"}, headers=headers)
        assert refused.status_code == 429


async def test_uploads_are_bounded(server: RunningServer) -> None:
    async with server.person() as anna:
        too_long = await anna.ask("POST", "/api/records", json={"record": "x" * 16_385})
        assert too_long.status_code == 400
        too_large = await anna.ask("POST", "/api/records", json={"record": "x" * 70_000})
        assert (too_large.status_code, too_large.json()["code"]) == (413, "too-large")

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(1000):
                yield b"x" * 10_000

        # However it comes: no more is read than is allowed.
        try:
            answer = await anna.ask(
                *("POST", "/api/records"),
                content=endless(),
                headers={"Content-Type": "application/json"},
            )
        except httpx.TransportError:
            return  # the server has closed the connection
        assert answer.status_code == 413


async def test_a_body_that_does_not_come_is_given_up(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kheper.server.http import operations

    monkeypatch.setattr(operations, "BODY_SECONDS", 0.2)
    async with server.person() as anna:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            f"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nCookie: {anna.cookie}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode()
        )
        assert b" 408 " in await reader.readline()
        writer.close()
