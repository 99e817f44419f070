"""Golden playthroughs: one whole game of each mode and variant, written down and compared.

`python -m tests.golden` writes them anew; then read the diff. A change in it that you cannot
explain is a bug.
"""
