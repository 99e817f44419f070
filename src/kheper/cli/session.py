"""Playing a game through at the terminal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from kheper import KheperError, NotationError
from kheper.cli.console import Console, parse_count
from kheper.cli.desk import Cancelled, Desk, desk_for
from kheper.cli.guide import HELP, rules_text, side_by_side
from kheper.cli.match import Match
from kheper.core.grid import clip
from kheper.render import board_text, describe_change, describe_outcome, describe_points
from kheper.scarab.state import ScarabState
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import DRAWINGS

SECONDS_FOR_A_HINT = 2.0
# How long nobody minds to wait for the bots' search without a word.
WARM_UP_PATIENCE = 1.0
HINTS = 3

YES, NO = ("", "y", "yes"), ("n", "no", "back", "undo")


class Quit(Exception):  # noqa: N818 - not an error but a way out
    """Somebody leaves the game."""


class Again(Exception):  # noqa: N818 - not an error but a way back
    """The position has changed under the player: ask afresh."""


class Session:
    """The talk between the table and the people at it."""

    seat: int  # whose turn it is
    desk: Desk  # where they think

    def __init__(
        self, match: Match, console: Console, *, confirm: bool = True, drawings: bool = True
    ) -> None:
        self.match = match
        self.console = console
        self.confirm = confirm
        self.drawings = drawings
        self.told: Any = None  # the last state that everybody has heard of
        self.explained: set[int] = set()  # who has read the legend
        self.choices: list[Any] = []

    def run(self) -> None:
        """Play until the game is over and nobody wants another one."""
        self.match.write()
        with suppress(Quit):
            if self.match.searching:
                from kheper.search.jit import warmup

                warmup.start()  # people think of their first move meanwhile
            while True:
                self._tell()
                while not self.match.state.over:
                    self._turn()
                self._ending()
                if not self._another():
                    break
        self.farewell()

    def farewell(self) -> None:
        """Say where the record is."""
        if self.match.save is not None:
            self.console.say(f"The record is in {self.match.save}.")
        elif not self.match.state.over:
            self.console.say("The game was not saved.")

    def _turn(self) -> None:
        seat = self.match.next_seat()
        if self.match.seats[seat - 1].level is not None:
            self._warm_up()
            self.match.play(seat, self.match.bot_move(seat))
        else:
            with suppress(Again):
                self._hand_over(seat)
                self.match.play(seat, self._decide(seat))
        self._keep()
        self._tell()

    def _warm_up(self) -> None:
        """Wait for the bots' search, which is compiled when it is first used, and say how far."""
        if not self.match.searching:
            return
        from kheper.search.jit import warmup

        told = -1
        while not warmup.wait(WARM_UP_PATIENCE) and warmup.state().failure is None:
            progress = warmup.state()
            if progress.done != told:
                told = progress.done
                self.console.say(
                    "The bots are getting ready, this once: "
                    f"{progress.done} of {progress.total or 'some'} steps."
                )

    def _keep(self) -> None:
        """Write the record; a disk that is full does not end the game."""
        try:
            self.match.write()
        except click.ClickException as error:
            self.console.say(f"The record could not be written. {error.format_message()}")

    def _hand_over(self, seat: int) -> None:
        """Give the keyboard to another person; what the last one did goes out of sight (SY-B2)."""
        name = self.match.names[seat - 1]
        others = [other for other in self.match.people if other != seat]
        if self.match.secret and any(self.match.state.pending[other - 1] for other in others):
            self.console.scroll_away()
            self.console.ask(f"Pass the keyboard to {name}. {name}, press Enter")
        elif others:
            self.console.say(f"{name}, it is your turn.")

    def _tell(self) -> None:
        """Say what has happened since everybody heard the last of it, if it may be said."""
        state = self.match.state
        hidden = isinstance(state, Expedition) and state.options.open_table == "hidden"
        if hidden and any(state.pending):
            return
        self.console.say(*describe_change(self.told, state, self.match.names))
        self.told = state

    def _decide(self, seat: int) -> Any:
        """Ask a person until there is a move."""
        self.seat, self.desk, self.choices = seat, desk_for(self.match.state, seat), []
        self.do_board("")
        text = self._ask()
        while True:
            try:
                move = self._understand(text)
                if move is not None:
                    move = self.desk.complete(move, self.console)
                    text = self._confirmed(move)
                    if text in YES:
                        return move
                    if text not in NO:
                        continue
            except Cancelled:
                pass
            except NotationError as error:
                self.console.say(f"{error.refusal}. Type help for what can be typed.")
            except KheperError as error:
                self.console.say(error.refusal)
            except click.ClickException as error:
                self.console.say(error.format_message())
            text = self._ask()

    def _ask(self) -> str:
        return self.console.ask(f"{self.match.names[self.seat - 1]}, {self.desk.prompt}")

    def _confirmed(self, move: Any) -> str:
        """Show what a move does and return the answer; the empty one is a yes."""
        if not self.confirm:
            return ""
        self.console.say_board("\n".join(self.desk.preview(move)))
        return self.console.ask("Enter to play it, n to think again")

    def _understand(self, text: str) -> Any:
        """Return the move that a text means, or None after doing what it says."""
        word, _, rest = text.partition(" ")
        action = getattr(self, f"do_{ALIASES.get(word.lower(), word.lower())}", None)
        number = parse_count(text)
        if action is not None:
            return action(rest.strip())
        if number is not None:
            return self._chosen(number)
        return self._found(text) if text else self.console.say(self.desk.hint)

    def _chosen(self, number: int) -> Any:
        if 1 <= number <= len(self.choices):
            return self.choices[number - 1]
        listed = f"1 to {len(self.choices)}" if self.choices else "none yet: type list"
        self.console.say(f"There is no number {number} in the list: {listed}.")
        return None

    def _found(self, text: str) -> Any:
        """Return the move on some squares, or list them; `e5 3` is the third of the list."""
        head, _, tail = text.rpartition(" ")
        number = parse_count(tail)
        if head and number is not None:
            self.choices = self.desk.find(head)
            return self._chosen(number)
        found = self.desk.find(text)
        if len(found) == 1:
            return found[0]
        self.choices = found
        blocks = [self.desk.drawing(move, text) for move in found]
        if self.drawings and all(blocks):
            numbered = [[f"{n} {b[0]}".strip(), *b[1:]] for n, b in enumerate(blocks, 1)]
            self.console.say(side_by_side(numbered))
        else:
            self._number(found, 1)
        self.console.say("Type a number.")
        return None

    def _number(self, moves: list[Any], first: int) -> None:
        for number, move in enumerate(moves, first):
            self.console.say(f"  {number}. {self.desk.caption(move)}")

    # What people can type besides a move: one method for each command.

    def do_help(self, _: str) -> None:
        """Say what can be typed."""
        self.console.say(HELP)

    def do_board(self, whose: str) -> None:
        """Show the board as this seat sees it."""
        state, names = self.match.state, self.match.names
        only = self.seat if isinstance(state, Expedition) else None
        if whose and isinstance(state, Expedition):
            only = None if whose == "all" else self._seat_called(whose)
        legend = bool(whose) or self.seat not in self.explained
        self.console.say("")
        self.console.say_board(board_text(state.view(self.seat), names, only, legend=legend))
        if not isinstance(state, ScarabState):
            self.console.say(f"Tile {state.card}:", *DRAWINGS[state.card])
        if legend:
            self.console.say(self.desk.hint)
        self.explained.add(self.seat)

    def do_list(self, which: str) -> None:
        """List moves with numbers."""
        groups = self.desk.groups() if which == "all" else self.desk.few()
        self.choices = []
        for heading, moves in groups:
            self.console.say(f"{heading}:")
            self._number(moves, len(self.choices) + 1)
            self.choices += moves
        more = sum(len(moves) for _, moves in self.desk.groups()) - len(self.choices)
        if more:
            self.console.say(f"{more} more: list all.")

    def do_at(self, squares: str) -> Any:
        """List the moves on some squares."""
        return self._found(squares)

    def do_hint(self, _: str) -> None:
        """Say what a bot thinks of."""
        from kheper.bots import Limits, rank

        view = self.match.state.view(self.seat)
        ranked = rank(view, self.match.rng, Limits(seconds=SECONDS_FOR_A_HINT))[:HINTS]
        self.choices = [move for move, _ in ranked]
        self._number(self.choices, 1)

    def do_rules(self, _: str) -> None:
        """Tell the rules."""
        self.console.say(*rules_text(self.match.state).split("\n"))

    def do_undo(self, whose: str) -> None:
        """Take back what has not been answered or revealed."""
        state, seat = self.match.state, self.seat
        if isinstance(state, ScarabState):
            self._undo_move(seat)
        elif isinstance(state, Expedition) and whose:
            seat = self._seat_called(whose)
            self.match.take_back(seat)
            self.console.say(f"{self.match.names[seat - 1]} has the tile back.")
        elif isinstance(state, Expedition) and any(state.pending):
            placed = [n for n, tile in zip(self.match.names, state.pending, strict=True) if tile]
            self.console.say(f"Say whose tile comes back: undo {placed[0]}.")
            return
        else:
            more = " Type retry to start again." if isinstance(state, Solo) else ""
            self.console.say(f"The next card has been revealed: what lies there stays.{more}")
            return
        raise Again

    def _undo_move(self, seat: int) -> None:
        """Go back to a seat's last move in SCARAB; other people are asked."""
        earlier = self.match.earlier(seat)
        since = self.match.states[(earlier or 0) + 1 :]
        others = {s for state in since for s in state.to_move if s in self.match.people}
        if earlier is not None and others - {seat}:
            move = self.match.states[earlier + 1].played[-1]
            question = f"Does everybody agree that {self.match.names[seat - 1]} takes back {move}?"
            if not self.console.agree(question, default=False):
                raise Again
        self.match.take_back(seat)
        self.told = self.match.state
        self.console.say("Taken back.")

    def do_retry(self, _: str) -> None:
        """Try a solo game again."""
        self.match.retry()
        self.told = None
        self.console.say(f"Try {self.match.state.tries}, with the same cards.")
        self._tell()
        raise Again

    def do_rematch(self, _: str) -> None:
        """Play a one-on-one again."""
        self.match.rematch()

    def do_save(self, path: str) -> None:
        """Write the record, and go on writing it."""
        file = Path(path) if path else self.match.save
        if file is None:
            self.console.say("Say where: save FILE.")
        elif file == self.match.save or may_write(file, self.console):
            previous, self.match.save = self.match.save, file
            try:
                self.match.write()
            except click.ClickException:
                self.match.save = previous
                raise
            self.console.say(f"The record is in {file}, and is kept up to date.")

    def do_confirm(self, answer: str) -> None:
        """Switch the question before a move on or off."""
        self.confirm = answer != "off"
        when = "shown before they are made" if self.confirm else "made at once"
        self.console.say(f"Moves are {when}.")

    def do_drawings(self, answer: str) -> None:
        """Switch drawings of ways to lie on or off."""
        self.drawings = answer != "off"
        self.console.say(f"Ways to lay a tile are {'drawn' if self.drawings else 'told in words'}.")

    def do_quit(self, _: str) -> None:
        """Leave the game."""
        raise Quit

    def _seat_called(self, name: str) -> int:
        """Return the seat of a name, or of its beginning, or of a number."""
        for seat, called in enumerate(self.match.names, 1):
            if called.lower().startswith(name.lower()) or name == str(seat):
                return seat
        raise click.ClickException(f"Nobody here is called {clip(name)}.")

    def _ending(self) -> None:
        state, names = self.match.state, self.match.names
        self.console.say("")
        self.console.say_board(board_text(state.view(None), names, legend=False))
        self.console.say(*describe_outcome(state, names), *describe_points(state, names))

    def _another(self) -> bool:
        """Offer another try or a rematch; whoever has left does not want one."""
        state = self.match.state
        with suppress(EOFError):
            if not self.match.people:
                return False
            if isinstance(state, Solo) and state.dig.site.scarabs & state.dig.free:
                if self.console.agree("Try again with the same cards?", default=True):
                    with suppress(Again):
                        self.do_retry("")
                    return True
            elif isinstance(state, Duel) and self.console.agree("A rematch?", default=False):
                self.match.rematch()
                self.told = None
                return True
        return False


ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "b": "board", "l": "list"}


def may_write(path: Path, console: Console) -> bool:
    """Ask before a file is written over."""
    return not path.exists() or console.agree(f"{path} exists. Write over it?", default=False)
