import pytest

from motherlode.record import Series
from motherlode.server import commands as ask
from motherlode.server import entries as fact
from motherlode.server.commands import Commands
from motherlode.server.handle import Refused, Why
from motherlode.server.table import ABSENT, COMMITTING, DAY, MOST_TALK, Phase
from tests.server.evening import SHOWING, Evening, nonce_of

ALL = ("goldrush", "golddigger", "golddonkey")


def refusal(evening: Evening, command: Commands, device: int | None = 0) -> Why:
    number = evening.table.number
    with pytest.raises(Refused) as refused:
        evening.ask(command, device)
    assert evening.table.number == number
    return refused.value.why


def phase_of(evening: Evening) -> Phase:
    return evening.table.phase


def playing(of: str = "golddigger", seats: int = 2, **more: bool) -> Evening:
    evening = Evening(of, seats, **more)
    evening.all_sit()
    evening.deal()
    assert phase_of(evening) is Phase.PLAYING
    return evening


# --- The log ------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", ALL)
def test_a_table_told_again_from_its_log_is_the_same_table(of: str) -> None:
    evening = playing(of, 3, match=True)
    evening.play_on(40)
    evening.leave(1)
    evening.wait(10 * ABSENT)
    evening.ask(ask.Say(0, "hello"))
    evening.play_on(3)

    assert evening.told_again() == evening.table


@pytest.mark.parametrize("of", ALL)
def test_a_match_is_as_many_games_as_seats_and_its_record_verifies(of: str) -> None:
    evening = Evening(of, 3, match=True)
    evening.all_sit()
    starters = []
    for _ in range(3):
        evening.deal()
        assert evening.table.position is not None
        starters.append(evening.table.position.seat)
        evening.play_on()

    table = evening.table
    series = Series.read(table.on_paper())
    assert table.match is not None
    assert table.match.over
    assert [(starters[0] + i) % 3 for i in range(3)] == starters
    assert [str(verdict.result) for verdict in series.verify()] == ["consistent"] * 3
    assert series.games[-1].head == table.head
    assert series.match.totals == table.match.totals


def test_a_rematch_shares_no_terms_and_no_secret_with_the_games_before() -> None:
    evening = playing()
    seen = set()
    for _ in range(3):
        evening.play_on()
        promise = evening.table.finished[-1].promise
        seen.add((promise.terms, promise.commitment, promise.secret))
        evening.deal()

    assert len({terms for terms, _, _ in seen}) == 3
    assert len({secret for _, _, secret in seen}) == 3


def test_the_record_of_a_running_game_has_no_secret() -> None:
    evening = playing()
    evening.play_on(5)

    text = evening.table.on_paper()

    assert "commitment" in text
    assert "\nsecret " not in text
    assert evening.table.secret not in text


# --- Moves --------------------------------------------------------------------------------------


def test_a_doubled_click_is_told_that_it_comes_late() -> None:
    evening = playing()
    position = evening.table.position
    assert position is not None
    click = ask.Move(position.seat, position.moves[0], 0)
    device = evening.table.seats[position.seat].device
    evening.ask(click, device)

    assert refusal(evening, click, device) is Why.LATE


def test_a_move_for_a_moment_that_has_not_come_is_early() -> None:
    evening = playing()
    position = evening.table.position
    assert position is not None

    command = ask.Move(position.seat, position.moves[0], 3)

    assert refusal(evening, command, position.seat) is Why.EARLY


def test_nobody_moves_out_of_turn_or_for_somebody_else_or_without_a_key() -> None:
    evening = playing()
    position = evening.table.position
    assert position is not None
    other = 1 - position.seat

    assert refusal(evening, ask.Move(other, position.moves[0], 0), other) is Why.NOT_YOUR_TURN
    assert refusal(evening, ask.Move(position.seat, position.moves[0], 0), other) is Why.NOT_YOURS
    assert refusal(evening, ask.Move(position.seat, position.moves[0], 0), None) is Why.NO_KEY
    assert refusal(evening, ask.Move(7, position.moves[0], 0)) is Why.NO_SUCH_SEAT


def test_an_illegal_move_is_refused_with_the_games_own_reason() -> None:
    evening = playing("goldrush")
    evening.move("a1")
    position = evening.table.position
    assert position is not None

    with pytest.raises(Refused) as refused:
        evening.move("a1")

    assert refused.value.why is Why.ILLEGAL
    assert position.game.words.WHY_NOT[refused.value.number] == "that card is turned up already"


