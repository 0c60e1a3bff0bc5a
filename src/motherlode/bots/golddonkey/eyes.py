"""With what eyes players of Gold! look at a move."""

from motherlode.bots.eye import eye_of
from motherlode.bots.golddonkey.judgement import FEATURES

# What pays at once, set by hand.
GREEDY = eye_of(
    FEATURES,
    {
        "value gained": 0.5,
        "what may become of the row": 20.0,
        "bonus: its value": 1.0,
    },
)
# High numbers, whatever their colours.
CHILDLIKE = eye_of(
    FEATURES,
    {
        "value gained": 5.0,
        "what may become of the row": 5.0,
        "bonus: its value": 0.5,
    },
)

# What pays in the end, learned by practice.
PRACTISED = eye_of(
    FEATURES,
    {
        "value gained": -1.002,
        "what may become of the row": 21.641,
        "a set": -5.326,
        "a set: its value": 2.423,
        "a set: the best bonus there is": 8.796,
        "a pair": 0.521,
        "a pair: its value": -0.844,
        "a pair, early": 5.207,
        "a new colour": 1.785,
        "a new colour: its value": -3.160,
        "a new colour, early": -0.323,
        "a donkey comes": 4.249,
        "a donkey goes": -3.070,
        "a pair is broken": -4.522,
        "a single card goes: its value": 0.560,
        "late: the lead of a colour comes: its best gold": 7.785,
        "late: the lead of a colour goes: its best gold": -8.243,
        "a card less on offer": 3.512,
        "the offer is emptied": -2.316,
        "the next seat might have had a set of it": 9.545,
        "the next seat might have had a pair of it": 4.779,
        "what goes makes a set for the next seat": 4.188,
        "what goes makes a pair for the next seat": 4.697,
        "what goes: its value": -0.665,
        "left on offer: the lowest value": 1.125,
        "left on offer: sets for the next seat": -3.546,
        "left on offer: pairs for the next seat": -0.686,
        "left on offer: sets for the own row": -1.159,
        "bonus: its value": 10.803,
        "bonus: a donkey": 4.484,
        "bonus: breaks a pair": 5.788,
        "no bonus": -5.184,
    },
)
