"""Lets `python -m kheper.engine` do what the command `kheper engine` does."""

from contextlib import suppress

from kheper.engine.serve import serve

if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve()
