"""What happened, what stands and how it ended, in sentences without any picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kheper.core.grid import COLUMNS, Square
from kheper.render._seen import (
    CARDS,
    ScarabyaView,
    Seen,
    areas_of,
    count,
    digs_of,
    drawn,
    joined,
    ledger_of,
    names_of,
    pending_of,
    shown,
    squares_text,
)
from kheper.scarab.moves import Move
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import Stone
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.expedition import ExpeditionView
from kheper.scarabya.placements import Placement
from kheper.scarabya.solo import SoloView
from kheper.scarabya.tokens import Payment

LINES = {"h": "row", "v": "column"}


def describe_change(before: Seen | None, after: Seen, names: Sequence[str] = ()) -> list[str]:
    """Say what happened between two states or views of a game; None stands for its start."""
    old, new = shown(before) if before is not None else None, shown(after)
    called = names_of(new, names)
    if isinstance(new, ScarabState):
        assert old is None or isinstance(old, ScarabState)
        return list(_moves(old or ScarabState.begin(new.start), new, called))
    assert not isinstance(old, ScarabState)
    return [*_laid(old, new, called), *_waiting(old, new, called)]


def describe_turn(seen: Seen, names: Sequence[str] = ()) -> str:
    """Say whose turn it is, and with which card or along which axis."""
    view = shown(seen)
    called = names_of(view, names)
    if not view.to_move:
        return "The game is over."
    movers = joined([called[seat - 1] for seat in view.to_move])
    if isinstance(view, ScarabState):
        return f"Move {len(view.played) + 1}, turn: {movers}, {_way(view)}."
    number = len(drawn(view))
    if isinstance(view, ExpeditionView):
        return f"Round {number} of {CARDS}, tile {view.card}, still to place: {movers}."
    if isinstance(view, SoloView):
        lost = " It can no longer be won." if view.uncoverable else ""  # SY-O2
        return f"Try {view.tries}, card {number} of {CARDS}, tile {view.card}.{lost}"
    return f"Card {number} of {CARDS}, tile {view.card}, turn: {movers}."


def describe_outcome(seen: Seen, names: Sequence[str] = ()) -> list[str]:
    """Say who won and why; nothing while the game goes on."""
    view = shown(seen)
    called = names_of(view, names)
    if view.outcome is None:
        return []
    if isinstance(view, SoloView):
        return [_solo_outcome(view)]
    if isinstance(view, ScarabState):
        return [_end_of_line(view), _winner(view, side_names(view, called))]
    return [_winner(view, called)]


def describe_points(seen: Seen, names: Sequence[str] = ()) -> list[str]:
    """Say, seat by seat, what the points are made of."""
    view = shown(seen)
    called = names_of(view, names)
    if isinstance(view, ScarabState):
        return list(_stone_points(view, called))
    if isinstance(view, SoloView):
        return [f"{count(view.scores[0], 'scarab')} covered of {view.site.scarab_count}."]
    return list(_area_points(view, called))


def describe_area(area: Area) -> str:
    """Say what an excavation area is and scores."""
    size, scarabs = count(area.size, "square"), area.scarabs.bit_count()
    where = squares_text(area.squares)
    if not scarabs:
        return f"{where} ({size}, no scarab)"
    return f"{where} ({size}, {count(scarabs, 'scarab')}) for {count(area.points, 'point')}"


def describe_placement(dig: Dig, placement: Placement, *, scoring: bool = True) -> str:
    """Say what a placement does on a dig; areas matter where they score, so not in solo."""
    areas = dig.closed_by(placement) if scoring else ()
    covered = (placement.mask & dig.site.scarabs).bit_count()
    parts = [f"{placement.tile} on {squares_text(placement.squares)}"]
    parts += [f"covers {count(covered, 'scarab')}"] if covered else []
    parts += [f"closes {' and '.join(map(describe_area, areas))}"] if areas else []
    return ", ".join(parts) + "."


def describe_move(state: ScarabState, move: Move) -> str:
    """Say what a move of SCARAB does, before it is made."""
    way = f"along the {LINES[move.axis]} to {move.bend or move.target}"
    if move.bend:
        way += f", turns on the star and goes along the {LINES[move.last_axis]} to {move.target}"
    mark = state.mark(move.target)
    if mark != "A":
        return f"{way}, takes {mark}"
    returned = f"puts {move.returns.stone} on {move.returns.square}" if move.returns else ""
    return f"{way}, takes the ankh out of the game and {returned or 'puts nothing back'}"


def describe_line(state: ScarabState) -> list[str]:
    """Name the stones in the line, or in both lines before the first move."""
    if not state.to_move:
        return []
    axes = (state.axis,) if state.axis else ("h", "v")
    return [f"{line_name(state, axis).capitalize()}: {_line(state, axis)}." for axis in axes]


def line_name(state: ScarabState, axis: str) -> str:
    """Name the priest's row or column."""
    row, column = divmod(state.priest, state.side)
    return f"row {row + 1}" if axis == "h" else f"column {COLUMNS[column]}"


