"""A conversation with an engine, for tests: say a line, and get the text of its answer."""

from __future__ import annotations

from kheper.engine import Engine

# Games that tests start with.
SITE = "/".join(
    "..ss..s... .......... s...#....s .s........ ....s.s..# "
    "#....s.... .......... s...#..s.. ...s...... .s.....s.s".split()
)
DECK = "FILNPTUVWXYZ"
SOLO = f"new_game scarabya mode=solo site={SITE} deck={DECK}"
DUEL = f"new_game scarabya mode=duel site={SITE} deck={DECK}"
THREE = f"new_game scarabya seats=3 site={SITE} deck={DECK}"
EMPTY_ROWS = "/.,.,.,.,.,.,.,." * 6
ENDGAME = f"new_game scarab size=8 position=P,+5,A,.,.,.,.,./-3,.,+2,.,.,.,.,.{EMPTY_ROWS} axis=h"


class Talk:
    """An engine, and a way to speak with it that checks the form of every answer."""

    def __init__(self, *lines: str) -> None:
        self.engine = Engine()
        for line in lines:
            self.say(line)

    def say(self, line: str) -> str:
        """Say a line that must succeed."""
        return self._text(line, "=")

    def refused(self, line: str) -> str:
        """Say a line that must be refused, on one line and without changing anything."""
        before = self.engine.conversation.game
        sentence = self._text(line, "?")
        assert sentence
        assert "\n" not in sentence
        assert self.engine.conversation.game is before
        assert not self.engine.done
        return sentence

    def _text(self, line: str, sign: str) -> str:
        answer = self.engine.answer(line.encode())
        assert answer is not None
        text = answer.decode()
        assert text.startswith(sign), text
        assert text.endswith("\n\n")
        body = text[1:-2]
        assert "\n\n" not in body
        assert not body.endswith((" ", "\n"))
        assert body.isprintable() or all(c.isprintable() or c in "\n\t" for c in body)
        return body.removeprefix(" ")
