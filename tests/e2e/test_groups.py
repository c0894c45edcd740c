"""Groups: the bot comes, goes and is restricted; who may play in them; what they become."""

from __future__ import annotations

import pytest

from bot.app import GROUP_COMMANDS, PRIVATE_COMMANDS, App
from bot.local.faults import Fault
from bot.local.records import Chat, ChatKind, Message, Rights
from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.settled import settle
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")

NOTHING = Rights(messages=False, photos=False, documents=False, animations=False)


def requests_to(world: World, chat: Chat, beginning: str = "") -> list[str]:
    """The methods of the requests about a chat, of which some may begin in a certain way."""
    return [
        call.method
        for call in world.calls
        if call.chat_id == chat.id and call.method.startswith(beginning)
    ]


async def board_in(table: Table, people: People) -> Message:
    """Anna brings her game against Boris into her private chat."""
    table.say(people.anna, "/games")
    await table.tap(people.anna, "Boris")
    return await table.board("to move")


# The bot is removed and comes back


@pytest.mark.parametrize("kind", [ChatKind.GROUP, ChatKind.SUPERGROUP])
async def test_a_group_that_removes_the_bot_hears_nothing_until_it_asks_for_the_game(
    kind: ChatKind, world: World, people: People, clock: Clock, bot: App
) -> None:
    group = world.add_group("Friends", [people.anna, people.boris], kind=kind)
    table, hers = Table(world, group), Table(world, world.private_chat(people.anna))
    elsewhere = Table(world, people.group)
    other = await elsewhere.begin(people.boris, people.carla, "1h")
    board = await table.begin(people.anna, people.boris, "1h")
    own = await board_in(hers, people)
    world.remove_bot(group)
    await settle(world, bot)
    before = len(requests_to(world, group))
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, "c1-d1")
    clock.advance(days=20)
    # The clocks have ticked when another game is out of time.
    await elsewhere.caption(other, "Boris\u2069 has run out of time")
    await settle(world, bot)
    assert len(requests_to(world, group)) == before
    assert "c1-d1" not in board.caption

    world.add_bot(group)
    question = await table.message("1 game has waited for me")
    assert len(table.boards) == 1
    assert await table.tap(people.boris, "▶️ Go on", question) == ""
    fresh = await table.until(
        lambda: next((each for each in table.boards if "c1-d1" in each.caption), None), "the board"
    )
    await table.until(lambda: question.buttons == [], "the question used up")
    # The time in which nobody could play does not count.
    assert "out of time" not in fresh.caption
    assert await table.tap(people.boris, "h6", fresh) == ""
    assert await table.tap(people.boris, "• h5", fresh) == ""
    await table.caption(fresh, "h6-h5")
    await table.until(lambda: table.boards == [fresh], "one board")


async def test_a_removal_that_only_an_error_tells_of(
    table: Table, people: People, world: World, bot: App
) -> None:
    """As when the bot was not running when it happened."""
    board = await table.begin(people.anna, people.boris)
    hers = Table(world, world.private_chat(people.anna))
    own = await board_in(hers, people)
    kicked = Fault.refuse(403, "Forbidden: bot was kicked from the supergroup chat")
    world.faults.add("editMessageMedia", kicked, chat_id=people.group.id)
    before = len(requests_to(world, people.group, "edit"))
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, "c1-d1")
    await world.until(lambda: len(world.faults) == 0)
    hers.say(people.anna, "/draw")
    await hers.caption(own, "offers a draw")
    await settle(world, bot)
    assert len(requests_to(world, people.group, "edit")) == before + 1
    assert "c1-d1" not in board.caption
    # What comes from there shows that the bot is there after all.
    table.say(people.boris, "/help")
    await table.tap(people.boris, "▶️ Go on")
    await table.until(lambda: any("c1-d1" in each.caption for each in table.boards), "the board")


async def test_the_bot_says_nothing_when_it_is_added_to_a_new_group(
    world: World, people: People, bot: App
) -> None:
    group = world.add_group("New", [people.anna, people.boris])
    world.remove_bot(group)
    world.add_bot(group)
    world.promote_bot(group)
    await settle(world, bot)
    assert Table(world, group).messages == []


