"""SCARAB, written the slow and plain way, as an oracle for tests."""

import re

VALUES = [8, 7, 6, 5, 4, 3, 2, 1, -1, -2, -3, -4, -5, -6, -7, -8]
MOVE = re.compile(
    r"(?P<axis>[hv])(?P<square>[a-j]\d+)"
    r"(?:(?P<axis2>[hv])(?P<square2>[a-j]\d+))?"
    r"(?:\^(?P<stone>[+-][1-8]\*?)@(?P<back>[a-j]\d+))?"
)


def _value(stone: str) -> int:
    return int(stone.rstrip("*"))


def _is_scarab(content: str) -> bool:
    return content[0] in "+-"


def _is_stone(content: str) -> bool:
    return _is_scarab(content) or content == "A"


def _other(axis: str) -> str:
    return "v" if axis == "h" else "h"


class Game:
    """One game of SCARAB; `axis`, `mover` and `hands` start it in the middle."""

    def __init__(
        self,
        position: str,
        size: int = 10,
        turning: bool = False,
        teams: bool = False,
        seats: int = 2,
        axis: str | None = None,
        mover: int = 1,
        hands: str | None = None,
    ) -> None:
        """Read a position, and hands such as `+5 -3;-8*`."""
        rows = [row.split(" ") for row in position.split("/")]
        if len(rows) != size or any(len(row) != size for row in rows):
            raise ValueError(f"a position is {size} rows of {size} squares")
        if teams and seats != 4:
            raise ValueError("SB-V3: teams are for four players")
        self.size = size
        self.turning = turning
        self.teams = teams
        self.seats = seats
        self.axis = axis  # None: the free first move
        self.mover = mover
        self.columns = "abcdefghij"[:size]
        self.board = {
            f"{column}{number}": content
            for number, row in enumerate(rows, 1)
            for column, content in zip(self.columns, row, strict=True)
        }
        (self.priest,) = [square for square in self.board if self.board[square] == "P"]
        self.hands: dict[int, list[str]] = {seat: [] for seat in range(1, seats + 1)}
        for seat, text in enumerate((hands or "").split(";"), 1):
            if text.split() and seat not in self.hands:
                raise ValueError(f"hands for more than {seats} seats")
            if text.split():
                self.hands[seat] = text.split()
        self.played: list[str] = []

    def _line(self, square: str, axis: str) -> list[str]:
        """List the other squares of the row or column."""
        if axis == "h":
            line = [column + square[1:] for column in self.columns]
        else:
            line = [f"{square[0]}{row}" for row in range(1, self.size + 1)]
        line.remove(square)
        return line

    def _may_land(self, square: str) -> bool:
        if self.axis is None:
            return _is_scarab(self.board[square])  # SB-T1: no ankh
        return _is_stone(self.board[square])  # SB-T3

    def _ways(self) -> list[tuple[str, str]]:
        """List the priest's ways: the move's text and the square landed on."""
        ways = []
        for axis in ["h", "v"] if self.axis is None else [self.axis]:  # SB-T1, SB-T2
            for square in self._line(self.priest, axis):
                if self._may_land(square):
                    ways.append((axis + square, square))
                if self.turning and self.board[square].endswith("*"):  # SB-V2
                    across = _other(axis)
                    for target in self._line(square, across):
                        if self._may_land(target):
                            ways.append((axis + square + across + target, target))
        return ways

    def _returns(self) -> list[str]:
        """List the ankh returns the mover may choose from (SB-T5)."""
        empty = [square for square in self.board if self.board[square] == "."]
        empty.append(self.priest)  # the priest is about to leave it
        return [f"^{stone}@{square}" for stone in set(self.hands[self.mover]) for square in empty]

    def to_move(self) -> list[int]:
        """List the one seat to move, none when the game is over."""
        return [] if self.over() else [self.mover]

    def legal(self, seat: int) -> list[str]:
        """List a seat's legal moves with all ankh returns, sorted as text."""
        if seat not in self.to_move():
            return []
        moves = []
        for text, target in self._ways():
            moves.append(text)
            if self.board[target] == "A":
                moves.extend(text + back for back in self._returns())
        return sorted(moves)

    def play(self, seat: int, text: str) -> None:
        """Make a move."""
        if text not in self.legal(seat):
            raise ValueError(f"illegal for seat {seat}: {text}")
        match = MOVE.fullmatch(text)
        assert match is not None
        target = match["square2"] or match["square"]
        taken = self.board[target]
        self.board[self.priest] = "."
        self.board[target] = "P"
        self.priest = target
        if _is_scarab(taken):
            self.hands[seat].append(taken)  # SB-T4
        if match["stone"]:
            self.hands[seat].remove(match["stone"])  # SB-T5
            self.board[match["back"]] = match["stone"]
        self.axis = _other(match["axis2"] or match["axis"])  # SB-T2, SB-V2
        self.mover = seat % self.seats + 1  # SB-S2
        self.played.append(text)

    def _sides(self) -> list[list[int]]:
        """List the seats that count together."""
        if self.teams:
            return [[1, 2], [3, 4]]  # SB-V3
        return [[seat] for seat in self.hands]

    def _collection(self, side: list[int]) -> list[int]:
        return [_value(stone) for seat in side for stone in self.hands[seat]]

    def scores(self) -> list[int]:
        """List the points of each seat, or of each team."""
        return [sum(self._collection(side)) for side in self._sides()]

    def over(self) -> bool:
        """Tell whether the game has ended (SB-E1)."""
        no_scarab = not any(_is_scarab(content) for content in self.board.values())
        return no_scarab or not self._ways()

    def result(self) -> str:
        """Return the record's Result tag."""
        return " ".join(map(str, self.scores())) if self.over() else "*"

    def winners(self) -> list[int]:
        """List the seats that share the victory (SB-E2), none while the game goes on."""
        if not self.over():
            return []
        merits = []
        for side in self._sides():
            stones = self._collection(side)
            merits.append([sum(stones)] + [stones.count(value) for value in VALUES])
        best = max(merits)
        return [
            seat
            for side, merit in zip(self._sides(), merits, strict=True)
            if merit == best
            for seat in side
        ]

    def lines(self) -> list[str]:
        """List the record's numbered lines."""
        return [f"{number}. {text}" for number, text in enumerate(self.played, 1)]

    def position(self) -> str:
        """Return the current position as text."""
        return "/".join(
            " ".join(self.board[f"{column}{row}"] for column in self.columns)
            for row in range(1, self.size + 1)
        )
