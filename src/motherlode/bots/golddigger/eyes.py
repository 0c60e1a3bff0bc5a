"""With what eyes players of GOLD DIGGER look at a move."""

# What pays at once, set by hand.
GREEDY = (
    0.0,  # let go
    0.0,  # let go: early
    0.0,  # let go: a share here
    0.0,  # let go: a share here that rivals may stake
    0.0,  # let go: own share that another stake would take
    0.0,  # let go: another of these people is in the hand
    0.0,  # let go: a share here that may be staked later
    0.0,  # let go: rivals' share that another stake would take
    0.0,  # stake
    0.0,  # stake: early
    0.0,  # stake: very early
    3.0,  # stake: the share
    -3.0,  # stake: the share, early
    0.0,  # stake: the share, with people still to come
    0.0,  # stake: the share, with rivals and people still to come
    -3.0,  # stake: own share lost by it
    3.0,  # stake: rivals' share lost by it
    0.0,  # stake: stakes kept
    0.0,  # stake: stakes kept, early
    0.0,  # stake: what the best share is above this one
    0.0,  # ore
    0.0,  # ore: room here
    0.0,  # ore: bags
    0.0,  # ore: bags, early
    4.0,  # ore: own part of the bags
    -4.0,  # ore: rivals' part of the bags
    0.0,  # ore: own part above that of rivals, early
    0.0,  # ore: own part above that of rivals, with people and rivals still to come
    0.0,  # ore: bags where nobody is yet
    0.0,  # ore: bags where people in the hand may stake
    0.0,  # ore: bags where stakes kept may go
    0.0,  # ore: bags where rivals may stake
)

# What is in it for oneself, whatever others do.
CHILDLIKE = (
    0.0,  # let go
    0.0,  # let go: early
    0.0,  # let go: a share here
    0.0,  # let go: a share here that rivals may stake
    0.0,  # let go: own share that another stake would take
    0.0,  # let go: another of these people is in the hand
    0.0,  # let go: a share here that may be staked later
    0.0,  # let go: rivals' share that another stake would take
    0.0,  # stake
    0.0,  # stake: early
    0.0,  # stake: very early
    3.0,  # stake: the share
    0.0,  # stake: the share, early
    0.0,  # stake: the share, with people still to come
    0.0,  # stake: the share, with rivals and people still to come
    0.0,  # stake: own share lost by it
    0.0,  # stake: rivals' share lost by it
    0.0,  # stake: stakes kept
    0.0,  # stake: stakes kept, early
    0.0,  # stake: what the best share is above this one
    0.0,  # ore
    0.0,  # ore: room here
    0.0,  # ore: bags
    0.0,  # ore: bags, early
    4.0,  # ore: own part of the bags
    0.0,  # ore: rivals' part of the bags
    0.0,  # ore: own part above that of rivals, early
    0.0,  # ore: own part above that of rivals, with people and rivals still to come
    0.0,  # ore: bags where nobody is yet
    0.0,  # ore: bags where people in the hand may stake
    0.0,  # ore: bags where stakes kept may go
    0.0,  # ore: bags where rivals may stake
)

# What pays in the end, learned by practice.
PRACTISED = (
    -2.589,  # let go
    12.199,  # let go: early
    -0.580,  # let go: a share here
    -0.565,  # let go: a share here that rivals may stake
    3.612,  # let go: own share that another stake would take
    10.046,  # let go: another of these people is in the hand
    -5.497,  # let go: a share here that may be staked later
    -4.434,  # let go: rivals' share that another stake would take
    -1.508,  # stake
    -12.710,  # stake: early
    -12.016,  # stake: very early
    1.593,  # stake: the share
    -5.637,  # stake: the share, early
    -3.791,  # stake: the share, with people still to come
    5.889,  # stake: the share, with rivals and people still to come
    -7.294,  # stake: own share lost by it
    6.951,  # stake: rivals' share lost by it
    13.148,  # stake: stakes kept
    2.990,  # stake: stakes kept, early
    -8.850,  # stake: what the best share is above this one
    5.020,  # ore
    -1.572,  # ore: room here
    1.065,  # ore: bags
    -3.115,  # ore: bags, early
    14.084,  # ore: own part of the bags
    -10.269,  # ore: rivals' part of the bags
    12.921,  # ore: own part above that of rivals, early
    -0.139,  # ore: own part above that of rivals, with people and rivals still to come
    -0.922,  # ore: bags where nobody is yet
    21.854,  # ore: bags where people in the hand may stake
    0.359,  # ore: bags where stakes kept may go
    -4.746,  # ore: bags where rivals may stake
)
