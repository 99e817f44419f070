"""The arena: tournaments and self-play, on one machine or on many.

Workers import no more of it than they need; so nothing is imported here.
"""
