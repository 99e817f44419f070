"""The rules behind the interfaces of learning tools: Gymnasium, PettingZoo, OpenSpiel.

Each adapter is a package of its own and needs the extra of its name, such as
`pip install kheper[gymnasium]`; what they share needs NumPy alone. Whatever an adapter shows to
a player is made from that player's view, so the undrawn cards and the open placements of others
are never in it (SY-S5, SY-B2). `docs/environments.md` is the contract.
"""
