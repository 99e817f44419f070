"""Scarabya in records: what the tags and the numbered lines mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from kheper.core.errors import KheperError, NotationError, RuleError, SetupError
from kheper.core.game import Replay
from kheper.core.grid import clip
from kheper.core.record import (
    VERSION,
    Line,
    Record,
    at_tag,
    check_result,
    merge_tags,
    named_seats,
    seat_tags,
)
from kheper.core.settings import parse_number
from kheper.scarabya.dig import Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.expedition import MODE as EXPEDITION
from kheper.scarabya.expedition import MOST_SEATS, Expedition, ExpeditionView
from kheper.scarabya.options import CHOICES, Options
from kheper.scarabya.placements import DISCARD, Placement, parse_placement
from kheper.scarabya.setup import (
    SEATS,
    ScarabyaState,
    ScarabyaView,
    check_mode,
    parse_deck,
    start,
)
from kheper.scarabya.site import Site
from kheper.scarabya.solo import Solo, SoloView
from kheper.scarabya.tiles import Tile, parse_tile
from kheper.scarabya.views import complete_deck

TITLE = "Scarabya"
OPEN = "-"  # KH-4: a seat whose placement of the open round is missing or hidden
WORLDS = ("Desert", "Rainforest", "Deep sea", "Ice")

Seen = ScarabyaState | ScarabyaView


def write(seen: Seen, tags: Iterable[tuple[str, str]] = (), *, deck: bool = False) -> Record:
    """Write down a state or a view; the undrawn cards of a state only with `deck`."""
    given = list(tags)
    digs = digs_of(seen)
    listed = {
        "Game": TITLE,
        "Version": VERSION,
        "Mode": seen.mode,
        "Site": str(digs[0].site),
        "Deck": "".join(_cards(seen, deck)),
        **seat_tags(given, WORLDS[: seen.seats]),
        **dict(seen.options.chosen()),
        **dict(_tries(seen)),
        "Result": seen.outcome.result if seen.outcome else "*",
    }
    reserved = {*CHOICES, "Tries", "Known", *(f"Seat{n}" for n in range(1, MOST_SEATS + 1))}
    others = [(name, value) for name, value in given if name not in reserved]
    return Record(merge_tags(listed.items(), others), tuple(_lines(seen, digs)))


def digs_of(seen: Seen) -> tuple[Dig, ...]:
    """Return the digs of a state or view: one for each seat in an expedition, otherwise one."""
    return seen.digs if isinstance(seen, Expedition | ExpeditionView) else (seen.dig,)


def replay(record: Record, rng: Random) -> Replay[ScarabyaState, Placement]:
    """Play a record through the rules."""
    state = _first_state(record, rng)
    states: list[ScarabyaState] = [state]
    plays: list[tuple[int, Placement]] = []
    for line in record.lines:
        try:
            for seat, placement in _plays(states[-1], line):
                states.append(states[-1].play(seat, placement))
                plays.append((seat, placement))
        except KheperError as error:
            raise error.at(line=line.line) from None
    check_result(record, states[-1].outcome)
    return Replay(tuple(states), tuple(plays))


def _cards(seen: Seen, deck: bool) -> tuple[Tile, ...]:
    if isinstance(seen, ExpeditionView | DuelView | SoloView):
        return seen.cards
    if deck:
        return seen.deck
    return seen.deck[: max(seen.number, seen.known) if isinstance(seen, Solo) else seen.number]


def _tries(seen: Seen) -> Iterator[tuple[str, str]]:
    if isinstance(seen, Solo | SoloView) and seen.tries > 1:
        yield "Tries", str(seen.tries)
        yield "Known", str(seen.known)


def _lines(seen: Seen, digs: tuple[Dig, ...]) -> Iterator[Line]:
    cards = _cards(seen, deck=False)
    closed = len(digs[0].entries)
    for number in range(1, closed + 1):
        entries = [str(dig.entries[number - 1] or DISCARD) for dig in digs]
        yield Line(number, f"{cards[number - 1]}: {' | '.join(entries)}")
    if isinstance(seen, Expedition | ExpeditionView) and any(seen.pending):
        ready = seen.ready if isinstance(seen, ExpeditionView) else ()
        entries = [
            str(placement or (OPEN if seat in seen.to_move or seat in ready else DISCARD))
            for seat, placement in enumerate(seen.pending, 1)
        ]
        yield Line(closed + 1, f"{cards[closed]}: {' | '.join(entries)}")


def _first_state(record: Record, rng: Random) -> ScarabyaState:
    tags = dict(record.tags)
    for name in ("Mode", "Site"):
        if name not in tags:
            raise NotationError(None, f"the tag {name} is missing")
    with at_tag(record, "Mode"):
        mode = check_mode(tags["Mode"])
    with at_tag(record, "Site"):
        site = Site.parse(tags["Site"])
    with at_tag(record, "Deck"):
        cards = parse_deck(tags["Deck"]) if "Deck" in tags else ()
    cards = _drawn(record, cards)
    deck = complete_deck(cards, rng)
    with at_tag(record, *CHOICES):
        options = Options.read(tags)
    if mode == Solo.mode:
        with at_tag(record, "Tries", "Known"):
            tries = parse_number(tags.get("Tries", "1"), "Tries", 1)
            most = len(cards) if tries > 1 else 0  # KH-5: known are cards of an earlier try
            known = parse_number(tags.get("Known", "0"), "Known", 0, most)
        return Solo.start(site, deck, options, tries=tries, known=known)
    seats = _seats(record) if mode == EXPEDITION else SEATS[mode].start
    return start(mode, site, deck, seats, options)


def _seats(record: Record) -> int:
    """Count the seats of an expedition: by its seat tags, or by the entries of its first line."""
    entries = record.lines[0].text.count("|") + 1 if record.lines else 1
    return named_seats(record, MOST_SEATS) or entries


def _drawn(record: Record, cards: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Append the lines' cards to those of the tag Deck; each is drawn once (SY-M4)."""
    for line in record.lines[len(cards) : len(Tile)]:
        card = _card(line)
        if card in cards:
            sentence = f"the card {card} is drawn twice"
            raise SetupError("SY-M4", sentence, code="bad-deck", line=line.line)
        cards = (*cards, card)
    return cards


