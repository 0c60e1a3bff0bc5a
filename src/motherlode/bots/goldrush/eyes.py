"""With what eyes players of GOLD look at a pair of cards."""

# What pays at once, set by hand.
GREEDY = (
    -2.0,  # own diggers lost, strength 2
    -3.0,  # own diggers lost, strength 3
    -5.0,  # own diggers lost, strength 4
    -7.0,  # own diggers lost, strength 5
    2.0,  # rivals' diggers lost, strength 2
    3.0,  # rivals' diggers lost, strength 3
    5.0,  # rivals' diggers lost, strength 4
    7.0,  # rivals' diggers lost, strength 5
    0.0,  # diggers of nobody lost
    4.0,  # nuggets carried home
    -4.0,  # nuggets carried home by rivals
    0.0,  # nuggets blasted
    0.0,  # sticks of dynamite used
    0.0,  # a duel
    0.0,  # the rush begins with the next seat
    0.0,  # the rush begins with the next seat: the best gold known
    0.0,  # one more card and the rush begins
    0.01,  # unseen first
    0.0,  # unseen first: part of the table that is known
    0.0,  # unseen first: cards left
    0.01,  # unseen second
    0.0,  # unseen second: part of the table that is known
    0.0,  # unseen second, beside an own digger
    0.0,  # unseen second, beside a digger of nobody
    0.0,  # unseen second, beside a rival's digger
    0.0,  # unseen second, beside gold
    0.0,  # unseen second, beside dynamite
    4.0,  # in the rush, nuggets
    8.0,  # in the rush, an unseen card
    0.0,  # in the rush, an unseen card: its nuggets to be expected
)

# What pays in the end, learned by practice.
PRACTISED = (
    -4.217,  # own diggers lost, strength 2
    -5.894,  # own diggers lost, strength 3
    -8.869,  # own diggers lost, strength 4
    -10.075,  # own diggers lost, strength 5
    1.713,  # rivals' diggers lost, strength 2
    3.800,  # rivals' diggers lost, strength 3
    6.920,  # rivals' diggers lost, strength 4
    7.946,  # rivals' diggers lost, strength 5
    0.693,  # diggers of nobody lost
    6.168,  # nuggets carried home
    -4.967,  # nuggets carried home by rivals
    0.168,  # nuggets blasted
    0.957,  # sticks of dynamite used
    -2.499,  # a duel
    -1.112,  # the rush begins with the next seat
    0.020,  # the rush begins with the next seat: the best gold known
    -0.950,  # one more card and the rush begins
    2.662,  # unseen first
    4.562,  # unseen first: part of the table that is known
    1.902,  # unseen first: cards left
    -0.916,  # unseen second
    -0.366,  # unseen second: part of the table that is known
    -1.416,  # unseen second, beside an own digger
    4.719,  # unseen second, beside a digger of nobody
    -3.332,  # unseen second, beside a rival's digger
    0.168,  # unseen second, beside gold
    -0.957,  # unseen second, beside dynamite
    6.997,  # in the rush, nuggets
    4.997,  # in the rush, an unseen card
    1.986,  # in the rush, an unseen card: its nuggets to be expected
)
