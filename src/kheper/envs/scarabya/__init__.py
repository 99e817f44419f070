"""Scarabya for environments: actions and planes, batches of games on kernels, dealt games."""
