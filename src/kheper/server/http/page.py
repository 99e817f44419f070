"""The page's files, or a line of text where there is no page."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import kheper
from kheper.server.config import Settings
from kheper.server.http.middleware import OPERATION, PAGE

SOCKET = "/api/socket"
_NO_PAGE = f"""\
Kheper is running without a page.
The HTTP API is described at /api/openapi.json, the socket is at {SOCKET}.
"""


# Set explicitly, because some systems have other media types for these, or none.
_MEDIA = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class PageFiles(StaticFiles):
    """The page's files, which a browser caches and revalidates each time."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a file; paths below /api are not the page's."""
        if not scope["path"].startswith("/api/"):
            scope[OPERATION] = PAGE
        await super().__call__(scope, receive, send)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file, or that the browser has it already."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["cache-control"] = "no-cache"
        return answer


def page_routes(settings: Settings) -> list[BaseRoute]:
    """Return the route of the page's files."""
    folder = Path(settings.web) if settings.web else Path(kheper.__file__).parent / "web"
    if (folder / "index.html").is_file():
        for ending, medium in _MEDIA.items():
            mimetypes.add_type(medium, ending)
        files = GZipMiddleware(PageFiles(directory=folder, html=True), compresslevel=6)
        return [Mount("/", files)]
    return [Route("/", _no_page, methods=["GET"])]


async def _no_page(request: Request) -> Response:
    request.scope[OPERATION] = PAGE
    return PlainTextResponse(_NO_PAGE)
