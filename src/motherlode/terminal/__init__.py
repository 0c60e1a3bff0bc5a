"""Playing in the terminal, against simple machines or several people at one screen.

Everything is drawn from a ``View``: what a seat does not see now never reaches the screen, and
what is turned down again is wiped from it.  Each game has its own board in a module named after
the game; nothing else here knows a game.
"""
