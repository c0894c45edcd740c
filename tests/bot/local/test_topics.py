import pytest
from telegram import Bot, ReplyParameters

from bot.local.errors import PersonError
from bot.local.records import Chat
from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene


@pytest.fixture
def forum(scene: Scene) -> Chat:
    return scene.world.add_group("Forum", [scene.anna, scene.boris], is_forum=True)


async def test_messages_of_a_topic(bot: Bot, scene: Scene, forum: Chat) -> None:
    topic = scene.world.open_topic(scene.boris, forum, "Games")
    scene.world.say(scene.anna, forum, "/challenge", thread_id=topic)
    created, asked = await bot.get_updates()
    assert created.message is not None
    assert created.message.forum_topic_created is not None
    assert created.message.forum_topic_created.name == "Games"
    assert asked.message is not None
    assert (asked.message.message_thread_id, asked.message.is_topic_message) == (topic, True)
    # What the topic began with counts as replied to, though nobody replied.
    assert asked.message.reply_to_message is not None
    assert asked.message.reply_to_message.message_id == topic
    sent = await bot.send_message(forum.id, "board", message_thread_id=topic)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    reply = await bot.send_message(
        forum.id, "x", reply_parameters=ReplyParameters(asked.message.message_id)
    )
    assert reply.message_thread_id == topic


async def test_general_has_no_thread(api: RawApi, scene: Scene, forum: Chat) -> None:
    scene.world.say(scene.anna, forum, "/challenge", thread_id=1)
    (update,) = await api("getUpdates")
    assert update["message"]["chat"]["is_forum"] is True
    assert "message_thread_id" not in update["message"]
    refusal = await api.refusal("sendMessage", chat_id=forum.id, text="x", message_thread_id=1)
    assert refusal == "Bad Request: message thread not found"


async def test_a_reply_outside_topics_is_a_thread_but_no_topic(
    bot: Bot, api: RawApi, scene: Scene
) -> None:
    first = scene.world.say(scene.anna, scene.club, "/start")
    second = scene.world.say(scene.boris, scene.club, "/start", reply_to=first.id)
    scene.world.say(scene.anna, scene.club, "/start", reply_to=second.id)
    update = (await bot.get_updates())[-1]
    assert update.message is not None
    assert update.message.message_thread_id == first.id
    assert update.message.is_topic_message is None
    refusal = await api.refusal(
        "sendMessage", chat_id=scene.club.id, text="x", message_thread_id=first.id
    )
    assert refusal == "Bad Request: message thread not found"


async def test_a_closed_topic(api: RawApi, scene: Scene, forum: Chat) -> None:
    world = scene.world
    topic = world.open_topic(scene.anna, forum, "Games")
    place = {"chat_id": forum.id, "message_thread_id": topic, "text": "x"}
    world.close_topic(scene.anna, forum, topic)
    assert await api.refusal("sendMessage", **place) == "Bad Request: TOPIC_CLOSED"
    with pytest.raises(PersonError, match="closed"):
        world.say(scene.boris, forum, "x", thread_id=topic)
    assert world.say(scene.anna, forum, "administrators may", thread_id=topic)
    world.reopen_topic(scene.anna, forum, topic)
    assert await api("sendMessage", **place)
    kinds = [set(u["message"]) for u in await api("getUpdates")]
    assert "forum_topic_closed" in kinds[1]
    assert "forum_topic_reopened" in kinds[2]


async def test_general_can_be_closed(api: RawApi, scene: Scene, forum: Chat) -> None:
    scene.world.close_topic(scene.anna, forum, 1)
    refusal = await api.refusal("sendMessage", chat_id=forum.id, text="x")
    assert refusal == "Bad Request: TOPIC_CLOSED"
    scene.world.promote_bot(forum)
    assert await api("sendMessage", chat_id=forum.id, text="x")


async def test_a_deleted_topic(api: RawApi, scene: Scene, forum: Chat) -> None:
    topic = scene.world.open_topic(scene.anna, forum, "Games")
    sent = await api("sendMessage", chat_id=forum.id, text="x", message_thread_id=topic)
    undeletable = await api.refusal("deleteMessage", chat_id=forum.id, message_id=topic)
    assert undeletable == "Bad Request: message can't be deleted"
    scene.world.delete_topic(forum, topic)
    refusal = await api.refusal("sendMessage", chat_id=forum.id, text="x", message_thread_id=topic)
    assert refusal == "Bad Request: message thread not found"
    place = {"chat_id": forum.id, "message_id": sent["message_id"]}
    assert await api.refusal("editMessageText", **place, text="y") == (
        "Bad Request: message to edit not found"
    )
    with pytest.raises(PersonError, match="no such topic"):
        scene.world.say(scene.anna, forum, "x", thread_id=topic)


async def test_only_forums_have_topics(scene: Scene) -> None:
    with pytest.raises(PersonError, match="no topics"):
        scene.world.open_topic(scene.anna, scene.club, "Games")
