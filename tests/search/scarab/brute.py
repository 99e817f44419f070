"""The value of a SCARAB position by trying everything with the rules themselves."""

from random import Random

from kheper.scarab import Move, Position, ScarabState, Start, Stone
from kheper.scarab.stones import ANKH, CODES, STARRED, VALUES


def value(state: ScarabState) -> int:
    """Return the mover's side's points still to come minus the other's, under best play."""
    return _value(state, {})


def _value(state: ScarabState, known: dict[object, int]) -> int:
    if state.over:
        return 0
    key = (
        state.board,
        state.priest,
        state.axis,
        state.to_move,
        # What is in hand matters only while there is an ankh.
        tuple(tuple(sorted(hand)) for hand in state.hands) if ANKH in state.board else (),
    )
    if key not in known:
        known[key] = max(
            _value_of(state, move, known) for move in state.legal_moves(state.to_move[0])
        )
    return known[key]


def _value_of(state: ScarabState, move: Move, known: dict[object, int]) -> int:
    seat = state.to_move[0]
    after = state.play(seat, move)
    won = sum(s.value for s in after.hands[seat - 1]) - sum(s.value for s in state.hands[seat - 1])
    rest = _value(after, known)
    if after.over or side_of(state, seat) == side_of(state, after.to_move[0]):
        return won + rest
    return won - rest


def side_of(state: ScarabState, seat: int) -> int:
    """Return the side that a seat plays for."""
    return (seat - 1) // 2 if state.start.teams else seat - 1


def small_position(
    rng: Random,
    *,
    side: int,
    stones: int,
    ankhs: int,
    lines: int,
    hand: int,
    turning: bool,
    teams: bool = False,
    seats: int = 2,
) -> ScarabState:
    """Draw a small position on a few lines of the board, in the middle of a game."""
    while True:
        rows, columns = rng.sample(range(side), lines), rng.sample(range(side), lines)
        squares = [row * side + column for row in rows for column in columns]
        priest, *places = rng.sample(squares, 1 + stones + ankhs)
        board = bytearray(side * side)
        for place in places[:stones]:
            board[place] = CODES[f"{rng.choice(VALUES):+d}"] | _star(rng, turning)
        for place in places[stones:]:
            board[place] = ANKH
        seats = 4 if teams else seats
        hands = tuple(
            tuple(Stone(rng.choice(VALUES), bool(_star(rng, turning))) for _ in range(hand))
            for _ in range(seats)
        )
        state = ScarabState.begin(
            Start(
                Position(bytes(board), priest),
                turning=turning,
                teams=teams,
                seats=seats,
                axis=rng.choice("hv"),
                mover=rng.randint(1, seats),
                hands=hands,
            )
        )
        if not state.over:
            return state


def _star(rng: Random, turning: bool) -> int:
    return STARRED if turning and rng.random() < 0.15 else 0