def test_text_that_is_no_move_is_refused() -> None:
    evening = playing("goldrush")
    position = evening.table.position
    assert position is not None

    assert refusal(evening, ask.Move(position.seat, "z9", 0), position.seat) is Why.NO_MOVE


def test_nobody_moves_while_turned_cards_are_still_shown() -> None:
    evening = playing("goldrush")
    evening.move("a1")
    evening.move("b1")
    position = evening.table.position
    assert position is not None
    command = ask.Move(position.seat, "c1", 2)

    assert refusal(evening, command, position.seat) is Why.STILL_SHOWN
    evening.now += SHOWING - 1
    assert refusal(evening, command, position.seat) is Why.STILL_SHOWN
    evening.now += 1
    evening.ask(command, position.seat)


def test_the_second_card_may_be_turned_at_once() -> None:
    evening = playing("goldrush")
    evening.move("a1")

    assert evening.table.turn_from == evening.now


# --- The deal -----------------------------------------------------------------------------------


def test_the_commitment_is_there_before_anybody_sits() -> None:
    evening = Evening()

    assert evening.table.promise is not None
    assert all(seat.is_empty for seat in evening.table.seats)


def test_only_the_host_deals_the_first_game_and_only_to_a_full_table() -> None:
    evening = Evening()
    evening.ask(ask.Sit("Ada"))
    other = evening.join()

    assert refusal(evening, ask.Deal()) is Why.SEATS_EMPTY
    evening.ask(ask.Sit("Ben"), other)
    assert refusal(evening, ask.Deal(), other) is Why.HOST_ONLY


def test_a_nonce_made_for_another_place_is_asked_for_again() -> None:
    evening = Evening()
    evening.all_sit()
    evening.ask(ask.Deal())

    with pytest.raises(Refused) as refused:
        evening.ask(ask.Commit(1, evening.commits(1, 0)), 0)

    assert (refused.value.why, refused.value.number) == (Why.OTHER_PLACE, 0)


def test_nobody_commits_to_the_nonce_of_another() -> None:
    evening = Evening()
    evening.all_sit()
    evening.ask(ask.Deal())
    commits = evening.commits(0, 0)
    evening.ask(ask.Commit(0, commits), 0)

    assert refusal(evening, ask.Commit(1, commits), 1) is Why.OTHER_NONCE


def test_nobody_opens_another_nonce_than_the_one_committed_to() -> None:
    evening = Evening()
    evening.all_sit()
    evening.ask(ask.Deal())
    for device in (0, 1):
        evening.ask(ask.Commit(device, evening.commits(device, device)), device)

    assert refusal(evening, ask.OpenNonce(nonce_of(9)), 0) is Why.OTHER_NONCE


def test_who_does_not_commit_in_time_is_left_out_and_the_game_begins() -> None:
    evening = Evening()
    evening.all_sit()
    evening.deal(late=[1])
    assert phase_of(evening) is Phase.COMMITTING

    evening.wait(COMMITTING)
    evening.take_part()

    assert phase_of(evening) is Phase.PLAYING
    assert evening.table.deal_places == (0,)


def test_a_nonce_that_is_not_opened_aborts_the_deal_and_that_shows() -> None:
    evening = Evening()
    evening.all_sit()
    evening.ask(ask.Deal())
    for device in (0, 1):
        evening.ask(ask.Commit(device, evening.commits(device, device)), device)
    evening.ask(ask.OpenNonce(nonce_of(0)), 0)
    first = evening.table.promise
    assert first is not None

    evening.wait(COMMITTING)
    second = evening.table.promise
    assert second is not None
    evening.take_part()

    assert second.terms.attempt == 2
    assert second.commitment != first.commitment
    assert evening.table.deal_places == (0,)
    assert phase_of(evening) is Phase.PLAYING


def test_machines_alone_are_dealt_to_at_once() -> None:
    evening = Evening()
    for seat in (0, 1):
        evening.ask(ask.SeatMachine(seat, 2))

    evening.ask(ask.Deal())

    assert phase_of(evening) is Phase.PLAYING
    evening.play_on()
    assert phase_of(evening) is Phase.OVER


