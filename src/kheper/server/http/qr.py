"""QR codes, which open a match on a phone without typing."""

from __future__ import annotations

from io import BytesIO

import segno

# The white border that cameras need, in modules.
_QUIET = 4


def drawn(link: str) -> str:
    """Return a QR code as SVG, with error correction of level M."""
    picture = BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(
        picture, kind="svg", xmldecl=False, border=_QUIET, light="white", omitsize=True, nl=False
    )
    return picture.getvalue().decode()
