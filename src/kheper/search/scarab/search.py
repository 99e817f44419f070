"""Principal-variation search for two sides, with ankhs, bends and teams.

Values are what is still to come for the side to move: its points minus the other side's. Where
only a trail is left (see `scarab_trail`) that search goes on.
"""

from __future__ import annotations

from kheper.search.jit.arrays import Numbers
from kheper.search.jit.decorators import lazy_kernel
from kheper.search.scarab.board import (
    ANKHS,
    BACK,
    COUNT,
    CROSS,
    HAND,
    HAND_HASH,
    HASH,
    KIND,
    KINDS,
    LEAST_KEYS,
    LEFT,
    MASK,
    PLAIN,
    PRIEST,
    SEAT,
    SEAT_KEYS,
    SEATS,
    SEVEN,
    SIDES,
    TURNING,
    VALUE,
    VERTEX,
    VERTEX_KEYS,
)
from kheper.search.scarab.endgames import (
    A_MOVE,
    ABORTED,
    FOREVER,
    INFINITE,
    MOVES,
    ROOM,
    SELECTIVE,
    TT_MASK,
    bounds,
    ones,
    outlook,
    remember,
    stop_now,
    trail,
)
from kheper.search.scarab.moves import (
    LOW,
    best_gain,
    gain,
    is_empty,
    is_over,
    landings,
    line_gain,
    make,
    unmake,
)

FULL = MOVES + ROOM - 8 * KINDS * 100
LANDING = (1 << BACK) - 1 | 1 << 28  # a move's bits without its return
_OTHER_KEY = 0x5DEECE66D1234567  # keeps these entries of the table apart from the trail's,
_SELECTIVE_KEY = 0x123456789ABCDEF  # and what was not looked at in full from what was


@lazy_kernel
def reach(w: Numbers, vertex: int) -> int:
    """Return the rows, and ten bits further the columns, that the stones connect to a vertex."""
    rows, columns = (1 << vertex, 0) if vertex < 10 else (0, 1 << vertex - 10)
    new_rows, new_columns = rows, columns
    while new_rows or new_columns:
        seen = 0
        while new_rows:
            seen |= w[MASK + LOW[new_rows]]
            new_rows &= new_rows - 1
        new_columns |= seen & ~columns
        columns |= seen
        seen = 0
        while new_columns:
            seen |= w[MASK + 10 + LOW[new_columns]]
            new_columns &= new_columns - 1
        new_rows = seen & ~rows
        rows |= seen
    return rows | columns << 10


@lazy_kernel
def ankh_within(w: Numbers, rows: int) -> bool:
    """Tell whether an ankh stands in some rows."""
    while rows:
        if w[CROSS + LOW[rows]]:
            return True
        rows &= rows - 1
    return False


@lazy_kernel
def least_of(w: Numbers, seat: int, starred: int) -> int:
    """Return the place of a seat's least stone among its plain or its starred ones, or 17."""
    hand = HAND + seat * KINDS + starred * PLAIN
    for n in range(PLAIN):
        if w[hand + n]:
            return n
    return PLAIN


@lazy_kernel
def key_of(w: Numbers, rows: int, ankh: bool) -> int:
    """Return the hash of all that matters from here on.

    Without an ankh within reach that is the reachable stones. With one, a return may connect
    anything, and the collections count: for the last ankh only their least stones (`returns`).
    """
    key = _OTHER_KEY ^ SEAT_KEYS[w[SEAT]] ^ VERTEX_KEYS[w[VERTEX]]
    lines = 1023 if ankh else rows
    while lines:
        key ^= w[HASH + LOW[lines]]
        lines &= lines - 1
    if ankh:
        for seat in range(w[SEATS]):
            if w[ANKHS] > 1:
                key ^= w[HAND_HASH + seat]
            else:
                key ^= LEAST_KEYS[seat, 0, least_of(w, seat, 0)]
                key ^= LEAST_KEYS[seat, 1, least_of(w, seat, 1)]
    return int(key)


@lazy_kernel
def is_isolated(w: Numbers, vertex: int) -> bool:
    """Tell whether a line is empty and not the one the next player must use."""
    return bool(w[MASK + vertex] == 0 and vertex != w[VERTEX])


@lazy_kernel
def stands_in(w: Numbers, square: int) -> bool:
    """Tell whether a square stands in for all that differ from it by an empty line only.

    Two empty lines can change places and nothing changes, so the first where the stone may go
    is enough.
    """
    row, column = square // 10, square % 10
    if is_isolated(w, row):
        for other in range(row):
            twin = other * 10 + column
            if is_isolated(w, other) and twin != w[PRIEST]:
                return False
    if is_isolated(w, 10 + column):
        for other in range(column):
            twin = row * 10 + other
            if is_isolated(w, 10 + other) and twin != w[PRIEST]:
                return False
    return True


