"""With what eyes players of GOLD DIGGER look at a move."""

from motherlode.bots.eye import eye_of
from motherlode.bots.golddigger.judgement import FEATURES

# What pays at once, set by hand.
GREEDY = eye_of(
    FEATURES,
    {
        "stake: the share": 3.0,
        "stake: the share, early": -3.0,
        "stake: own share lost by it": -3.0,
        "stake: rivals' share lost by it": 3.0,
        "ore: own part of the bags": 4.0,
        "ore: rivals' part of the bags": -4.0,
    },
)

# What is in it for oneself, whatever others do.
CHILDLIKE = eye_of(
    FEATURES,
    {
        "stake: the share": 3.0,
        "ore: own part of the bags": 4.0,
    },
)

# What pays in the end, learned by practice.
PRACTISED = eye_of(
    FEATURES,
    {
        "let go": -2.589,
        "let go: early": 12.199,
        "let go: a share here": -0.580,
        "let go: a share here that rivals may stake": -0.565,
        "let go: own share that another stake would take": 3.612,
        "let go: another of these people is in the hand": 10.046,
        "let go: a share here that may be staked later": -5.497,
        "let go: rivals' share that another stake would take": -4.434,
        "stake": -1.508,
        "stake: early": -12.710,
        "stake: very early": -12.016,
        "stake: the share": 1.593,
        "stake: the share, early": -5.637,
        "stake: the share, with people still to come": -3.791,
        "stake: the share, with rivals and people still to come": 5.889,
        "stake: own share lost by it": -7.294,
        "stake: rivals' share lost by it": 6.951,
        "stake: stakes kept": 13.148,
        "stake: stakes kept, early": 2.990,
        "stake: what the best share is above this one": -8.850,
        "ore": 5.020,
        "ore: room here": -1.572,
        "ore: bags": 1.065,
        "ore: bags, early": -3.115,
        "ore: own part of the bags": 14.084,
        "ore: rivals' part of the bags": -10.269,
        "ore: own part above that of rivals, early": 12.921,
        "ore: own part above that of rivals, with people and rivals still to come": -0.139,
        "ore: bags where nobody is yet": -0.922,
        "ore: bags where people in the hand may stake": 21.854,
        "ore: bags where stakes kept may go": 0.359,
        "ore: bags where rivals may stake": -4.746,
    },
)
