"""SCARAB for environments: moves as short sequences of actions, and planes."""
