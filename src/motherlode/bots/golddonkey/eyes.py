"""With what eyes players of Gold! look at a move."""

# What pays at once, set by hand.
GREEDY = (
    0.5,  # value gained
    20.0,  # what may become of the row
    0.0,  # a set
    0.0,  # a set: its value
    0.0,  # a set: the best bonus there is
    0.0,  # a pair
    0.0,  # a pair: its value
    0.0,  # a pair, early
    0.0,  # a new colour
    0.0,  # a new colour: its value
    0.0,  # a new colour, early
    0.0,  # a donkey comes
    0.0,  # a donkey goes
    0.0,  # a pair is broken
    0.0,  # a single card goes: its value
    0.0,  # late: the lead of a colour comes: its best gold
    0.0,  # late: the lead of a colour goes: its best gold
    0.0,  # a card less on offer
    0.0,  # the offer is emptied
    0.0,  # the next seat might have had a set of it
    0.0,  # the next seat might have had a pair of it
    0.0,  # what goes makes a set for the next seat
    0.0,  # what goes makes a pair for the next seat
    0.0,  # what goes: its value
    0.0,  # left on offer: the lowest value
    0.0,  # left on offer: sets for the next seat
    0.0,  # left on offer: pairs for the next seat
    0.0,  # left on offer: sets for the own row
    1.0,  # bonus: its value
    0.0,  # bonus: a donkey
    0.0,  # bonus: breaks a pair
    0.0,  # no bonus
)
# High numbers, whatever their colours.
CHILDLIKE = (
    5.0,  # value gained
    5.0,  # what may become of the row
    0.0,  # a set
    0.0,  # a set: its value
    0.0,  # a set: the best bonus there is
    0.0,  # a pair
    0.0,  # a pair: its value
    0.0,  # a pair, early
    0.0,  # a new colour
    0.0,  # a new colour: its value
    0.0,  # a new colour, early
    0.0,  # a donkey comes
    0.0,  # a donkey goes
    0.0,  # a pair is broken
    0.0,  # a single card goes: its value
    0.0,  # late: the lead of a colour comes: its best gold
    0.0,  # late: the lead of a colour goes: its best gold
    0.0,  # a card less on offer
    0.0,  # the offer is emptied
    0.0,  # the next seat might have had a set of it
    0.0,  # the next seat might have had a pair of it
    0.0,  # what goes makes a set for the next seat
    0.0,  # what goes makes a pair for the next seat
    0.0,  # what goes: its value
    0.0,  # left on offer: the lowest value
    0.0,  # left on offer: sets for the next seat
    0.0,  # left on offer: pairs for the next seat
    0.0,  # left on offer: sets for the own row
    0.5,  # bonus: its value
    0.0,  # bonus: a donkey
    0.0,  # bonus: breaks a pair
    0.0,  # no bonus
)

# What pays in the end, learned by practice.
PRACTISED = (
    -1.002,  # value gained
    21.641,  # what may become of the row
    -5.326,  # a set
    2.423,  # a set: its value
    8.796,  # a set: the best bonus there is
    0.521,  # a pair
    -0.844,  # a pair: its value
    5.207,  # a pair, early
    1.785,  # a new colour
    -3.160,  # a new colour: its value
    -0.323,  # a new colour, early
    4.249,  # a donkey comes
    -3.070,  # a donkey goes
    -4.522,  # a pair is broken
    0.560,  # a single card goes: its value
    7.785,  # late: the lead of a colour comes: its best gold
    -8.243,  # late: the lead of a colour goes: its best gold
    3.512,  # a card less on offer
    -2.316,  # the offer is emptied
    9.545,  # the next seat might have had a set of it
    4.779,  # the next seat might have had a pair of it
    4.188,  # what goes makes a set for the next seat
    4.697,  # what goes makes a pair for the next seat
    -0.665,  # what goes: its value
    1.125,  # left on offer: the lowest value
    -3.546,  # left on offer: sets for the next seat
    -0.686,  # left on offer: pairs for the next seat
    -1.159,  # left on offer: sets for the own row
    10.803,  # bonus: its value
    4.484,  # bonus: a donkey
    5.788,  # bonus: breaks a pair
    -5.184,  # no bonus
)
