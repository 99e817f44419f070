"""Scarabya in sentences: what happened, whose turn it is, and how the game ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kheper.render.scarabya.facts import (
    CARDS,
    areas_of,
    digs_of,
    drawn,
    ledger_of,
    pending_of,
    squares_text,
)
from kheper.render.wording import count, joined, winner
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.expedition import ExpeditionView
from kheper.scarabya.placements import Placement
from kheper.scarabya.setup import ScarabyaView
from kheper.scarabya.solo import SoloView
from kheper.scarabya.tokens import Payment


def turn_sentence(view: ScarabyaView, names: Sequence[str]) -> str:
    """Say whose turn it is, and with which card."""
    if not view.to_move:
        return "The game is over."
    movers = joined([names[seat - 1] for seat in view.to_move])
    number = len(drawn(view))
    if isinstance(view, ExpeditionView):
        return f"Round {number} of {CARDS}, tile {view.card}, still to place: {movers}."
    if isinstance(view, SoloView):
        lost = " It can no longer be won." if view.uncoverable else ""  # SY-O2
        return f"Try {view.tries}, card {number} of {CARDS}, tile {view.card}.{lost}"
    return f"Card {number} of {CARDS}, tile {view.card}, turn: {movers}."


def changes(old: ScarabyaView | None, new: ScarabyaView, names: Sequence[str]) -> Iterator[str]:
    """Say what was placed since then, and who has placed in an open round."""
    yield from _laid(old, new, names)
    yield from _waiting(old, new, names)


def outcome_sentences(view: ScarabyaView, names: Sequence[str]) -> Iterator[str]:
    """Say who won, if the game has ended."""
    if view.outcome is not None:
        yield _solo_outcome(view) if isinstance(view, SoloView) else winner(view.outcome, names)


def points_sentences(view: ScarabyaView, names: Sequence[str]) -> Iterator[str]:
    """Say, seat by seat, what the points are made of."""
    if isinstance(view, SoloView):
        yield f"{count(view.scores[0], 'scarab')} covered of {view.site.scarab_count}."
    else:
        yield from _area_points(view, names)


def describe_area(area: Area) -> str:
    """Say where an excavation area is and what it scores."""
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
    """Return a dig as it was after this many cards."""
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


def _solo_outcome(view: SoloView) -> str:
    left = view.site.scarabs & view.dig.free
    if not left:
        on = count(view.tries, "try").replace("trys", "tries")
        return f"Won after {on}: all {view.site.scarab_count} scarabs are covered."  # SY-O4
    scarabs = count(left.bit_count(), "scarab")
    return f"Lost on try {view.tries}: {scarabs} not covered: {squares_text(left)}."


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
