"""SVG for every game: elements, the sheet of paper, and our own drawings."""
