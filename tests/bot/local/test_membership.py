from typing import Any

import pytest
from telegram import Bot, ChatMemberAdministrator, ChatMemberLeft, ChatMemberOwner
from telegram.error import ChatMigrated, Forbidden

from bot.local.errors import PersonError
from bot.local.records import ChatKind, Rights, Standing
from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene


async def _kinds(api: RawApi) -> list[str]:
    return [next(key for key in update if key != "update_id") for update in await _all(api)]


async def _all(api: RawApi) -> Any:
    return await api("getUpdates")


async def test_the_bot_cannot_write_first(api: RawApi, scene: Scene) -> None:
    stranger = scene.world.add_person("Olga")
    assert await api.refusal("sendMessage", chat_id=stranger.id, text="x") == (
        "Bad Request: chat not found"
    )
    assert await api.refusal("sendMessage", chat_id=scene.anna.id, text="x") == (
        "Forbidden: bot can't initiate conversation with a user"
    )
    scene.world.follow_link(scene.anna)
    assert await api("sendMessage", chat_id=scene.anna.id, text="x")


async def test_a_person_blocks_and_unblocks_the_bot(bot: Bot, scene: Scene) -> None:
    world = scene.world
    private = world.private_chat(scene.anna)
    world.say(scene.anna, private, "/start")
    sent = await bot.send_message(private.id, "x")
    world.block_bot(scene.anna)
    for request in (
        bot.send_message(private.id, "x"),
        bot.edit_message_text("y", private.id, sent.message_id),
        bot.send_chat_action(private.id, "typing"),
    ):
        with pytest.raises(Forbidden, match="bot was blocked by the user"):
            await request
    with pytest.raises(PersonError, match="You blocked this bot"):
        world.say(scene.anna, private, "hello")
    world.follow_link(scene.anna, "abc")
    assert await bot.send_message(private.id, "x")
    _, blocked, unblocked, start = await bot.get_updates()
    assert blocked.my_chat_member is not None
    assert blocked.my_chat_member.new_chat_member.status == "kicked"
    assert unblocked.my_chat_member is not None
    assert unblocked.my_chat_member.new_chat_member.status == "member"
    assert start.message is not None
    assert start.message.text == "/start abc"


@pytest.mark.parametrize("kind", [ChatKind.GROUP, ChatKind.SUPERGROUP])
async def test_the_bot_is_thrown_out_and_added(api: RawApi, scene: Scene, kind: ChatKind) -> None:
    world = scene.world
    chat = world.add_group("Two", [scene.anna], kind=kind)
    sent = await api("sendMessage", chat_id=chat.id, text="x")
    world.remove_bot(chat)
    kicked = f"Forbidden: bot was kicked from the {kind.value} chat"
    assert await api.refusal("sendMessage", chat_id=chat.id, text="x") == kicked
    edit = {"chat_id": chat.id, "message_id": sent["message_id"], "text": "y"}
    assert await api.refusal("editMessageText", **edit) == kicked
    farewell = ["message"] if kind is ChatKind.GROUP else []
    assert await _kinds(api) == ["my_chat_member", *farewell]
    world.add_bot(chat)
    assert await api("sendMessage", chat_id=chat.id, text="x")
    change, greeting = (await _all(api))[-2:]
    assert change["my_chat_member"]["old_chat_member"]["status"] == "kicked"
    assert greeting["message"]["new_chat_members"][0]["is_bot"]


async def test_the_bot_leaves(api: RawApi, scene: Scene) -> None:
    assert await api("leaveChat", chat_id=scene.club.id)
    assert await api.refusal("sendMessage", chat_id=scene.club.id, text="x") == (
        "Forbidden: bot is not a member of the supergroup chat"
    )
    scene.world.follow_link(scene.anna)
    assert await api.refusal("leaveChat", chat_id=scene.anna.id) == (
        "Bad Request: chat member status can't be changed in private chats"
    )


async def test_a_group_becomes_a_supergroup(bot: Bot, api: RawApi, scene: Scene) -> None:
    world = scene.world
    group = world.add_group("Old", [scene.anna, scene.boris], kind=ChatKind.GROUP)
    sent = await bot.send_message(group.id, "board")
    supergroup = world.migrate(group)
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(group.id, "x")
    assert migrated.value.new_chat_id == supergroup.id
    answer = await api.answer("deleteMessage", chat_id=group.id, message_id=sent.message_id)
    assert answer == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": {"migrate_to_chat_id": supergroup.id},
    }
    edit = {"chat_id": group.id, "message_id": sent.message_id, "text": "y"}
    assert await api.refusal("editMessageText", **edit) == "Bad Request: message can't be edited"
    old, new = await bot.get_updates()
    assert old.message is not None
    assert new.message is not None
    assert old.message.migrate_to_chat_id == new.message.chat.id == supergroup.id
    assert new.message.migrate_from_chat_id == old.message.chat.id == group.id
    assert supergroup.last.id == 1
    with pytest.raises(PersonError, match="upgraded"):
        world.say(scene.anna, group, "hello?")
    world.say(scene.boris, supergroup, "/board")
    assert await bot.send_message(supergroup.id, "board")


