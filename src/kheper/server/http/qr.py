"""QR codes, so that a phone comes to a table without typing."""

from __future__ import annotations

from io import BytesIO

import segno

# Squares of white around the code, without which cameras do not find it.
_QUIET = 4


def drawn(link: str) -> str:
    """Return a link as the SVG picture of a QR code; a fifth of it may be hidden."""
    picture = BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(
        picture, kind="svg", xmldecl=False, border=_QUIET, light="white", omitsize=True, nl=False
    )
    return picture.getvalue().decode()