def test_several_seats_on_one_device_share_one_nonce() -> None:
    evening = Evening()
    evening.ask(ask.Sit("Ada", 0))
    evening.ask(ask.Sit("Ben", 1))

    evening.deal()

    assert evening.table.promise is not None
    assert len(evening.table.promise.devices) == 1
    evening.play_on()
    assert phase_of(evening) is Phase.OVER


# --- Clocks and absence -------------------------------------------------------------------------


def test_a_machine_plays_for_who_is_out_of_time_until_they_are_back() -> None:
    evening = playing()
    position = evening.table.position
    assert position is not None
    seat = position.seat

    evening.wait(59_999)
    assert not evening.table.seats[seat].is_stood_in
    evening.wait(1)
    assert evening.table.seats[seat].is_stood_in
    evening.move()
    evening.ask(ask.Back(), seat)

    assert not evening.table.seats[seat].is_stood_in


def test_a_move_of_ones_own_takes_the_seat_back() -> None:
    evening = playing()
    position = evening.table.position
    assert position is not None
    evening.wait(60_000)

    evening.ask(ask.Move(position.seat, position.moves[0], 0), position.seat)

    assert not evening.table.seats[position.seat].is_stood_in


def test_a_machine_stands_in_for_who_is_gone_sooner_than_the_clock() -> None:
    evening = playing()
    position = evening.table.position
    assert position is not None
    evening.leave(position.seat)

    evening.wait(ABSENT)

    assert evening.table.seats[position.seat].is_stood_in
    evening.come(position.seat)
    assert not evening.table.seats[position.seat].is_stood_in
    assert evening.table.turn_from == evening.now


def test_no_clock_runs_while_everybody_is_gone() -> None:
    evening = playing()
    for device in (0, 1):
        evening.leave(device)

    assert evening.wait(DAY) == ()
    evening.come(0)
    assert evening.table.turn_from == evening.now
    assert evening.table.due is not None
    assert evening.table.due > evening.now


def test_nobodys_clock_runs_in_a_pause() -> None:
    evening = playing()
    evening.wait(50_000)
    evening.ask(ask.Pause())
    assert evening.wait(DAY) == ()
    assert refusal(evening, ask.Move(0, "badger", 0), 0) in {Why.PAUSED, Why.NOT_YOUR_TURN}
    evening.ask(ask.Resume())

    assert evening.wait(9_999) == ()
    assert evening.wait(1) != ()


def test_by_the_day_the_clock_counts_days_and_nobody_has_to_be_there() -> None:
    evening = Evening(pace=2, by_the_day=True)
    evening.all_sit()
    evening.deal()
    for device in (0, 1):
        evening.leave(device)

    assert evening.wait(2 * DAY - 1) == ()
    assert isinstance(evening.wait(1)[0], fact.StoodIn)


# --- Seats and hosts ----------------------------------------------------------------------------


def test_a_name_has_limits_and_belongs_to_one_person() -> None:
    evening = Evening(seats=3)
    evening.ask(ask.Sit("  Ada   Lovelace "))
    other = evening.join()

    assert evening.table.seats[0].name == "Ada Lovelace"
    for bad in ("", "   ", "x" * 21, "a\u202eb", "a\u0000b", "\ud800"):
        assert refusal(evening, ask.Sit(bad), other) is Why.BAD_NAME
    assert refusal(evening, ask.Sit("ada  LOVELACE"), other) is Why.NAME_TAKEN


def test_who_leaves_in_a_game_is_followed_by_a_machine() -> None:
    evening = playing()

    evening.ask(ask.Stand(1), 1)

    seat = evening.table.seats[1]
    assert (seat.device, seat.level) == (None, 3)
    assert refusal(evening, ask.Move(1, "badger", 0), 1) is Why.NOT_YOURS
    evening.play_on()
    assert phase_of(evening) is Phase.OVER


def test_the_host_removes_a_stranger_who_can_do_nothing_more_here() -> None:
    evening = playing()
    evening.ask(ask.Remove(1))

    assert evening.table.seats[1].device is None
    assert evening.table.seats[1].level is not None
    assert refusal(evening, ask.Sit("Again"), 1) is Why.REMOVED


def test_hosting_passes_on_when_the_host_leaves() -> None:
    evening = playing("golddigger", 3)
    evening.leave(1)

    evening.ask(ask.Stand(0), 0)

    assert evening.table.host == 2


