"""Players as they are written on the command line."""

from __future__ import annotations

import pytest

from kheper.arena.entrants import EngineSpec, Entrant, LevelSpec, PythonSpec, Spec
from kheper.core import KheperError


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("level:5", "level:5", LevelSpec(5)),
        ("quick=level,seconds=0.5,cores=2:8", "quick", LevelSpec(8, None, 0.5, 2)),
        ("level,playouts=250000:8", "level,playouts=250000:8", LevelSpec(8, 250000)),
        ("engine:./mine --a=b,c", "engine:./mine --a=b,c", EngineSpec(("./mine", "--a=b,c"))),
        ("me=engine,level=3,seconds=1:'a b' c", "me", EngineSpec(("a b", "c"), 3, 1.0)),
        ("python:pack.mod:Bot.play", "python:pack.mod:Bot.play", PythonSpec("pack.mod:Bot.play")),
    ],
)
def test_a_player_has_a_name_and_is_what_the_text_says(text: str, name: str, spec: Spec) -> None:
    entrant = Entrant.parse(text)
    assert (entrant.name, entrant.spec) == (name, spec)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no name"),
        ("level", "no player"),
        ("level:", "no player"),
        ("level:9", "1 to 8"),
        ("level:x", "a number"),
        ("level,seconds=0:5", "greater than 0"),
        ("level,seconds=nan:5", "greater than 0"),
        ("level,playouts=-1:5", "greater than 0"),
        ("level,cores=0:5", "cores is 1 to 64"),
        ("level,depth=2:5", "no option 'depth'"),
        ("level,seconds=1,seconds=2:5", "is no option"),
        ("engine:''", "no command"),
        ("engine:'a", "cannot be read"),
        ("engine,cores=2:a", "no option 'cores'"),
        ("python:module", "module:function"),
        ("python,seconds=1:a:b", "there are none"),
        ("\x07=level:5", "no name"),
    ],
)
def test_what_is_no_player_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(KheperError, match=reason):
        Entrant.parse(text)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("engine:x", "genmove 2"),
        ("engine,level=3:x", "genmove 2 3"),
        ("engine,seconds=0.5:x", "genmove 2 8 0.5"),
        ("engine,level=1,seconds=2:x", "genmove 2 1 2"),
    ],
)
def test_an_engine_is_told_level_and_seconds(text: str, command: str) -> None:
    spec = Entrant.parse(text).spec
    assert isinstance(spec, EngineSpec)
    assert spec.genmove(2) == command


def test_only_our_levels_without_a_clock_are_known_to_repeat() -> None:
    texts = ["level:5", "level,playouts=5:5", "level,seconds=1:5", "engine:x", "python:a:b"]
    assert [Entrant.parse(text).repeats for text in texts] == [True, True, False, False, False]
