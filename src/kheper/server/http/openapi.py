"""The OpenAPI document of the HTTP API, generated from the operations and their types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from kheper import __version__
from kheper.server.http.operations import Operation
from kheper.server.http.problems import Problem

_REF = "#/components/schemas/{name}"
_REASONS = {
    400: "The request is malformed",
    401: "You are not a guest",
    403: "Not allowed, or the request comes from another site",
    404: "There is no such match",
    408: "The body took too long",
    409: "Not possible now; nothing has changed",
    413: "The body is too large",
    415: "The body is not sent as JSON",
    421: "The server does not serve that host name",
    429: "Too many requests from this address; see Retry-After",
    503: "The server cannot write at the moment",
}


def document(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of some operations."""
    operations = tuple(operations)
    types = [kind for each in operations for kind in (each.takes, each.gives) if kind]
    schemas, components = msgspec.json.schema_components([*types, Problem], ref_template=_REF)
    schema_of = dict(zip([*map(id, types), id(Problem)], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kheper",
            "version": __version__,
            "description": "Guests, matches and records. Matches are played over the socket.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": "kheper"}},
        },
    }


def _operation(each: Operation, schema_of: dict[int, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": each.summary}
    if each.gives is not None:
        media = each.medium if each.gives is str else "application/json"
        answer["content"] = _of(media, schema_of, each.gives)
    answers = {str(each.status): answer}
    for status in sorted(_refusals(each)):
        content = _of("application/json", schema_of, Problem)
        answers[str(status)] = {"description": _REASONS[status], "content": content}
    described: dict[str, Any] = {
        "operationId": each.name,
        "summary": each.summary,
        "parameters": [*_path(each), *_query(each)],
        "responses": answers,
    }
    if each.takes:
        content = _of("application/json", schema_of, each.takes)
        described["requestBody"] = {"required": True, "content": content}
    if each.guests:
        described["security"] = [{"guest": []}]
    return described


def _refusals(each: Operation) -> set[int]:
    found = {400, 421, 429, 503, *each.refusals}
    if each.guests:
        found.add(401)
    if each.method != "GET":
        found.add(403)
    if each.takes:
        found |= {408, 413, 415}
    return found


def _of(media: str, schema_of: dict[int, Any], kind: Any) -> dict[str, Any]:
    return {media: {"schema": schema_of[id(kind)]}}


def _path(each: Operation) -> list[dict[str, Any]]:
    if "{match}" not in each.path:
        return []
    schema = {"type": "string", "pattern": "^[a-z0-9]{26}$"}
    return [{"name": "match", "in": "path", "required": True, "schema": schema}]


def _query(each: Operation) -> list[dict[str, Any]]:
    if each.query is None:
        return []
    schema = msgspec.json.schema(each.query)["$defs"][each.query.__name__]
    return [
        {"name": name, "in": "query", "required": False, "schema": field}
        for name, field in schema["properties"].items()
    ]