async def test_private_chats_and_groups_share_message_ids(scene: Scene) -> None:
    world = scene.world
    group = world.add_group("Old", [scene.anna], kind=ChatKind.GROUP)
    first = world.say(scene.anna, world.private_chat(scene.anna), "a").id
    assert world.say(scene.anna, group, "b").id == first + 1
    assert world.say(scene.anna, scene.club, "c").id == 2


async def test_members_come_and_go(api: RawApi, scene: Scene) -> None:
    world, club = scene.world, scene.club
    olga = world.add_person("Olga")
    await api("getUpdates", allowed_updates=["message", "chat_member"])
    world.join(olga, club)
    world.ban(olga, club)
    joined, banned = await _all(api)
    assert joined["message"]["new_chat_members"][0]["first_name"] == "Olga"
    assert banned["message"]["left_chat_member"]["first_name"] == "Olga"
    assert banned["message"]["from"]["first_name"] == "Anna"
    with pytest.raises(PersonError, match="Olga is not in this chat"):
        world.say(olga, club, "hi")
    world.promote_bot(club)
    world.join(olga, club, by=scene.boris)
    world.leave(olga, club)
    kinds = await _kinds(api)
    assert kinds[2:] == ["chat_member", "message", "chat_member", "message"]


async def test_what_the_bot_learns_of_chats(bot: Bot, api: RawApi, scene: Scene) -> None:
    club = scene.club.id
    assert await bot.get_chat_member_count(club) == 3
    assert (await bot.get_chat(club)).title == "Club"
    assert (await bot.get_chat(scene.anna.id)).first_name == "Anna"
    scene.world.promote(scene.boris, scene.club)
    scene.world.promote_bot(scene.club)
    owner, boris, itself = await bot.get_chat_administrators(club)
    assert isinstance(owner, ChatMemberOwner)
    assert isinstance(boris, ChatMemberAdministrator)
    assert itself.user.id == bot.id
    olga = scene.world.add_person("Olga")
    assert isinstance(await bot.get_chat_member(club, olga.id), ChatMemberLeft)
    assert await api.refusal("getChatMember", chat_id=club, user_id=12) == (
        "Bad Request: PARTICIPANT_ID_INVALID"
    )
    assert await api.refusal("getChatMember", chat_id=club) == (
        "Bad Request: invalid user_id specified"
    )
    scene.world.follow_link(scene.anna)
    assert await api.refusal("getChatAdministrators", chat_id=scene.anna.id) == (
        "Bad Request: there are no administrators in the private chat"
    )


async def test_the_bot_is_restricted(bot: Bot, scene: Scene) -> None:
    scene.world.restrict_bot(scene.club, Rights(photos=False))
    (update,) = await bot.get_updates()
    assert update.my_chat_member is not None
    member = update.my_chat_member.new_chat_member
    assert member.status == "restricted"
    assert member.to_dict()["can_send_photos"] is False
    scene.world.restrict_bot(scene.club, Rights())
    assert scene.club.bot_standing is Standing.MEMBER


async def test_public_groups_are_found_by_name(api: RawApi, scene: Scene) -> None:
    scene.world.add_group("Open", [scene.anna], username="open_club")
    sent = await api("sendMessage", chat_id="@Open_Club", text="x")
    assert sent["chat"]["username"] == "open_club"


async def test_people_change(api: RawApi, scene: Scene) -> None:
    world = scene.world
    world.rename(scene.anna, "Ann", last_name="B", username="ann")
    world.set_language(scene.anna, "de-AT")
    world.say(scene.anna, scene.club, "/start")
    (update,) = await _all(api)
    sender = update["message"]["from"]
    assert (sender["first_name"], sender["last_name"], sender["username"]) == ("Ann", "B", "ann")
    assert sender["language_code"] == "de-AT"
    world.set_language(scene.anna, "")
    world.say(scene.anna, scene.club, "/start")
    assert "language_code" not in (await _all(api))[-1]["message"]["from"]
