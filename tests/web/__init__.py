"""The page: its logic in node, its words and its imports here."""
