"""The Numba edge: ``@rule``, bit sets, random streams.  It knows no game."""
