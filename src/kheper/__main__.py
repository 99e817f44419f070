"""Lets `python -m kheper` do what the command `kheper` does."""

from kheper.cli import main

if __name__ == "__main__":
    main()
