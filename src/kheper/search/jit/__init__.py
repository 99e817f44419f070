"""What every kernel is made of: compiling, bit operations, random numbers, stopping."""
