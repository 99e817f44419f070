"""How SCARAB is shown."""