async def test_a_channel_is_left_and_who_added_the_bot_hears_why(
    world: World, people: People
) -> None:
    hers = Table(world, world.private_chat(people.anna))
    hers.say(people.anna, "/help")
    await hers.message("How to play")
    channel = {"id": -1_009_000_000_001, "title": "News", "type": "channel"}
    me = {"id": world.bot.id, "is_bot": True, "first_name": world.bot.name}
    world.updates.add(
        "my_chat_member",
        {
            "chat": channel,
            "from": {"id": people.anna.id, "is_bot": False, "first_name": "Anna"},
            "date": world.now(),
            "old_chat_member": {"user": me, "status": "left"},
            "new_chat_member": {"user": me, "status": "member"},
        },
    )
    await hers.message("the channel \u2068News\u2069, but in channels nobody can play")
    await world.until(
        lambda: ("leaveChat", channel["id"]) in [(c.method, c.chat_id) for c in world.calls]
    )


# Rights


async def test_no_right_to_write_at_all(
    table: Table, people: People, world: World, bot: App
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.restrict_bot(people.group, NOTHING)
    await settle(world, bot)
    before = len(requests_to(world, people.group))
    for _ in range(5):
        assert "may not write in this group" in await table.tap(people.anna, "c1", board)
    await settle(world, bot)
    assert len(requests_to(world, people.group)) == before
    world.restrict_bot(people.group, Rights())
    await settle(world, bot)
    assert await table.tap(people.anna, "c1", board) == ""
    await table.tap(people.anna, "• d1", board)
    await table.caption(board, "c1-d1")
    assert table.messages == [board]


async def test_rights_that_go_and_come_back_without_a_word(
    table: Table, people: People, world: World, clock: Clock, bot: App
) -> None:
    """What a group allows to all of its members changes so."""
    board = await table.begin(people.anna, people.boris)
    people.group.bot_rights = NOTHING
    assert await table.tap(people.anna, "c1", board) == ""
    await settle(world, bot)
    before = len(requests_to(world, people.group))
    for _ in range(3):
        assert "may not write in this group" in await table.tap(people.anna, "a3", board)
    table.say(people.anna, "/board")
    await settle(world, bot)
    assert len(requests_to(world, people.group)) == before
    people.group.bot_rights = Rights()
    clock.advance(hours=0.02)
    assert await table.tap(people.anna, "c1", board) == ""
    fresh = await table.button("• d1")
    assert await table.press(people.anna, *fresh) == ""
    await table.until(lambda: any("c1-d1" in f"{m.text}" for m in table.messages), "the move")
    await table.until(lambda: sum(bool(m.buttons) for m in table.messages) == 1, "one board")


async def test_the_right_to_send_photos_goes_in_the_middle_of_a_game(
    table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.restrict_bot(people.group, Rights(photos=False))
    table.say(people.anna, "c1 d1", reply_to=board)
    text = await table.until(
        lambda: next((m for m in table.messages if "c1-d1" in m.text and not m.photo), None),
        "the board as text",
    )
    await table.until(lambda: board.id not in table.chat.messages, "the picture gone")
    await table.tap(people.boris, "h6", text)
    await table.tap(people.boris, "• h5", text)
    await table.until(lambda: "h6-h5" in text.text, "the next move")
    assert table.messages == [text]


# A group becomes a supergroup


async def test_offers_resignation_and_board_after_a_group_became_a_supergroup(
    world: World, people: People, clock: Clock, bot: App
) -> None:
    group = world.add_group("Old", [people.anna, people.boris], kind=ChatKind.GROUP)
    await Table(world, group).begin(people.anna, people.boris)
    clock.advance(hours=1)
    old = Table(world, group)
    old.say(people.anna, "c1 d1", reply_to=old.boards[0])
    # Boris has been away: he is called.
    await old.message("it is your move")
    await settle(world, bot)
    before = len(requests_to(world, group))
    table = Table(world, world.migrate(group))
    talk = [table.say(people.anna, f"talk {number}") for number in range(20)]
    await table.message("Black to move")
    table.say(people.boris, "/board")
    await table.until(lambda: len(table.boards) == 1, "one board")
    table.say(people.boris, "/draw")
    await table.tap(people.anna, "✖️ Play on")
    await table.message("has declined")
    table.say(people.anna, "/resign")
    await table.tap(people.anna, "Yes")
    await table.message("Boris\u2069 wins")
    table.say(people.anna, "/top")
    await table.message("Boris")
    assert len(requests_to(world, group)) == before
    # The call of the old chat has the number of somebody's message here.
    assert all(each.id in table.chat.messages for each in talk)


# Who may play


async def test_only_members_of_a_group_play_in_it(
    table: Table, people: People, world: World
) -> None:
    """Whoever is thrown out, or reads a public group without being in it, still sees buttons."""
    table.say(people.anna, "/challenge white")
    card = await table.board("is looking for an opponent")
    _, accept = await table.button("▶️", card)
    tap = world.call_back(people.carla, people.group, card.id, accept.data)
    world.ban(people.carla, people.group)
    answer = await tap
    assert answer is not None
    assert "Only members of this group" in answer.text
    assert "is looking for an opponent" in card.caption
    assert await table.tap(people.boris, "▶️", card) == ""
    await table.caption(card, "White to move")


async def test_whether_somebody_is_a_member_cannot_be_asked(
    table: Table, people: People, world: World
) -> None:
    world.faults.add("getChatMember", Fault.refuse(400, "Bad Request: member list is inaccessible"))
    table.say(people.anna, "/challenge white")
    card = await table.board("is looking for an opponent")
    assert await table.tap(people.boris, "▶️", card) == ""
    await table.caption(card, "White to move")


async def test_shared_accounts_are_never_seated_but_those_behind_them_are(
    table: Table, people: People, world: World
) -> None:
    world.promote(people.carla, people.group)
    for _ in range(2):
        world.say_anonymously(people.carla, people.group, "/challenge")
    await table.until(lambda: len(table.messages) == 2, "a hint for each")
    assert all("people who show who they are" in each.text for each in table.messages)
    shared = world.say_anonymously(people.carla, people.group, "who plays?")
    table.say(people.anna, "/challenge", reply_to=shared)
    await table.message("anonymous accounts cannot play")
    post = world.forward_from_channel(people.group, "News")
    table.say(people.anna, "/challenge", reply_to=post)
    await table.until(lambda: len(table.messages) == 4, "an answer")
    table.say(people.anna, "/challenge white")
    card = await table.board("is looking for an opponent")
    assert await table.tap(people.carla, "▶️", card) == ""
    await table.caption(card, "⚫ \u2068Carla")


async def test_updates_without_a_sender_are_ignored(
    table: Table, people: People, world: World
) -> None:
    group = {"id": people.group.id, "title": "Club", "type": "supergroup"}
    for number, text in enumerate(("/challenge", "/settings", "/language", "c1 d1", "/rules")):
        message = {"message_id": 900 + number, "date": world.now(), "chat": group, "text": text}
        if text.startswith("/"):
            entity = {"type": "bot_command", "offset": 0, "length": len(text)}
            message["entities"] = [entity]
        world.updates.add("message", message)
    table.say(people.anna, "/help")
    await table.message("How to play")
    refused = [m for m in table.messages if "Only administrators" in m.text]
    assert len(table.messages) - len(refused) == 1


# What the bot hears and what it answers


async def test_talk_and_what_telegram_tells_of_the_group_are_not_answered(
    world: World, people: People, bot: App
) -> None:
    forum = world.add_group("Forum", [people.anna, people.boris], is_forum=True)
    table = Table(world, forum)
    world.promote_bot(forum)
    board = await table.begin(people.anna, people.boris)
    hello = table.say(people.anna, "hello @ugolki_local_bot, what about c1 d1?")
    table.say(people.boris, "a1 b2", reply_to=hello)
    table.say(people.boris, "nice game", reply_to=board)
    world.promote(people.boris, forum)
    world.say_anonymously(people.boris, forum, "c3 d3")
    world.join(people.carla, forum)
    world.leave(people.carla, forum)
    topic = world.open_topic(people.anna, forum, "Talk")
    world.close_topic(people.anna, forum, topic)
    world.reopen_topic(people.anna, forum, topic)
    world.forward_from_channel(forum, "News")
    await settle(world, bot)
    assert table.messages == [board]


@pytest.mark.parametrize("command", sorted({*PRIVATE_COMMANDS, *GROUP_COMMANDS}))
async def test_every_command_works_as_the_first_update_ever(
    command: str, world: World, people: People, bot: App
) -> None:
    """In private, and in a group where it is known; for the bot alone it is always answered."""
    stranger = world.add_person("Dora")
    private = Table(world, world.private_chat(stranger))
    private.say(stranger, f"/{command}")
    await private.until(lambda: private.messages, "an answer")
    group = world.add_group("Unknown", [stranger, people.anna])
    table = Table(world, group)
    table.say(stranger, f"/{command}")
    if command in GROUP_COMMANDS:
        await table.until(lambda: table.messages, "an answer")
    another = Table(world, world.add_group("Unknown, too", [stranger, people.anna]))
    another.say(stranger, f"/{command}@ugolki_local_bot")
    await another.until(lambda: another.messages, "an answer")
    await settle(world, bot)


async def test_what_is_for_private_chats_leads_there(table: Table, people: People) -> None:
    table.say(people.anna, "/games")
    table.say(people.anna, "/forget@ugolki_local_bot")
    answer = await table.message("for our private chat")
    assert answer.buttons[0].url == "https://t.me/ugolki_local_bot?start"
    assert table.messages == [answer]


async def test_an_answer_to_a_command_that_was_deleted_meanwhile(
    table: Table, people: People, world: World
) -> None:
    for command in ("/help", "/challenge", "/top", "/draw"):
        message = table.say(people.anna, command)
        world.delete(people.anna, message)
    await table.message("How to play")
    await table.board("is looking for an opponent")
    await table.message("Nobody has finished a game here")
    await table.message("You have no running game")


async def test_editing_a_message_does_nothing(
    table: Table, people: People, world: World, bot: App
) -> None:
    board = await table.begin(people.anna, people.boris)
    private = Table(world, world.private_chat(people.anna))
    private.say(people.anna, "/help")
    await private.message("How to play")
    hello = table.say(people.anna, "hello")
    reply = table.say(people.anna, "well, well", reply_to=board)
    own = private.say(people.anna, "well")
    await private.message("/help lists them")
    for text in ("/challenge", "/resign", "/draw", "/start", "/board"):
        world.edit(people.anna, hello, text)
        world.edit(people.anna, own, text)
    world.edit(people.anna, reply, "c1 d1")
    world.edit(people.anna, own, "c1 d1")
    await settle(world, bot)
    assert table.messages == [board]
    assert "Last move" not in board.caption
    assert len(private.messages) == 2


async def test_start_touches_no_running_game(
    table: Table, people: People, world: World, bot: App
) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "c1", board)
    await table.caption(board, "Where to?")
    table.say(people.boris, "/start")
    table.say(people.anna, "/start anything")
    world.follow_link(people.anna)
    world.follow_link(people.boris, "jAAAAAAAAAA")
    await table.until(lambda: len(table.messages) == 3, "two answers")
    await settle(world, bot)
    assert "Where to?" in board.caption
    await table.tap(people.anna, "• d1", board)
    await table.caption(board, "c1-d1")


async def test_after_a_game_only_its_board_is_left_of_what_the_bot_said(
    table: Table, people: People, clock: Clock
) -> None:
    board = await table.begin(people.anna, people.boris, "1h")
    clock.advance(hours=0.8)
    await table.message("it is your move")
    table.say(people.anna, "c1 d1", reply_to=board)
    # Now Boris, who has not been seen, is called.
    call = await table.message("Boris\u2069, it is your move")
    await table.until(lambda: table.messages == [board, call], "the reminder gone")
    table.say(people.anna, "/draw")
    offer = await table.message("offers you a draw")
    assert await table.tap(people.boris, "Play on", offer) == ""
    await table.until(lambda: table.messages == [board, call], "the offer gone")
    table.say(people.boris, "/resign")
    await table.tap(people.boris, "Yes")
    await table.caption(board, "Anna\u2069 wins")
    await table.until(lambda: table.messages == [board], "the question and the call gone")
