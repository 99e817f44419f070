"""The engine on standard input and output."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from kheper.engine.engine import Engine
from kheper.engine.wire import read_lines


def serve(stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
    """Answer line by line until `quit`, or until either end is closed."""
    stdin, stdout = stdin or sys.stdin.buffer, stdout or sys.stdout.buffer
    engine = Engine()
    try:
        for line in read_lines(stdin):
            if answer := engine.answer(line):
                stdout.write(answer)
                stdout.flush()
            if engine.done:
                return
    except BrokenPipeError:
        # The reader is gone: send Python's final flush nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