def test_only_the_host_pauses_closes_removes_and_hands_over() -> None:
    evening = playing()

    for command in (ask.Pause(), ask.Close(), ask.Remove(0), ask.HandOver(1), ask.Mute(0, True)):
        assert refusal(evening, command, 1) is Why.HOST_ONLY
    evening.ask(ask.HandOver(1))
    assert refusal(evening, ask.Pause(), 0) is Why.HOST_ONLY
    evening.ask(ask.Pause(), 1)


def test_a_seat_whose_key_is_lost_is_won_back_by_the_hosts_word() -> None:
    evening = playing()
    stranger = evening.join()
    evening.ask(ask.Claim(1), stranger)
    assert refusal(evening, ask.Move(1, "badger", 0), stranger) is Why.NOT_YOURS

    evening.ask(ask.Grant(1))

    assert evening.table.seats_of(stranger) == (1,)
    assert evening.table.seats_of(1) == ()


def test_a_claim_that_is_declined_changes_nothing() -> None:
    evening = playing()
    stranger = evening.join()
    evening.ask(ask.Claim(1), stranger)
    evening.ask(ask.Decline(1))

    assert refusal(evening, ask.Grant(1)) is Why.NO_CLAIM
    assert evening.table.seats_of(1) == (1,)


def test_a_game_ends_when_all_persons_wish_it_and_is_dealt_again_as_another_attempt() -> None:
    evening = playing("golddigger", 3)
    evening.play_on(4)
    evening.ask(ask.WishEnd(0, wishes=True), 0)
    evening.ask(ask.WishEnd(1, wishes=True), 1)
    evening.ask(ask.WishEnd(1, wishes=False), 1)
    evening.ask(ask.WishEnd(2, wishes=True), 2)
    assert phase_of(evening) is Phase.PLAYING

    evening.ask(ask.WishEnd(1, wishes=True), 1)

    assert phase_of(evening) is Phase.OVER
    evening.deal()
    assert evening.table.promise is not None
    assert evening.table.promise.terms.attempt == 2
    evening.play_on()
    assert Series.read(evening.table.on_paper()).games[-1].ending is not None


def test_a_machine_may_be_seated_for_who_is_away_but_not_for_who_is_here() -> None:
    evening = playing()

    assert refusal(evening, ask.SeatMachine(1, 5)) is Why.SEAT_TAKEN
    evening.leave(1)
    evening.ask(ask.SeatMachine(1, 5))

    assert evening.table.seats[1].level == 5
    evening.come(1)
    assert evening.table.seats[1].level is None


def test_nothing_can_be_done_at_a_closed_table() -> None:
    evening = playing()
    evening.ask(ask.Close())

    assert refusal(evening, ask.Deal()) is Why.CLOSED


# --- Talk ---------------------------------------------------------------------------------------


def test_people_say_phrases_and_write_only_where_the_host_lets_them() -> None:
    quiet, open_ = playing(), playing(chat=True)

    assert refusal(quiet, ask.Write(0, "hello"), 0) is Why.NO_CHAT
    assert refusal(quiet, ask.Say(0, "you cheat"), 0) is Why.NO_SUCH_PHRASE
    quiet.ask(ask.Say(0, "well played"), 0)
    open_.ask(ask.Write(1, " well \n done "), 1)

    assert quiet.table.talk[-1].phrase == "well played"
    assert open_.table.talk[-1].text == "well done"


def test_who_is_muted_is_not_heard_until_the_host_relents() -> None:
    evening = playing(chat=True)
    evening.ask(ask.Mute(1, muted=True))

    assert refusal(evening, ask.Write(1, "hello"), 1) is Why.MUTED
    assert refusal(evening, ask.Say(1, "hello"), 1) is Why.MUTED
    evening.ask(ask.Mute(1, muted=False))
    evening.ask(ask.Say(1, "hello"), 1)


def test_only_the_latest_talk_is_kept_at_hand() -> None:
    evening = playing(chat=True)
    for number in range(MOST_TALK + 5):
        evening.ask(ask.Write(0, f"number {number}"))

    assert len(evening.table.talk) == MOST_TALK
    assert evening.table.talk[-1].text == f"number {MOST_TALK + 4}"