@lazy_kernel
def returns(w: Numbers, work: Numbers, seat: int, end: int) -> int:
    """Write what the seat may do after its landing on an ankh, dominated ways left out.

    The landing has been made, the return has not. When no ankh is left, returning a stone one
    point lower wins one point now and changes the rest by at most one: of all stones that may
    go to a square the least is best, plain and starred apart.
    """
    last = w[ANKHS] == 0
    if last and not w[TURNING]:
        kind = least_of(w, seat, 0)
        if kind < 8:
            return _last_returns(w, work, kind, end)
    work[end] = 0
    end += 1
    for starred in range(2):
        first = least_of(w, seat, starred)
        for n in range(first, PLAIN):
            if w[HAND + seat * KINDS + starred * PLAIN + n]:
                end = _everywhere(w, work, starred * PLAIN + n, end)
            if last or work[SELECTIVE]:
                break
    return end


@lazy_kernel
def _everywhere(w: Numbers, work: Numbers, kind: int, end: int) -> int:
    """Write a stone's return to each square that matters."""
    for square in range(100):
        if square == w[PRIEST] or not is_empty(w, square) or not stands_in(w, square):
            continue
        if work[SELECTIVE] and _is_busy(w, square):
            continue
        work[end] = square + 1 << BACK | kind << KIND
        end += 1
    return end


@lazy_kernel
def _is_busy(w: Numbers, square: int) -> bool:
    """Tell whether a return there is left out where the search need not be exact."""
    row, low = square // 10, 10 + square % 10
    if w[VERTEX] == row or w[VERTEX] == low:
        return bool(w[MASK + w[VERTEX]] != 0)
    return (square * 7 + w[PRIEST]) % 19 != 0 and ones(w[MASK + row]) + ones(w[MASK + low]) > 4


