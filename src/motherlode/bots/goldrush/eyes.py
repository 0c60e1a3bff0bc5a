"""With what eyes players of GOLD look at a pair of cards."""

from motherlode.bots.eye import eye_of
from motherlode.bots.goldrush.judgement import FEATURES

# What pays at once, set by hand.
GREEDY = eye_of(
    FEATURES,
    {
        "own diggers lost, strength 2": -2.0,
        "own diggers lost, strength 3": -3.0,
        "own diggers lost, strength 4": -5.0,
        "own diggers lost, strength 5": -7.0,
        "rivals' diggers lost, strength 2": 2.0,
        "rivals' diggers lost, strength 3": 3.0,
        "rivals' diggers lost, strength 4": 5.0,
        "rivals' diggers lost, strength 5": 7.0,
        "nuggets carried home": 4.0,
        "nuggets carried home by rivals": -4.0,
        "unseen first": 0.01,
        "unseen second": 0.01,
        "in the rush, nuggets": 4.0,
        "in the rush, an unseen card": 8.0,
    },
)

# What pays in the end, learned by practice.
PRACTISED = eye_of(
    FEATURES,
    {
        "own diggers lost, strength 2": -4.217,
        "own diggers lost, strength 3": -5.894,
        "own diggers lost, strength 4": -8.869,
        "own diggers lost, strength 5": -10.075,
        "rivals' diggers lost, strength 2": 1.713,
        "rivals' diggers lost, strength 3": 3.800,
        "rivals' diggers lost, strength 4": 6.920,
        "rivals' diggers lost, strength 5": 7.946,
        "diggers of nobody lost": 0.693,
        "nuggets carried home": 6.168,
        "nuggets carried home by rivals": -4.967,
        "nuggets blasted": 0.168,
        "sticks of dynamite used": 0.957,
        "a duel": -2.499,
        "the rush begins with the next seat": -1.112,
        "the rush begins with the next seat: the best gold known": 0.020,
        "one more card and the rush begins": -0.950,
        "unseen first": 2.662,
        "unseen first: part of the table that is known": 4.562,
        "unseen first: cards left": 1.902,
        "unseen second": -0.916,
        "unseen second: part of the table that is known": -0.366,
        "unseen second, beside an own digger": -1.416,
        "unseen second, beside a digger of nobody": 4.719,
        "unseen second, beside a rival's digger": -3.332,
        "unseen second, beside gold": 0.168,
        "unseen second, beside dynamite": -0.957,
        "in the rush, nuggets": 6.997,
        "in the rush, an unseen card": 4.997,
        "in the rush, an unseen card: its nuggets to be expected": 1.986,
    },
)
