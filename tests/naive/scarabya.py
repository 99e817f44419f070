"""Scarabya, written the slow and plain way, as an oracle for tests."""

import re

Cell = tuple[int, int]
Shape = frozenset[Cell]

COLUMNS = "abcdefghij"
# Every square of the frame in reading order: row by row, left to right.
SQUARES = [f"{column}{row}" for row in range(1, 11) for column in COLUMNS]
CENTRE = {"e5", "f5", "e6", "f6"}

# SY-M3: rows from top to bottom.
DRAWINGS = {
    "F": [".##", "##.", ".#."],
    "I": ["#####"],
    "L": ["#.", "#.", "#.", "##"],
    "N": [".#", ".#", "##", "#."],
    "P": ["##", "##", "#."],
    "T": ["###", ".#.", ".#."],
    "U": ["#.#", "###"],
    "V": ["#..", "#..", "###"],
    "W": ["#..", "##.", ".##"],
    "X": [".#.", "###", ".#."],
    "Y": [".#", "##", ".#", ".#"],
    "Z": ["##.", ".#.", ".##"],
}

# SY-A5: how to pay a symbol, the exact value first, then the fewest lesser tokens.
WAYS_TO_PAY: dict[int, list[list[int]]] = {
    1: [[1]],
    2: [[2], [1, 1]],
    3: [[3], [2, 1], [1, 1, 1]],
    4: [[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]],
}


def _normal(cells: list[Cell]) -> Shape:
    left = min(column for column, _ in cells)
    top = min(row for _, row in cells)
    return frozenset((column - left, row - top) for column, row in cells)


def shapes(letter: str, flip: bool = True) -> list[Shape]:
    """List the different orientations of a tile as sets of (column, row) offsets."""
    cells = [
        (column, row)
        for row, text in enumerate(DRAWINGS[letter])
        for column, mark in enumerate(text)
        if mark == "#"
    ]
    faces = [cells]
    if flip:  # SY-L4
        faces.append([(-column, row) for column, row in cells])
    found: set[Shape] = set()
    for face in faces:
        turned = face
        for _ in range(4):
            found.add(_normal(turned))
            turned = [(-row, column) for column, row in turned]
    return sorted(found, key=sorted)


def canonical(text: str) -> str:
    """Rewrite a placement with its squares sorted by row and then column."""
    squares = re.findall(r"[a-j](?:10|[1-9])", text)
    if "".join(squares) != text or len(set(squares)) != 5 or len(squares) != 5:
        raise ValueError(f"not a placement: {text!r}")
    return "".join(sorted(squares, key=SQUARES.index))


def split(text: str) -> list[str]:
    """List the squares of a placement in reading order."""
    return re.findall(r"[a-j](?:10|[1-9])", canonical(text))


def placements(letter: str, flip: bool = True) -> dict[str, set[str]]:
    """Map the text of every placement of a tile in an empty frame to its squares."""
    found: dict[str, set[str]] = {}
    for shape in shapes(letter, flip):
        for right in range(10):
            for down in range(10):
                cells = [(column + right, row + down) for column, row in shape]
                if all(column < 10 and row < 10 for column, row in cells):
                    squares = {f"{COLUMNS[column]}{row + 1}" for column, row in cells}
                    found[canonical("".join(squares))] = squares
    return found


def _neighbours(square: str) -> set[str]:
    column, row = COLUMNS.index(square[0]), int(square[1:])
    found = set()
    for right, down in [(0, -1), (-1, 0), (1, 0), (0, 1)]:
        if 0 <= column + right < 10 and 1 <= row + down <= 10:
            found.add(f"{COLUMNS[column + right]}{row + down}")
    return found


NEIGHBOURS = {square: _neighbours(square) for square in SQUARES}
PLACEMENTS = {
    flip: {letter: placements(letter, flip) for letter in DRAWINGS} for flip in (True, False)
}