def line_squares(state: ScarabState, axis: str) -> list[Square]:
    """Return the squares with a stone in the priest's row or column."""
    row, column = divmod(state.priest, state.side)
    places = range(state.side)
    line = [Square(row, n) if axis == "h" else Square(n, column) for n in places]
    return [square for square in line if state.mark(square) not in "P."]


def history(state: ScarabState) -> list[tuple[int, Move, str]]:
    """Return who moved, how, and the mark of what was taken, from the first move on."""
    past, told = ScarabState.begin(state.start), []
    for move in state.played:
        seat = past.to_move[0]
        told.append((seat, move, past.mark(move.target)))
        past = past.play(seat, move)
    return told


def side_names(state: ScarabState, names: Sequence[str]) -> tuple[str, ...]:
    """Name the sides that score: the seats, or the two teams (SB-V3)."""
    if not state.start.teams:
        return tuple(names)
    return joined(names[:2]), joined(names[2:])


def _laid(old: ScarabyaView | None, new: ScarabyaView, names: Sequence[str]) -> Iterator[str]:
    """Say what every card since then has done, round by round."""
    first, digs = len(digs_of(old)[0].entries) if old else 0, digs_of(new)
    for number in range(first, len(digs[0].entries)):
        for seat, dig in enumerate(digs, 1):
            name, placement = names[_owner(new, number, seat) - 1], dig.entries[number]
            if placement is None:
                yield f"{name}: {drawn(new)[number]} cannot be placed and is discarded."  # SY-L6
            else:
                scoring = not isinstance(new, SoloView)
                told = describe_placement(_until(dig, number), placement, scoring=scoring)
                yield f"{name}: {told}"


def _owner(view: ScarabyaView, number: int, seat: int) -> int:
    return view.movers[number] if isinstance(view, DuelView) else seat


def _until(dig: Dig, cards: int) -> Dig:
    """Return a dig as it was after so many cards."""
    earlier = Dig.on(dig.site)
    for entry in dig.entries[:cards]:
        earlier = earlier.discard() if entry is None else earlier.place(entry)
    return earlier


def _waiting(old: ScarabyaView | None, new: ScarabyaView, names: Sequence[str]) -> Iterator[str]:
    """Say who has placed in an open round, and where only if that may be seen (SY-B2)."""
    if not isinstance(new, ExpeditionView):
        return
    same = isinstance(old, ExpeditionView) and len(old.cards) == len(new.cards)
    known = old.ready if isinstance(old, ExpeditionView) and same else ()
    for seat in new.ready:
        if seat in known:
            continue
        placement = pending_of(new)[seat - 1]
        told = describe_placement(new.digs[seat - 1], placement) if placement else "has placed."
        yield f"{names[seat - 1]}: {told}"


def _moves(old: ScarabState, new: ScarabState, names: Sequence[str]) -> Iterator[str]:
    state = old
    for move in new.played[len(old.played) :]:
        seat = state.to_move[0]
        yield f"{names[seat - 1]}: {describe_move(state, move)}."
        state = state.play(seat, move)


def _way(state: ScarabState) -> str:
    if state.axis is None:
        lines = f"{line_name(state, 'h')} or {line_name(state, 'v')}"
        return f"along {lines}, to a scarab stone"  # SB-T1
    return f"along {line_name(state, state.axis)}"