def _card(line: Line) -> Tile:
    try:
        return parse_tile(line.text.partition(":")[0].strip())
    except KheperError as error:
        raise error.at(line=line.line) from None


def _plays(state: ScarabyaState, line: Line) -> Iterator[tuple[int, Placement]]:
    """Yield the plays of a line, after checking the discards that the rules made."""
    card, colon, text = line.text.partition(":")
    if not colon:
        raise NotationError(None, "the line does not start with a card and a colon, such as 'W: …'")
    entries = [entry.strip() for entry in text.split("|")]
    digs = digs_of(state)
    if len(entries) != len(digs):
        raise NotationError(None, f"the line has {len(entries)} entries, expected {len(digs)}")
    if line.number > len(Tile):
        raise RuleError("SY-M4", "there are only twelve mission cards", code="over")
    if line.number > state.number and not state.over:
        raise NotationError("SY-B1", f"the round of line {state.number} is still open")
    expected = state.deck[line.number - 1]
    if card.strip() != expected:
        raise NotationError(
            "SY-B1", f"the line's card is {clip(card)}, the deck's is {expected}", code="other-card"
        )
    to_move = state.to_move if line.number == state.number else ()
    for seat, entry in enumerate(entries, 1):
        mover = state.to_move[0] if len(digs) == 1 and to_move else seat
        if mover in to_move:
            if entry == DISCARD:
                raise RuleError(
                    "SY-L6", f"{expected} can be placed, so it must be", code="must-place"
                )
            if entry != OPEN or len(digs) == 1:
                yield mover, parse_placement(entry)
        elif entry != DISCARD:
            _refuse(state, digs[seat - 1], entry, expected)


def _refuse(state: ScarabyaState, dig: Dig, entry: str, tile: Tile) -> None:
    """Raise the error that refuses a placement of a seat that had to discard."""
    if entry != OPEN:
        dig.check(parse_placement(entry), tile, state.options.flip == "on")
    raise RuleError(
        "SY-L6", f"{tile} cannot be placed, so the entry is {DISCARD}", code="must-discard"
    )
