"""With what eyes players of Gold! look at a move."""

# What pays at once, set by hand.
GREEDY = (
    0.0,  # value
    4.0,  # what may become of the rows
)
