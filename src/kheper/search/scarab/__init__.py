"""SCARAB: moves, the search for two sides, exact endgames and playouts for more sides."""
