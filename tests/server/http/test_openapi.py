"""Schemathesis against the OpenAPI document: nothing it asks for makes the server fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kheper.server.http.openapi import document
from kheper.server.http.routes import OPERATIONS
from tests.server.test_main import kheper, log_lines

QUOTAS = {f"KHEPER_{name}": "1000000" for name in ("GUESTS", "MATCHES", "RECORDS", "REQUESTS")}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DOCUMENT = json.loads(msgspec.json.encode(document(OPERATIONS)))
schema = schemathesis.openapi.from_dict(DOCUMENT)


class Served(NamedTuple):
    """A server, a guest's cookie, and matches that there are, and now and then none."""

    address: str
    cookie: str
    matches: Iterator[str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server; afterwards its log is looked through."""
    folder: Path = tmp_path_factory.mktemp("served")
    with kheper("serve", "--port", "0", folder=folder, **QUOTAS) as (process, address):
        with httpx.Client(base_url=address) as http:
            http.post("/api/guest", json={"name": "Anna"}).raise_for_status()
            wishes = (
                {"game": "scarab"},
                {"game": "scarabya", "seats": [{"occupant": "here"}] * 2, "start": True},
                {"game": "scarab", "seats": [{"occupant": "here"}] * 3, "start": True},
            )
            made = [http.post("/api/matches", json=wish).json()["match"] for wish in wishes]
            yield Served(address, f"kheper={http.cookies['kheper']}", cycle([*made, ""]))
        process.terminate()
        assert process.wait(60) == 0
    assert not [line for line in log_lines(folder) if line["level"] == "error"]


@schema.parametrize()  # type: ignore[untyped-decorator, unused-ignore]
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_nothing_makes_the_server_fail(case: Any, served: Served) -> None:
    headers = {"Cookie": served.cookie, "Origin": served.address.rstrip("/")}
    match = next(served.matches)
    if "match" in (case.path_parameters or {}) and match:
        case.path_parameters["match"] = match
    elif case.operation.label == "POST /api/guest" and match:
        del headers["Cookie"]
    elif case.operation.label == "DELETE /api/guest":
        # The others want to go on being somebody.
        made = httpx.post(f"{served.address}api/guest", json={"name": "Ben"}).raise_for_status()
        headers["Cookie"] = f"kheper={made.cookies['kheper']}"
    case.call_and_validate(base_url=served.address.rstrip("/"), headers=headers, checks=CHECKS)


def test_the_document_names_every_operation_and_what_it_may_answer() -> None:
    described = {
        operation["operationId"]: operation
        for path in DOCUMENT["paths"].values()
        for operation in path.values()
    }
    assert set(described) == {operation.name for operation in OPERATIONS}
    for operation in OPERATIONS:
        answers = described[operation.name]["responses"]
        assert str(operation.status) in answers
        assert "429" in answers
        assert ("401" in answers) == operation.guests
