"""The report as a page: one file that needs no network and no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kheper.arena.markup import Markup, element
from kheper.arena.plots import points_plot, ratings_plot
from kheper.arena.report import EventTable, Report

# With fewer deals the intervals are too narrow: there is too little to draw again from.
FEW_DEALS = 20
MOST_FAULTS = 200

STYLE = """
:root { color-scheme: light dark; --ink: #2b2418; --paper: #fbf7ee; --line: #d9ccb2;
  --mark: #0b6e69; --good: #8fd0b0; --bad: #efb0a0; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee6d6; --paper: #1d1a15; --line: #4b4436;
  --mark: #56c2b8; --good: #22594a; --bad: #6b3327; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 Verdana, "DejaVu Sans", Arial, sans-serif; }
h1, h2, h3 { font-family: Georgia, "DejaVu Serif", serif; line-height: 1.2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: right; }
th[scope=row], td.text { text-align: left; overflow-wrap: anywhere; }
td.share { background: color-mix(in srgb, var(--good) var(--won), var(--bad)); }
svg { width: 100%; max-width: 45rem; height: auto; display: block; font-size: 13px; }
svg text { fill: currentColor; }
.grid { stroke: var(--line); } .zero { stroke: currentColor; stroke-width: 1.5; }
.span { stroke: var(--mark); stroke-width: 4; stroke-linecap: round; opacity: .55; }
.mark { fill: var(--mark); }
"""


def page(report: Report) -> str:
    """Return the report as an HTML document."""
    sections = [_section(table) for table in report.tables]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", "Kheper arena"),
        element("style", Markup(STYLE)),
    )
    body = element(
        "body",
        element("h1", "Kheper arena"),
        _summary(report),
        _players(report),
        *sections,
        _faults(report),
        _times(report),
        _reading(report),
    )
    document = element("html", head, body, lang="en")
    return "<!doctype html>\n" + document.replace("</meta>", "") + "\n"


def _summary(report: Report) -> Markup:
    words = (
        f"{report.games} games on {report.deals} deals, seed {report.seed}, "
        f"Kheper {report.kheper}; faults: {len(report.faults)}."
    )
    if report.deals < FEW_DEALS:
        words += " So few deals say little, and the intervals are too narrow."
    return element("p", words)


def _players(report: Report) -> Markup:
    rows = [
        [entry.name, entry.spec, "yes" if entry.repeats else "not known"]
        for entry in report.players
    ]
    return _grid(["player", "what it is", "plays the same again"], rows, texts=(1, 2))


def _section(table: EventTable) -> Markup:
    heads = ["player", "rating", "from", "to", "stronger than next", "score", "games", "won"]
    rows = [
        [
            row.player,
            f"{row.rating.value:+.0f}",
            f"{row.rating.low:+.0f}",
            f"{row.rating.high:+.0f}",
            "" if row.stronger is None else _percent(row.stronger),
            _percent(row.score),
            str(row.games),
            str(row.won),
            "" if row.points is None else f"{row.points:.1f}",
            str(row.faults),
        ]
        for row in table.rows
    ]
    points = points_plot(table)
    return element(
        "section",
        element("h2", table.name),
        element("p", f"{table.text or 'Every event counts the same'}: {table.games} games."),
        ratings_plot(table),
        _grid([*heads, "points", "faults"], rows),
        element("h3", "One against the other"),
        _cross(table),
        *([element("h3", "Points"), points] if points else []),
    )


def _cross(table: EventTable) -> Markup:
    names = [row.player for row in table.rows]
    found = {(pair.player, pair.other): pair for pair in table.pairs}
    rows = []
    for name in names:
        cells = [element("th", name, scope="row")]
        for other in names:
            pair = found.get((name, other))
            if pair is None:
                cells.append(element("td", ""))
                continue
            share = _percent(pair.won / pair.of)
            title = f"{name} won {pair.won:g} of {pair.of:g} against {other}"
            cells.append(element("td", share, class_="share", style=f"--won: {share}", title=title))
        rows.append(element("tr", *cells))
    heads = [element("th", name, scope="col") for name in ["", *names]]
    grid = element("table", element("thead", element("tr", *heads)), element("tbody", *rows))
    return element("div", grid, class_="wide")


def _faults(report: Report) -> Markup:
    if not report.faults:
        return element("p", "No player was at fault in any game.")
    rows = [
        [one.player, one.kind, str(one.game), one.event, str(one.deal), str(one.seat), one.sentence]
        for one in report.faults[:MOST_FAULTS]
    ]
    heads = ["player", "fault", "game", "event", "deal", "seat", "what happened"]
    shown = f" The first {MOST_FAULTS} are shown." if len(report.faults) > MOST_FAULTS else ""
    words = f"Each of these games was lost by who was at fault.{shown}"
    return element(
        "section",
        element("h2", f"Faults: {len(report.faults)}"),
        element("p", words),
        _grid(heads, rows, texts=(1, 3, 6)),
    )


def _times(report: Report) -> Markup:
    rows = [
        [
            time.player,
            str(time.moves),
            f"{time.seconds:.1f}",
            f"{1000 * time.seconds / time.moves:.1f}" if time.moves else "",
        ]
        for time in report.times
    ]
    heads = ["player", "moves", "seconds", "milliseconds a move"]
    return element("section", element("h2", "Time"), _grid(heads, rows))


def _reading(report: Report) -> Markup:
    lines = [
        "Ratings are on the scale of Elo, by the Bradley–Terry model; the mean of all players "
        "is 0. A difference of 200 means 76 % of the comparisons won, of 400 means 91 %.",
        f"From and to: the interval of {_percent(report.confidence)} confidence, by drawing "
        "whole deals again and again (bootstrap).",
        "Score: the share of comparisons won; a tie is half. In games for more than two, "
        "everybody is compared with everybody; where everybody plays alone, on the same deals.",
        "Points: the mean of the final points, and the span in which eight of ten games ended.",
        "All pairs of players meet on the same deals (sites and decks, or spreads of stones), "
        "with the seats changed around.",
    ]
    return element(
        "section",
        element("h2", "How to read this"),
        element("ul", *(element("li", line) for line in lines)),
    )


def _grid(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: Sequence[int] = ()) -> Markup:
    top = element("tr", *(element("th", head, scope="col") for head in heads))
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(
                element("td", cell, class_="text" if n in texts else None)
                for n, cell in enumerate(row[1:], 1)
            ),
        )
        for row in rows
    ]
    grid = element("table", element("thead", top), element("tbody", *body))
    return element("div", grid, class_="wide")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