class Dig:
    """One site with the tiles that were laid on it."""

    def __init__(self, site: str, flip: bool = True) -> None:
        """Read a site from its text."""
        rows = site.split("/")
        if len(rows) != 10 or any(len(row) != 10 or set(row) - set(".s#") for row in rows):
            raise ValueError("a site is ten rows of ten of . s #")
        marks = dict(zip(SQUARES, "".join(rows), strict=True))
        self.flip = flip
        self.rocks = {square for square in SQUARES if marks[square] == "#"}
        self.scarabs = {square for square in SQUARES if marks[square] == "s"}
        self.covered: set[str] = set()
        self.tiles: list[str] = []
        self.points = 0
        self.created: list[list[str]] = []  # the areas made by the last placement

    def free(self) -> set[str]:
        """Return the squares without rock and tile."""
        return set(SQUARES) - self.rocks - self.covered

    def legal(self, letter: str) -> list[str]:
        """List the legal placements of a tile, sorted as text."""
        free = self.free()
        if self.tiles:
            # SY-L2: side contact with a placed tile
            wanted = {near for square in self.covered for near in NEIGHBOURS[square]}
        else:
            wanted = CENTRE  # SY-L1, SY-L7
        return sorted(
            text
            for text, squares in PLACEMENTS[self.flip][letter].items()
            if squares <= free and squares & wanted  # SY-L3
        )

    def areas(self) -> list[list[str]]:
        """List the excavation areas, areas and their squares in reading order."""
        found = []
        unseen = self.free()
        for start in SQUARES:
            if start not in unseen:
                continue
            group = []
            waiting = [start]
            unseen.remove(start)
            while waiting:
                square = waiting.pop()
                group.append(square)
                for near in NEIGHBOURS[square]:
                    if near in unseen:
                        unseen.remove(near)
                        waiting.append(near)
            if len(group) <= 4:  # SY-A1
                found.append(sorted(group, key=SQUARES.index))
        return found

    def place(self, text: str) -> int:
        """Lay a tile and return the points its new areas gain (SY-A2)."""
        squares = set(split(text))
        if not squares <= self.free():
            raise ValueError(f"SY-L3: {text}")
        before = self.areas()
        self.covered |= squares
        self.tiles.append(canonical(text))
        # SY-A4: an area that was there before was not created by this tile.
        self.created = [area for area in self.areas() if area not in before]
        gained = sum(self.symbols())
        self.points += gained
        return gained

    def symbols(self) -> list[int]:
        """List what each symbol in the areas of the last placement scores, in reading order."""
        return [len(area) for area in self.created for square in area if square in self.scarabs]

    def scarabs_covered(self) -> int:
        """Count the scarab symbols under tiles (SY-L5)."""
        return len(self.scarabs & self.covered)

    def open_scarabs(self) -> int:
        """Count the visible scarab symbols that lie in no excavation area (SY-D4)."""
        in_areas = {square for area in self.areas() for square in area}
        return len(self.scarabs - self.covered - in_areas)


class Tokens:
    """The bank of scarab tokens (SY-M5) and what it owes each seat."""

    def __init__(self, seats: int) -> None:
        """Fill the bank."""
        self.left = {1: 18, 2: 18, 3: 18, 4: 18}
        self.owed = dict.fromkeys(range(1, seats + 1), 0)

    def pay(self, seat: int, value: int) -> None:
        """Pay for one symbol (SY-A5)."""
        for way in WAYS_TO_PAY[value]:
            if all(way.count(token) <= self.left[token] for token in way):
                for token in way:
                    self.left[token] -= 1
                return
        self.owed[seat] += value

    def mark(self) -> None:
        """Take one token that marks an area of a duel (SY-A5, SY-D3)."""
        most = max(self.left.values())
        if most > 0:
            smallest = min(value for value, count in self.left.items() if count == most)
            self.left[smallest] -= 1