def _line(state: ScarabState, axis: str) -> str:
    squares = line_squares(state, axis)
    return ", ".join(f"{square} {state.mark(square)}" for square in squares) or "no stone"


def _end_of_line(state: ScarabState) -> str:
    if not state.left:
        return "The game is over: no scarab stone is left on the board."  # SB-E1
    if state.axis is None:
        return "The game is over: no scarab stone stands in the priest's row and column."  # KH-9
    return f"The game is over: no stone is left in {line_name(state, state.axis)}."


def _winner(view: ScarabyaView | ScarabState, names: Sequence[str]) -> str:
    outcome = view.outcome
    assert outcome is not None
    best = max(outcome.scores)
    sides = [n for n, score in enumerate(outcome.scores) if score == best]
    level = joined([names[n] for n in sides])
    if outcome.reason == "shared":
        return f"Shared victory: {level} with {count(best, 'point')} each."
    if view.seats == 1:
        return f"{level} ends with {count(best, 'point')}."
    if outcome.reason == "points":
        others = [str(score) for n, score in enumerate(outcome.scores) if n not in sides]
        return f"Winner: {level} with {count(best, 'point')} against {joined(others)}."
    assert isinstance(view, ScarabState)
    side = (outcome.winners[0] - 1) // 2 if view.start.teams else outcome.winners[0] - 1
    value = outcome.reason.removeprefix("most ")
    return (
        f"Winner: {names[side]}. {level} have {count(best, 'point')} each, "
        f"and the tie is broken by the stones of {value}: "
        f"{_tie(view, names, int(value), sides)}."
    )


def _tie(state: ScarabState, names: Sequence[str], value: int, sides: Iterable[int]) -> str:
    held = [sum(stone.value == value for stone in hand) for hand in state.collections]
    return ", ".join(f"{names[side]} {held[side]}" for side in sides)


def _solo_outcome(view: SoloView) -> str:
    left = view.site.scarabs & view.dig.free
    if not left:
        on = count(view.tries, "try").replace("trys", "tries")
        return f"Won after {on}: all {view.site.scarab_count} scarabs are covered."  # SY-O4
    scarabs = count(left.bit_count(), "scarab")
    return f"Lost on try {view.tries}: {scarabs} not covered: {squares_text(left)}."


def _stone_points(state: ScarabState, names: Sequence[str]) -> Iterator[str]:
    for name, stones in zip(names, state.hands, strict=True):
        yield f"{name}: {_stones_sum(stones)}."
    if state.start.teams:
        for name, score in zip(side_names(state, names), state.scores, strict=True):
            yield f"Team {name}: {count(score, 'point')}."


def _stones_sum(stones: Sequence[Stone]) -> str:
    gained = sum(stone.value for stone in stones if stone.value > 0)
    lost = sum(stone.value for stone in stones if stone.value < 0)
    total = count(gained + lost, "point")
    return f"{total} ({gained:+d} and {lost:+d}) from {count(len(stones), 'stone')}"


def _area_points(view: ExpeditionView | DuelView, names: Sequence[str]) -> Iterator[str]:
    payments = ledger_of(view).payments
    for seat, name in enumerate(names, 1):
        parts = [
            f"{area.points} at {squares_text(area.squares)}"
            for area in areas_of(view, seat)
            if area.points
        ]
        if isinstance(view, DuelView) and seat == 2 and view.bonus:
            parts.append(f"{view.bonus.bit_count()} for the scarabs left in the open (SY-D4)")
        made = f": {', '.join(parts)}" if parts else ""
        tokens = _tokens(payments[seat - 1])
        yield f"{name}, {count(view.scores[seat - 1], 'point')}{made}.{tokens}"


def _tokens(payments: Sequence[Payment]) -> str:
    """Say which tokens were paid, and what the bank owes (SY-A5)."""
    tokens = Counter(token for payment in payments for token in payment.tokens)
    owed = sum(payment.owed for payment in payments)
    parts = [f"{tokens[value]} of value {value}" for value in sorted(tokens, reverse=True)]
    parts += [f"{count(owed, 'point')} owed by the bank"] if owed else []
    return f" Tokens: {', '.join(parts)}." if parts else ""
