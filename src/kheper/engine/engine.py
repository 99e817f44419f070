"""The engine: a line in, an answer out."""

from __future__ import annotations

import logging

from kheper.core import KheperError, NotationError
from kheper.core.grid import clip
from kheper.engine.commands import COMMANDS, Conversation
from kheper.engine.wire import Request, answer, number_of, parse_request, refusal

_LOG = logging.getLogger(__name__)


class Engine:
    r"""Answers lines, one at a time; what it refuses changes nothing.

    >>> engine = Engine()
    >>> engine.answer(b"1 new_game scarabya mode=solo seed=7"), engine.answer(b"to_move")
    (b'=1\n\n', b'= 1\n\n')
    """

    def __init__(self) -> None:
        self.conversation = Conversation()

    @property
    def done(self) -> bool:
        """Whether it was told to quit."""
        return self.conversation.done

    def answer(self, line: bytes) -> bytes | None:
        """Carry a line out and return the bytes of its answer; a blank line has none."""
        number = number_of(line)
        try:
            request = parse_request(line)
            return None if request is None else answer(number, self._run(request))
        except KheperError as error:
            return refusal(number, str(error))
        except Exception:
            # Whatever it was, it must not end the conversation.
            _LOG.exception("a command failed")
            return refusal(number, "the engine failed at this command, and nothing has changed")

    def _run(self, request: Request) -> str:
        command = COMMANDS.get(request.command)
        if command is None:
            raise NotationError(None, f"unknown command '{clip(request.command)}'")
        if not command.takes(len(request.arguments)):
            raise NotationError(None, f"expected was: {request.command} {command.usage}".rstrip())
        return command.run(self.conversation, *request.arguments)