class Expedition:
    """The basic game: everybody digs on their own copy of the site."""

    def __init__(self, site: str, deck: str, seats: int, flip: bool = True) -> None:
        """Set up and draw the first card."""
        self.digs = {seat: Dig(site, flip) for seat in range(1, seats + 1)}
        self.deck = deck
        self.drawn = 0
        self.waiting: list[int] = []  # seats that have yet to place the drawn tile
        self.chosen: dict[int, str] = {}
        self.tokens = Tokens(seats)
        self.written: list[str] = []
        self._draw()

    def _draw(self) -> None:
        while not self.waiting and self.drawn < len(self.deck):
            letter = self.deck[self.drawn]
            self.drawn += 1
            self.chosen = {}
            self.waiting = [seat for seat, dig in self.digs.items() if dig.legal(letter)]
            if not self.waiting:
                self._close()  # SY-L6: nobody can place it

    def _close(self) -> None:
        for seat, dig in self.digs.items():  # SY-A5: in seat order
            if seat in self.chosen:
                dig.place(self.chosen[seat])
                for value in dig.symbols():
                    self.tokens.pay(seat, value)
        entries = " | ".join(self.chosen.get(seat, "x") for seat in self.digs)
        self.written.append(f"{self.drawn}. {self.deck[self.drawn - 1]}: {entries}")

    def to_move(self) -> list[int]:
        """List the seats that have yet to place in this round (SY-B1)."""
        return list(self.waiting)

    def card(self) -> str | None:
        """Return the drawn card, None when the game is over."""
        return None if self.over() else self.deck[self.drawn - 1]

    def legal(self, seat: int) -> list[str]:
        """List a seat's legal placements, sorted as text."""
        if seat not in self.waiting:
            return []
        return self.digs[seat].legal(self.deck[self.drawn - 1])

    def play(self, seat: int, text: str) -> None:
        """Place the drawn tile on a seat's site; it shows when the round closes (SY-B2)."""
        placement = canonical(text)
        if placement not in self.legal(seat):
            raise ValueError(f"illegal for seat {seat}: {text}")
        self.chosen[seat] = placement
        self.waiting.remove(seat)
        if not self.waiting:
            self._close()
            self._draw()

    def scores(self) -> list[int]:
        """List the points of closed rounds."""
        return [dig.points for dig in self.digs.values()]

    def over(self) -> bool:
        """Tell whether the last card was played (SY-B3)."""
        return not self.waiting

    def result(self) -> str:
        """Return the record's Result tag."""
        return " ".join(map(str, self.scores())) if self.over() else "*"

    def lines(self) -> list[str]:
        """List the record's lines of closed rounds."""
        return list(self.written)

    def bank(self) -> dict[int, int]:
        """Map each token value to the tokens left."""
        return dict(self.tokens.left)

    def owed(self) -> list[int]:
        """List what the bank owes each seat."""
        return list(self.tokens.owed.values())


