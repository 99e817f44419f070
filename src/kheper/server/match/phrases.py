"""Quick phrases: codes that every page translates into its reader's language."""

from __future__ import annotations

PHRASES = (
    "hello",
    "good-luck",
    "have-fun",
    "your-turn",
    "one-moment",
    "back-soon",
    "nice-find",
    "well-played",
    "oops",
    "thank-you",
    "another-game",
    "goodbye",
)
