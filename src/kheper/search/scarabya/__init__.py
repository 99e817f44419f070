"""Scarabya: moves, playouts, the learned evaluation, the tree search and the solvers."""
