"""The check of the source's shape finds functions of the page by their layout."""

from __future__ import annotations

from scripts.check_shape import js_functions

PAGE = """\
export function outer(a) {
  const inner = (b) => {
    return b;
  };
  if (a) {
    inner(a);
  }
  return {
    draw(view) {
      return view;
    },
  };
}

class Line {
  async send(text) {
    this.text = text;
  }
}
"""


def test_functions_closures_and_methods_of_the_page_are_measured() -> None:
    assert list(js_functions(PAGE)) == [
        (1, "outer", 13),
        (2, "inner", 3),
        (9, "draw", 3),
        (16, "send", 3),
    ]