class Duel:
    """One-on-one: two players on one shared site."""

    def __init__(self, site: str, deck: str, flip: bool = True) -> None:
        """Set up and draw the first card."""
        self.dig = Dig(site, flip)
        self.deck = deck
        self.drawn = 0
        self.mover = 1
        self.ended = False
        self.points = {1: 0, 2: 0}
        self.placed = {1: 0, 2: 0}
        self.tokens = Tokens(2)
        self.written: list[str] = []
        self._draw()

    def _draw(self) -> None:
        while self.drawn < len(self.deck):
            letter = self.deck[self.drawn]
            self.drawn += 1
            if self.dig.legal(letter):
                return
            self.written.append(f"{self.drawn}. {letter}: x")  # SY-D2
        self.ended = True
        if self.placed[2] == self.placed[1] - 1:  # SY-D4
            for _ in range(self.dig.open_scarabs()):
                self.points[2] += 1
                self.tokens.pay(2, 1)

    def to_move(self) -> list[int]:
        """List the one seat to move, none when the game is over."""
        return [] if self.ended else [self.mover]

    def card(self) -> str | None:
        """Return the drawn card, None when the game is over."""
        return None if self.ended else self.deck[self.drawn - 1]

    def legal(self, seat: int) -> list[str]:
        """List a seat's legal placements, sorted as text."""
        if seat not in self.to_move():
            return []
        return self.dig.legal(self.deck[self.drawn - 1])

    def play(self, seat: int, text: str) -> None:
        """Place the drawn tile on the shared site (SY-D1)."""
        placement = canonical(text)
        if placement not in self.legal(seat):
            raise ValueError(f"illegal for seat {seat}: {text}")
        self.points[seat] += self.dig.place(placement)  # SY-D3
        self.placed[seat] += 1
        for value in self.dig.symbols():
            self.tokens.pay(seat, value)
        for _ in self.dig.created:
            self.tokens.mark()
        self.written.append(f"{self.drawn}. {self.deck[self.drawn - 1]}: {placement}")
        self.mover = 3 - seat
        self._draw()

    def scores(self) -> list[int]:
        """List both seats' points, at the end with the second player's bonus."""
        return [self.points[1], self.points[2]]

    def over(self) -> bool:
        """Tell whether all cards are drawn and played (SY-D4)."""
        return self.ended

    def result(self) -> str:
        """Return the record's Result tag."""
        return f"{self.points[1]} {self.points[2]}" if self.ended else "*"

    def lines(self) -> list[str]:
        """List the record's lines, one for each card placed or discarded."""
        return list(self.written)

    def bank(self) -> dict[int, int]:
        """Map each token value to the tokens left."""
        return dict(self.tokens.left)

    def owed(self) -> list[int]:
        """List what the bank owes each seat."""
        return list(self.tokens.owed.values())


class Solo:
    """One player who wants to cover every scarab symbol."""

    def __init__(self, site: str, deck: str, flip: bool = True) -> None:
        """Set up and draw the first card."""
        self.dig = Dig(site, flip)
        self.deck = deck
        self.drawn = 0
        self.ended = False
        self.written: list[str] = []
        self._draw()

    def _draw(self) -> None:
        # SY-O1: only while one of the undrawn cards could be placed
        while any(self.dig.legal(letter) for letter in self.deck[self.drawn :]):
            letter = self.deck[self.drawn]
            self.drawn += 1
            if self.dig.legal(letter):
                return
            self.written.append(f"{self.drawn}. {letter}: x")
        self.ended = True

    def to_move(self) -> list[int]:
        """List seat 1, none when the game is over."""
        return [] if self.ended else [1]

    def card(self) -> str | None:
        """Return the drawn card, None when the game is over."""
        return None if self.ended else self.deck[self.drawn - 1]

    def legal(self, seat: int) -> list[str]:
        """List the legal placements, sorted as text."""
        if seat not in self.to_move():
            return []
        return self.dig.legal(self.deck[self.drawn - 1])

    def play(self, seat: int, text: str) -> None:
        """Place the drawn tile."""
        placement = canonical(text)
        if placement not in self.legal(seat):
            raise ValueError(f"illegal for seat {seat}: {text}")
        self.dig.place(placement)
        self.written.append(f"{self.drawn}. {self.deck[self.drawn - 1]}: {placement}")
        self._draw()

    def scores(self) -> list[int]:
        """List one number, the scarabs covered."""
        return [self.dig.scarabs_covered()]

    def over(self) -> bool:
        """Tell whether nothing more can be placed (SY-O1)."""
        return self.ended

    def result(self) -> str:
        """Return the record's Result tag (SY-O2)."""
        if not self.ended:
            return "*"
        return "won" if self.dig.scarabs <= self.dig.covered else "lost"

    def lines(self) -> list[str]:
        """List the record's lines, one for each card placed or discarded."""
        return list(self.written)
