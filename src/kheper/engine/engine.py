"""The engine answers one line at a time."""

from __future__ import annotations

import logging

from kheper.core import KheperError, NotationError
from kheper.core.grid import clip
from kheper.engine.commands import COMMANDS, Conversation
from kheper.engine.wire import Request, answer, number_of, parse_request, refusal

_LOG = logging.getLogger(__name__)


class Engine:
    r"""Answers lines, one at a time; a refused command changes nothing.

    >>> engine = Engine()
    >>> engine.answer(b"1 new_game scarabya mode=solo seed=7"), engine.answer(b"to_move")
    (b'=1\n\n', b'= 1\n\n')
    """

    def __init__(self) -> None:
        self.conversation = Conversation()

    @property
    def done(self) -> bool:
        """Whether the client has quit."""
        return self.conversation.done

    def answer(self, line: bytes) -> bytes | None:
        """Run a line and return its answer; a blank line has none."""
        number = number_of(line)
        try:
            request = parse_request(line)
            return None if request is None else answer(number, self._run(request))
        except KheperError as error:
            return refusal(number, str(error))
        except Exception:
            # No failure of a command may end the conversation.
            _LOG.exception("a command failed")
            return refusal(number, "the engine failed at this command, and nothing has changed")

    def _run(self, request: Request) -> str:
        command = COMMANDS.get(request.command)
        if command is None:
            raise NotationError(None, f"unknown command '{clip(request.command)}'")
        if not command.takes(len(request.arguments)):
            raise NotationError(None, f"usage: {request.command} {command.usage}".rstrip())
        return command.run(self.conversation, *request.arguments)
