"""Playing a game in the terminal, from the first question to the last."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from kheper import KheperError, NotationError
from kheper.cli.console import Console, parse_count, side_by_side
from kheper.cli.games import TERMINAL_GAMES
from kheper.cli.match import LocalMatch
from kheper.cli.move_input import Cancelled, MoveInput
from kheper.core import AnyMove, AnyState
from kheper.core.grid import clip
from kheper.render import board_text, describe_change, describe_outcome, describe_points

SECONDS_FOR_A_HINT = 2.0
# Seconds to wait for the bots' search before the progress is shown.
WARM_UP_PATIENCE = 1.0
HINTS = 3

YES, NO = ("", "y", "yes"), ("n", "no", "back", "undo")


HELP = """\
Commands:
  board [all | NAME]  show the board again; in an expedition all, or somebody's
  list [all]          the best moves, or all of them, with numbers
  hint                what a bot would think about
  rules               the rules in short, with the tiles
  undo                take back what nobody has answered yet; in an open round
                      undo NAME gives somebody the tile back
  retry               solo: try again with the same cards
  rematch             one-on-one: play again on the same site, after the end
  save FILE           write the record, now and after every move
  confirm on | off    whether a move is shown before it is made
  drawings on | off   whether ways to lay a tile are drawn, or described in words
  quit                leave the game"""


class Quit(Exception):  # noqa: N818 - control flow, not an error
    """A player leaves the game."""


class Again(Exception):  # noqa: N818 - control flow, not an error
    """The position has changed, so the player is asked again."""


class TerminalSession:
    """Shows a match to the people at this terminal, and reads what they type."""

    seat: int  # whose turn it is
    input: MoveInput[AnyMove]  # what reads their move

    def __init__(
        self, match: LocalMatch, console: Console, *, confirm: bool = True, drawings: bool = True
    ) -> None:
        self.match = match
        self.console = console
        self.confirm = confirm
        self.drawings = drawings
        self.shown: AnyState | None = None  # the last state that was described to everybody
        self.explained: set[int] = set()  # the seats that have seen the legend
        self.choices: list[AnyMove] = []

    def run(self) -> None:
        """Play until the game is over and nobody wants another one."""
        self.match.write()
        with suppress(Quit):
            if self.match.searching:
                from kheper.search.jit import warmup

                warmup.start()  # in the background, while people think
            while True:
                self._describe()
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
        self._describe()

    def _warm_up(self) -> None:
        """Wait until the bots' search is compiled, and show the progress."""
        if not self.match.searching:
            return
        from kheper.search.jit import warmup

        reported = -1
        while not warmup.wait(WARM_UP_PATIENCE) and warmup.state().failure is None:
            progress = warmup.state()
            if progress.done != reported:
                reported = progress.done
                self.console.say(
                    "The bots are being compiled, only this once: "
                    f"{progress.done} of {progress.total or 'some'} steps."
                )

    def _keep(self) -> None:
        """Write the record; a full disk does not end the game."""
        try:
            self.match.write()
        except click.ClickException as error:
            self.console.say(f"The record could not be written. {error.format_message()}")

    def _hand_over(self, seat: int) -> None:
        """Pass the keyboard on; hidden moves of the last person scroll out of sight (SY-B2)."""
        name = self.match.names[seat - 1]
        others = [other for other in self.match.people if other != seat]
        pending = self.match.terminal.pending(self.match.state)
        if self.match.secret and any(other in pending for other in others):
            self.console.scroll_away()
            self.console.ask(f"Pass the keyboard to {name}. {name}, press Enter")
        elif others:
            self.console.say(f"{name}, it is your turn.")

    def _describe(self) -> None:
        """Say what has happened since the last time, unless it is still hidden."""
        state = self.match.state
        terminal = self.match.terminal
        if terminal.is_hidden(state) and terminal.pending(state):
            return
        self.console.say(*describe_change(self.shown, state, self.match.names))
        self.shown = state

    def _decide(self, seat: int) -> AnyMove:
        """Ask a person until there is a move."""
        self.seat, self.choices = seat, []
        self.input = self.match.terminal.move_input(self.match.state, seat)
        self.do_board("")
        text = self._ask()
        while True:
            try:
                move = self._understand(text)
                if move is not None:
                    move = self.input.complete(move, self.console)
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
        return self.console.ask(f"{self.match.names[self.seat - 1]}, {self.input.prompt}")

    def _confirmed(self, move: AnyMove) -> str:
        """Show what a move does and return the answer; the empty one is a yes."""
        if not self.confirm:
            return ""
        self.console.say_board("\n".join(self.input.preview(move)))
        return self.console.ask("Enter to play it, n to think again")

    def _understand(self, text: str) -> AnyMove | None:
        """Return the move that a text means, or None after carrying out a command."""
        word, _, rest = text.partition(" ")
        action = getattr(self, f"do_{ALIASES.get(word.lower(), word.lower())}", None)
        number = parse_count(text)
        if action is not None:
            move: AnyMove | None = action(rest.strip())
            return move
        if number is not None:
            return self._chosen(number)
        if text:
            return self._found(text)
        self.console.say(self.input.hint)
        return None

    def _chosen(self, number: int) -> AnyMove | None:
        if 1 <= number <= len(self.choices):
            return self.choices[number - 1]
        listed = f"1 to {len(self.choices)}" if self.choices else "none yet: type list"
        self.console.say(f"There is no number {number} in the list: {listed}.")
        return None

    def _found(self, text: str) -> AnyMove | None:
        """Return the move on some squares, or list them; `e5 3` is the third of the list."""
        head, _, tail = text.rpartition(" ")
        number = parse_count(tail)
        if head and number is not None:
            self.choices = self.input.find(head)
            return self._chosen(number)
        found = self.input.find(text)
        if len(found) == 1:
            return found[0]
        self.choices = found
        blocks = [self.input.drawing(move, text) for move in found]
        if self.drawings and all(blocks):
            numbered = [[f"{n} {b[0]}".strip(), *b[1:]] for n, b in enumerate(blocks, 1)]
            self.console.say(side_by_side(numbered))
        else:
            self._number(found, 1)
        self.console.say("Type a number.")
        return None

    def _number(self, moves: list[AnyMove], first: int) -> None:
        for number, move in enumerate(moves, first):
            self.console.say(f"  {number}. {self.input.caption(move)}")

    # The commands that people can type besides a move: `do_` and the command's name.

    def do_help(self, _: str) -> None:
        """Say what can be typed."""
        moves = [TERMINAL_GAMES[game].move_help for game in TERMINAL_GAMES]
        self.console.say("\n".join(["How to type a move:", *moves, HELP]))

    def do_board(self, whose: str) -> None:
        """Show the board as this seat sees it."""
        state, names = self.match.state, self.match.names
        only = self.seat if self.match.terminal.has_rounds(state) else None
        if whose and only is not None:
            only = None if whose == "all" else self._seat_called(whose)
        legend = bool(whose) or self.seat not in self.explained
        self.console.say("")
        self.console.say_board(board_text(state.view(self.seat), names, only, legend=legend))
        self.console.say(*self.match.terminal.card_lines(state))
        if legend:
            self.console.say(self.input.hint)
        self.explained.add(self.seat)

    def do_list(self, which: str) -> None:
        """List moves with numbers."""
        groups = self.input.groups() if which == "all" else self.input.few()
        self.choices = []
        for heading, moves in groups:
            self.console.say(f"{heading}:")
            self._number(moves, len(self.choices) + 1)
            self.choices += moves
        more = sum(len(moves) for _, moves in self.input.groups()) - len(self.choices)
        if more:
            self.console.say(f"{more} more: list all.")

    def do_at(self, squares: str) -> AnyMove | None:
        """List the moves on some squares."""
        return self._found(squares)

    def do_hint(self, _: str) -> None:
        """Show what a bot would consider."""
        from kheper.bots import Limits, rank

        view = self.match.state.view(self.seat)
        ranked = rank(view, self.match.rng, Limits(seconds=SECONDS_FOR_A_HINT))[:HINTS]
        self.choices = [move for move, _ in ranked]
        self._number(self.choices, 1)

    def do_rules(self, _: str) -> None:
        """Show the rules."""
        self.console.say(*self.match.terminal.rules_text(self.match.state).split("\n"))

    def do_undo(self, whose: str) -> None:
        """Take back what has not been answered or revealed."""
        state, terminal = self.match.state, self.match.terminal
        pending = terminal.pending(state)
        if not (why := terminal.why_final(state)):
            self._undo_move(self.seat)
        elif terminal.has_rounds(state) and whose:
            seat = self._seat_called(whose)
            self.match.take_back(seat)
            self.console.say(f"{self.match.names[seat - 1]} has the tile back.")
        else:
            placed = [self.match.names[seat - 1] for seat in pending]
            self.console.say(f"Name whose tile comes back: undo {placed[0]}." if placed else why)
            return
        raise Again

    def _undo_move(self, seat: int) -> None:
        """Go back to a seat's last move, if the other people agree."""
        earlier = self.match.earlier(seat)
        since = self.match.states[(earlier or 0) + 1 :]
        others = {s for state in since for s in state.to_move if s in self.match.people}
        if earlier is not None and others - {seat}:
            name, move = self.match.names[seat - 1], self.match.moves[earlier + 1]
            question = f"Does everybody agree that {name} takes back {move}?"
            if not self.console.agree(question, default=False):
                raise Again
        self.match.go_back(seat)
        self.shown = self.match.state
        self.console.say("Taken back.")

    def do_retry(self, _: str) -> None:
        """Start again with the same cards."""
        sentence = self.match.retry()
        self.shown = None
        self.console.say(sentence)
        self._describe()
        raise Again

    def do_rematch(self, _: str) -> None:
        """Start the rematch of a finished game."""
        self.match.rematch()
        self.shown = None

    def do_save(self, path: str) -> None:
        """Write the record, now and after every move."""
        file = Path(path) if path else self.match.save
        if file is None:
            self.console.say("Name a file: save FILE.")
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
        """Switch drawings of placements on or off."""
        self.drawings = answer != "off"
        self.console.say(
            f"Ways to lay a tile are {'drawn' if self.drawings else 'described in words'}."
        )

    def do_quit(self, _: str) -> None:
        """Leave the game."""
        raise Quit

    def _seat_called(self, name: str) -> int:
        """Return the seat of a name, or of its beginning, or of a number."""
        for seat, called in enumerate(self.match.names, 1):
            if called.lower().startswith(name.lower()) or name == str(seat):
                return seat
        raise click.ClickException(f"There is no player called {clip(name)}.")

    def _ending(self) -> None:
        state, names = self.match.state, self.match.names
        self.console.say("")
        self.console.say_board(board_text(state.view(None), names, legend=False))
        self.console.say(*describe_outcome(state, names), *describe_points(state, names))

    def _another(self) -> bool:
        """Offer another try or a rematch, unless everybody has left."""
        offer = self.match.terminal.offer(self.match.state)
        if offer is None or not self.match.people:
            return False
        with suppress(EOFError):
            if self.console.agree(offer.question, offer.default):
                with suppress(Again):
                    getattr(self, f"do_{offer.command}")("")
                return True
        return False


ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "b": "board", "l": "list"}


def may_write(path: Path, console: Console) -> bool:
    """Ask before an existing file is overwritten."""
    return not path.exists() or console.agree(f"{path} exists. Overwrite it?", default=False)