@lazy_kernel
def _last_returns(w: Numbers, work: Numbers, kind: int, end: int) -> int:
    """Write the returns of a negative stone after the last ankh.

    A stone out of reach changes nothing further: one such return stands for all of them, and it
    is better than to decline. (A line within reach and an empty one is no such place, though it
    only adds a move: moving is compulsory, and who was stuck before is so no longer.)
    """
    within = reach(w, w[VERTEX])
    begin = end
    end += 1  # what is out of reach is looked at first, or else declining
    work[begin] = 0
    for square in range(100):
        if square == w[PRIEST] or not is_empty(w, square) or not stands_in(w, square):
            continue
        move = square + 1 << BACK | kind << KIND
        if (within >> square // 10 | within >> 10 + square % 10) & 1:
            work[end] = move
            end += 1
        else:
            work[begin] = move
    return end


@lazy_kernel
def worth(w: Numbers, move: int) -> int:
    """Return the points that a move brings the mover."""
    if move >> BACK & SEVEN:
        return 8 - (move >> KIND & SEVEN) % PLAIN
    return int(w[VALUE + (move & SEVEN)])


@lazy_kernel
def answer_to(w: Numbers, work: Numbers, landing: int, end: int) -> int:
    """Return the best that the next player can win at once after a landing."""
    if w[TURNING] or w[VERTEX] < 0:
        undo = make(w, landing)
        answer = best_gain(w, work, end)
        unmake(w, landing, undo)
        return answer
    square = landing & SEVEN
    row, column = square // 10, square % 10
    there, bit = (10 + column, 1 << row) if w[VERTEX] < 10 else (row, 1 << column)
    value, counts = w[VALUE + square], w[COUNT + there]
    if value:
        counts -= 1 << 4 * (value + 8 - (1 if value > 0 else 0))
    return line_gain(w, next_seat(w), counts, (w[CROSS + there] & ~bit) != 0)


@lazy_kernel
def next_seat(w: Numbers) -> int:
    """Return who moves after the seat to move."""
    return int(w[SEAT] + 1 if w[SEAT] + 1 < w[SEATS] else 0)


@lazy_kernel
def sort_landings(w: Numbers, work: Numbers, start: int, end: int, known: int) -> None:
    """Sort landings by their gain minus the best answer, the known best first."""
    seat = w[SEAT]
    same = w[SIDES + seat] == w[SIDES + next_seat(w)]
    for n in range(start, end):
        landing = work[n]
        order = 2000
        if known < 0 or (known & LANDING) != landing:
            own = gain(w, seat, landing & SEVEN)
            answer = answer_to(w, work, landing, end)
            order = own + answer if same else own - answer
        entry = (order + 1000) << 32 | landing
        at = n
        while at > start and work[at - 1] < entry:
            work[at] = work[at - 1]
            at -= 1
        work[at] = entry
    for n in range(start, end):
        work[n] &= (1 << 32) - 1


@lazy_kernel
def guess(w: Numbers, work: Numbers, start: int, end: int) -> int:
    """Guess a position's value from its landings and the answers to them."""
    seat, quick = w[SEAT], -INFINITE
    same = w[SIDES + seat] == w[SIDES + next_seat(w)]
    for n in range(start, end):
        answer = answer_to(w, work, work[n], end)
        own = gain(w, seat, work[n] & SEVEN)
        quick = max(quick, own + answer if same else own - answer)
    if w[SEATS] == 2 and not w[TURNING] and w[VERTEX] >= 0:
        return outlook(w, w[VERTEX], w[LEFT], quick)
    return quick


@lazy_kernel
def explore(  # noqa: PLR0911, PLR0912, PLR0915 # a search ends early in many ways
    w: Numbers, work: Numbers, tt: Numbers, alpha: int, beta: int, depth: int, start: int
) -> int:
    """Return the value of a position for the side to move, or a bound outside alpha and beta."""
    if stop_now(work) or is_over(w):
        return 0
    known = -1
    first_move = w[VERTEX] < 0
    key, slot = 0, 0
    if not first_move:
        rows = reach(w, w[VERTEX]) & 1023
        ankh = ankh_within(w, rows)
        if not ankh and w[SEATS] == 2 and not w[TURNING]:
            return trail(w, work, tt, w[VERTEX], alpha, beta, depth, start)
        if depth >= w[LEFT] + 2 * w[ANKHS]:
            depth = FOREVER
        key = key_of(w, rows, ankh)
        if ankh and work[SELECTIVE]:
            key ^= _SELECTIVE_KEY
        slot = (key ^ key >> 32) & work[TT_MASK]
        if tt[slot, 0] == key:
            known = tt[slot, 1] & A_MOVE
            low, high = bounds(tt, slot, depth)
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
    end = landings(w, work, start)
    if depth <= 1:
        return guess(w, work, start, end)
    if end > FULL:  # cannot be in games from one box; better no answer than a wrong one
        work[ABORTED] = 1
        return 0
    sort_landings(w, work, start, end, known)
    best, chosen, lowest, searched = -INFINITE, -1, alpha, 0
    side = w[SIDES + w[SEAT]]
    seat = w[SEAT]
    for n in range(start, end):
        landing = work[n]
        stop = end + 1
        work[end] = 0
        if not w[VALUE + (landing & SEVEN)]:
            undo = make(w, landing)
            stop = returns(w, work, seat, end)
            unmake(w, landing, undo)
            if n == start and known >= 0:
                _to_front(work, end, stop, known & ~LANDING)
        for at in range(end, stop):
            move = landing | work[at]
            won = worth(w, move)
            undo = make(w, move)
            same = w[SIDES + w[SEAT]] == side
            got = 0
            low, high = alpha - won, (beta if searched == 0 else alpha + 1) - won
            if same:
                got = won + explore(w, work, tt, low, high, depth - 1, stop)
            else:
                got = won - explore(w, work, tt, -high, -low, depth - 1, stop)
            if searched and alpha < got < beta:
                low, high = got - won, beta - won
                if same:
                    got = won + explore(w, work, tt, low, high, depth - 1, stop)
                else:
                    got = won - explore(w, work, tt, -high, -low, depth - 1, stop)
            unmake(w, move, undo)
            if work[ABORTED]:
                return 0
            searched += 1
            if got > best:
                best, chosen = got, move
                alpha = max(alpha, got)
                if got >= beta:
                    break
        if best >= beta:
            break
    if not first_move:
        remember(tt, slot, key, depth, chosen, best, best > lowest, best < beta)
    return best


@lazy_kernel
def _to_front(work: Numbers, start: int, end: int, wanted: int) -> None:
    """Bring the wanted return to the front, if it is there."""
    for n in range(start, end):
        if work[n] == wanted:
            work[n] = work[start]
            work[start] = wanted
            return


@lazy_kernel
def root_moves(w: Numbers, work: Numbers) -> int:
    """Write the moves that are worth looking at behind `MOVES`, best guess first."""
    seat = w[SEAT]
    end = landings(w, work, MOVES)
    sort_landings(w, work, MOVES, end, -1)
    written = end
    for n in range(MOVES, end):
        landing = work[n]
        start = written
        if w[VALUE + (landing & SEVEN)]:
            work[written] = 0
            written += 1
        else:
            undo = make(w, landing)
            written = returns(w, work, seat, written)
            unmake(w, landing, undo)
        for at in range(start, written):
            work[at] |= landing
        if written > FULL:  # too many ways to return a stone: no answer rather than a part
            work[ABORTED] = 1
            break
    count = written - end
    for n in range(count):
        work[MOVES + n] = work[end + n]
    return MOVES + count


@lazy_kernel
def try_move(
    w: Numbers, work: Numbers, tt: Numbers, move: int, alpha: int, beta: int, depth: int, start: int
) -> int:
    """Return what a move is worth to the side that makes it, or a bound outside the window."""
    side = w[SIDES + w[SEAT]]
    won = worth(w, move)
    undo = make(w, move)
    if w[SIDES + w[SEAT]] == side:
        got = won + explore(w, work, tt, alpha - won, beta - won, depth - 1, start)
    else:
        got = won - explore(w, work, tt, won - beta, won - alpha, depth - 1, start)
    unmake(w, move, undo)
    return got
