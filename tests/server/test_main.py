"""`kheper serve` as people run it: a process that starts, serves, and ends when it is told to."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.postgres import Cluster

KHEPER = [sys.executable, "-m", "kheper"]
PATIENCE = 60


@contextlib.contextmanager
def kheper(
    *arguments: str, folder: Path, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command until the end of the block; yields it and the address that it prints."""
    given = {name: value for name, value in os.environ.items() if "KHEPER" not in name}
    log = (folder / "log").open("w+")
    process = subprocess.Popen(
        [*KHEPER, *arguments],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env=given | {"XDG_DATA_HOME": str(folder)} | environment,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, (folder / "log").read_text()
        yield process, found[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
        log.close()


def log_lines(folder: Path) -> list[dict[str, object]]:
    """Return what was logged; every line is a JSON object."""
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


@pytest.mark.parametrize("how", [["serve", "--port", "0"], ["serve", "--port", "0", "--no-open"]])
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_it_starts_serves_and_ends(how: list[str], end: signal.Signals, tmp_path: Path) -> None:
    with kheper(*how, folder=tmp_path) as (process, address):
        assert httpx.get(address + "healthz").json() == {"status": "ok"}
        with httpx.Client(base_url=address) as http:
            http.post("/api/guest", json={"name": "Anna"}).raise_for_status()
            made = http.post("/api/matches", json={"game": "scarab"}).raise_for_status().json()
            cookie = f"kheper={http.cookies['kheper']}"
        match = made["match"]
        with connect(
            address.replace("http", "ws") + "api/socket",
            additional_headers={"Cookie": cookie},
            proxy=None,
        ) as link:
            link.send(json.dumps({"type": "hello", "version": 1, "match": match}))
            assert json.loads(link.recv(PATIENCE))["type"] == "welcome"
            process.send_signal(end)
            while (last := json.loads(link.recv(PATIENCE)))["type"] != "bye":
                pass
            assert last["code"] == "shutdown"
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert process.wait(PATIENCE) == 0
    assert (tmp_path / "kheper" / "kheper.db").exists()
    lines = log_lines(tmp_path)
    assert {"make_guest", "create_match"} <= {line.get("operation") for line in lines}
    assert (lines[0]["event"], lines[-1]["event"]) == ("server started", "server stopped")
    told = (tmp_path / "log").read_text()
    for secret in (match, cookie.partition("=")[2], "Traceback", "Anna"):
        assert secret not in told


def test_files_of_the_page_are_not_logged(tmp_path: Path) -> None:
    with kheper("serve", "--port", "0", folder=tmp_path) as (process, address):
        with httpx.Client(base_url=address) as http:
            for path in ("/", "/main.js", "/styles/base.css", "/nothing.js"):
                http.get(path)
            http.get("/api/guest")
            http.get("/api/nothing")
            counts = http.get("/metrics").text
        process.terminate()
        assert process.wait(PATIENCE) == 0
    logged = [line["operation"] for line in log_lines(tmp_path) if line["event"] == "request"]
    assert logged == ["show_guest", "other"]
    assert 'kheper_requests_total{operation="page",status="200"} 3.0' in counts


def on_a_terminal(*arguments: str, folder: Path, asks: str) -> str:
    """Return what somebody at a terminal sees, from the start to Ctrl-C."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        process = subprocess.Popen(
            [*KHEPER, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"XDG_DATA_HOME": str(folder)},
            start_new_session=True,
        )
        os.close(theirs)
        seen = b""
        asked = False
        try:
            # On Linux a terminal that nobody has open any more is an I/O error.
            with contextlib.suppress(OSError):
                while more := screen.read(4096):
                    seen += more
                    if not asked and b"server started" in seen:
                        asked = True
                        found = re.search(rb"http://\S+/", seen)
                        assert found
                        for path in ("", "main.js", "api/bots", asks):
                            httpx.get(found[0].decode() + path)
                        process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            process.wait()
    return seen.decode().replace("\r\n", "\n")


def test_on_a_terminal_it_says_what_to_do_and_little_else(tmp_path: Path) -> None:
    told = on_a_terminal("serve", "--port", "0", "--no-open", folder=tmp_path, asks="api/guest")
    first, *lines = told.splitlines()
    assert re.fullmatch(r"Kheper is at http://127\.0\.0\.1:\d+/", first)
    for words in ("--host 0.0.0.0", "QR code", "Ctrl-C"):
        assert any(words in line for line in lines), told
    # After that, only that it started and stopped.
    assert [line.partition(" ")[2].partition(" (")[0] for line in lines[-2:]] == [
        "server started",
        "server stopped",
    ]
    assert len(lines) < 8
    assert "{" not in told


def test_on_a_network_it_says_where_others_find_it(tmp_path: Path) -> None:
    how = ["serve", "--port", "0", "--no-open", "--host", "0.0.0.0"]
    told = on_a_terminal(*how, folder=tmp_path, asks="healthz")
    found = re.search(r"Others in your network: http://(\S+):(\d+)/", told)
    assert found, told
    assert f"http://127.0.0.1:{found[2]}/" in told.splitlines()[0]


def test_plain_kheper_serves_as_the_environment_says(tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.db"
    with kheper(
        folder=tmp_path, KHEPER_PORT="0", KHEPER_HOST="localhost", KHEPER_DATABASE=str(file)
    ) as (process, address):
        assert httpx.get(address + "healthz").is_success
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert file.exists()


def test_what_was_played_is_there_after_a_restart(tmp_path: Path) -> None:
    with kheper("serve", "--port", "0", folder=tmp_path) as (process, address):
        with httpx.Client(base_url=address) as http:
            http.post("/api/guest", json={"name": "Anna"}).raise_for_status()
            match = http.post("/api/matches", json={"game": "scarab"}).json()["match"]
            cookie = {"Cookie": f"kheper={http.cookies['kheper']}"}
        process.kill()
    with kheper("serve", "--port", "0", folder=tmp_path) as (_, address):
        found = httpx.get(f"{address}api/matches/{match}", headers=cookie).json()
        assert (found["match"], found["you"]) == (match, [1])


def test_faults_of_clients_are_no_errors_in_the_log(tmp_path: Path) -> None:
    with kheper("serve", "--port", "0", folder=tmp_path) as (process, address):
        answer = httpx.post(address + "api/guest", json={"name": "Anna"}).raise_for_status()
        there = address.replace("http", "ws") + "api/socket"
        with pytest.raises(InvalidStatus, match="401"):
            connect(there, proxy=None)
        cookie = {"Cookie": f"kheper={answer.cookies['kheper']}"}
        with connect(there, additional_headers=cookie, proxy=None) as link:
            # A text frame that holds no text.
            link.socket.sendall(b"\x81\x82" + bytes(4) + b"\xff\xfe")
            with pytest.raises(ConnectionClosed, match="1007"):
                link.recv(PATIENCE)
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert not [line for line in log_lines(tmp_path) if line["level"] == "error"]


def refused(*arguments: str, **environment: str) -> tuple[int, str]:
    """Return the exit code and the sentence of a server that does not start."""
    done = subprocess.run(
        [*KHEPER, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | environment,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_what_cannot_start_says_why_in_a_sentence(tmp_path: Path) -> None:
    data = {"XDG_DATA_HOME": str(tmp_path)}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, told = refused("serve", "--port", port, **data)
        assert (code, port in told) == (1, True)
    code, told = refused("serve", "--workers", "2", **data)
    assert (code, "PostgreSQL" in told) == (1, True)
    code, told = refused("serve", KHEPER_PORT="many", **data)
    assert (code, "port" in told) == (1, True)
    code, told = refused("serve", "--database", str(tmp_path), **data)
    assert (code, "database" in told) == (1, True)
    wrong = "postgresql://ankh:hush-hush@127.0.0.1:1/none"
    code, told = refused("serve", "--database", wrong, **data)
    assert (code, "hush-hush" in told) == (1, False)


def test_several_workers_serve_one_match(tmp_path: Path, postgres: Cluster) -> None:
    how = ["serve", "--port", "0", "--workers", "2", "--database", postgres.database()]
    with kheper(*how, folder=tmp_path) as (process, address):
        with httpx.Client(base_url=address) as http:
            http.post("/api/guest", json={"name": "Anna"}).raise_for_status()
            match = http.post("/api/matches", json={"game": "scarab"}).json()["match"]
            cookie = {"Cookie": f"kheper={http.cookies['kheper']}"}
        # Each is a connection of its own, which any of the workers may take.
        for _ in range(10):
            found = httpx.get(f"{address}api/matches/{match}", headers=cookie).json()
            assert (found["match"], found["you"]) == (match, [1])
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()
