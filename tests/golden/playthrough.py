"""Playing a scene, and writing down what happens in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from kheper.core.grid import Square, squares_of
from kheper.games import GAMES, record_of
from kheper.scarab import ScarabState
from kheper.scarabya import Dig, Expedition, Solo
from tests.golden.scenes import SCENES, Scene

FOLDER = Path(__file__).parent


def golden_file(name: str) -> Path:
    """Return where a scene is written down."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """Play a scene from its beginning and return its text."""
    scene = SCENES[name]
    rng = Random(scene.seed)
    told, end = _game(GAMES[scene.game].new(scene.settings, rng), scene, rng)
    lines = [scene.title, "", *told]
    if scene.then:
        told, _ = _game(getattr(end, scene.then)(), scene, rng)
        lines += ["", f"--- {scene.then}", "", *told]
    return "\n".join(lines) + "\n"


def _game(first: Any, scene: Scene, rng: Random) -> tuple[list[str], Any]:
    """Tell one game, and return its last state, too."""
    told, end = _plays(first, scene, rng)
    record = str(record_of(end, deck=True)).rstrip("\n")
    parts = [*_board(first), "", *told, "", *_board(end), "", *_end(end), "", record]
    return parts, end


def _plays(state: Any, scene: Scene, rng: Random) -> tuple[list[str], Any]:
    """Tell all plays, with the states between them."""
    told, number = [_look(0, state)], 0
    while not state.over:
        seat, move = _choose(state, scene, number, rng)
        before, state = state, state.play(seat, move)
        told += [f"  seat {seat} plays {move}{_taken(before, move)}", *_news(before, state)]
        if scene.take_back and not any("takes it back" in line for line in told):
            told += [_look(1, state), f"  seat {seat} takes it back"]
            state = state.take_back(seat)
            continue
        number += 1
        told.append(_look(number, state))
    return told, state


def _choose(state: Any, scene: Scene, number: int, rng: Random) -> tuple[int, Any]:
    """Return the scene's next move, or the best of a few that chance picks.

    Chance picks from the moves in the order of their texts, so that the order in which they are
    found does not matter.
    """
    seat = rng.choice(state.to_move)
    if scene.moves:
        return seat, state.parse_move(scene.moves[number])
    texts = sorted(map(str, state.legal_moves(seat)))
    moves = [state.parse_move(text) for text in rng.choices(texts, k=6)]
    return seat, max(moves, key=lambda move: _gain(state, seat, move))


def _gain(state: Any, seat: int, move: Any) -> int:
    if isinstance(state, Expedition):
        return state.digs[seat - 1].place(move).points
    after = state.play(seat, move)
    side = (seat - 1) // 2 if len(after.scores) < state.seats else seat - 1
    return int(after.scores[side])


def _look(number: int, state: Any) -> str:
    """Tell a state in one line: who may move, the card or axis, scores, and legal moves."""
    to_move = " ".join(map(str, state.to_move)) or "nobody"
    scores = " ".join(map(str, state.scores))
    found = [f"{seat}: {_moves(state, seat)}" for seat in state.to_move]
    shown = f"{_turned_up(state)}{_open(state)}"
    return (
        f"{number}. to move {to_move}{shown}, scores {scores}, legal moves {', '.join(found) or 0}"
    )


def _moves(state: Any, seat: int) -> str:
    texts = sorted(map(str, state.legal_moves(seat)))
    return f"{len(texts)} #{hashlib.sha256(chr(10).join(texts).encode()).hexdigest()[:8]}"


def _turned_up(state: Any) -> str:
    if isinstance(state, ScarabState):
        return f", axis {state.axis or 'h or v'}" if state.to_move else ""
    return f", card {state.card}" if state.card else ""


def _open(state: Any) -> str:
    """Tell what a spectator sees of the placements of the open round."""
    if not isinstance(state, Expedition) or not any(state.pending):
        return ""
    view = state.view(None)
    seen = [f"{seat} {view.pending[seat - 1] or '(hidden)'}" for seat in view.ready]
    return f", placed {', '.join(seen)}"


def _taken(before: Any, move: Any) -> str:
    """Tell what the priest lands on."""
    if not isinstance(before, ScarabState):
        return ""
    landed = before.mark(move.target)
    return ", removes the ankh" if landed == "A" else f", takes {landed}"


def _news(before: Any, after: Any) -> Iterator[str]:
    """Tell what the rules did by themselves after a placement."""
    if isinstance(after, ScarabState):
        return
    for seat, (old, new) in enumerate(zip(_digs(before), _digs(after), strict=True), 1):
        where = f"seat {seat}: " if len(_digs(after)) > 1 else ""
        fresh = new.entries[len(old.entries) :]
        for card, entry in zip(after.deck[len(old.entries) :], fresh, strict=False):
            if entry is None:
                yield f"    {where}{card} is discarded"
        for area in new.areas[len(old.areas) :]:
            squares = " ".join(map(str, squares_of(area.squares)))
            yield f"    {where}closes {squares} for {area.points}"
    if isinstance(after, Solo) and after.uncoverable and not before.uncoverable:
        squares = " ".join(map(str, squares_of(after.uncoverable)))
        yield f"    lost: nothing can cover {squares}"


def _board(state: Any) -> Iterator[str]:
    """Draw the site or the position; sites of several seats stand side by side."""
    if isinstance(state, ScarabState):
        for row in str(state.position).split("/"):
            yield "  " + " ".join(f"{mark:3}" for mark in row.split()).rstrip()
        return
    for rows in zip(*map(_rows, _digs(state)), strict=True):
        yield "  " + "   ".join(rows)


def _rows(dig: Dig) -> list[str]:
    tiles = {square: entry.tile for entry in dig.entries if entry for square in entry.squares}
    squares = [[Square(row, column) for column in range(10)] for row in range(10)]
    return ["".join(tiles.get(square, dig.site.mark(square)) for square in row) for row in squares]


def _end(state: Any) -> Iterator[str]:
    """Tell how it ended, and where the tokens or the stones are."""
    outcome = state.outcome
    winners = " ".join(map(str, outcome.winners)) or "nobody"
    yield f"result {outcome.result}, winners {winners} ({outcome.reason})"
    if isinstance(state, ScarabState):
        for seat, hand in enumerate(state.hands, 1):
            yield f"seat {seat} has {' '.join(map(str, hand)) or 'nothing'}"
    elif not isinstance(state, Solo):
        yield "bank " + " ".join(map(str, state.ledger.bank))
        for seat, payments in enumerate(state.ledger.payments, 1):
            paid = [
                f"{payment.symbol} {'+'.join(map(str, payment.tokens)) or f'owed {payment.owed}'}"
                for payment in payments
            ]
            yield f"seat {seat} was paid {', '.join(paid) or 'nothing'}"


def _digs(state: Any) -> tuple[Dig, ...]:
    return state.digs if isinstance(state, Expedition) else (state.dig,)
