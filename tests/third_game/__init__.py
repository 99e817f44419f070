"""A third game, added from outside: Nim with a hidden bonus card.

`nim/` has one module for each layer, as `kheper` has one folder for each game in each layer. No
file outside this folder knows of it. Its checks run in a process of their own, because what is
registered stays registered.
"""
