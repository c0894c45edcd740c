import pytest

from bot.local.errors import PersonError
from bot.local.records import ChatKind, Standing
from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene


async def _texts(api: RawApi) -> list[str]:
    return [update["message"]["text"] for update in await api("getUpdates")]


async def test_privacy_mode(api: RawApi, scene: Scene) -> None:
    world, club, anna = scene.world, scene.club, scene.anna
    await api("sendMessage", chat_id=club.id, text="board")
    board = club.last
    talk = world.say(anna, club, "hello everybody")
    for text in ("@ugolki_local_bot hi", "c3 d3", "/start@other_bot", "well, /start"):
        world.say(anna, club, text)
    world.say(anna, club, "not to you", reply_to=talk.id)
    seen = [
        world.say(anna, club, "/start").text,
        world.say(anna, club, "hey /start@Ugolki_local_bot").text,
        world.say(anna, club, "c3 d3", reply_to=board.id).text,
    ]
    assert await _texts(api) == seen


async def test_without_privacy_and_as_administrator_all_is_seen(api: RawApi, scene: Scene) -> None:
    scene.world.bot.reads_all = True
    scene.world.say(scene.anna, scene.club, "one")
    scene.world.bot.reads_all = False
    scene.world.say(scene.anna, scene.club, "two")
    group = scene.world.add_group(
        "Ours", [scene.anna], kind=ChatKind.GROUP, bot_standing=Standing.ADMINISTRATOR
    )
    scene.world.say(scene.anna, group, "three")
    assert await _texts(api) == ["one", "three"]


async def test_an_anonymous_administrator(api: RawApi, scene: Scene) -> None:
    scene.world.say_anonymously(scene.anna, scene.club, "/challenge")
    (update,) = await api("getUpdates")
    assert update["message"]["from"]["username"] == "GroupAnonymousBot"
    assert update["message"]["sender_chat"]["id"] == scene.club.id
    with pytest.raises(PersonError, match="Only administrators"):
        scene.world.say_anonymously(scene.boris, scene.club, "/challenge")


async def test_a_post_of_the_linked_channel(api: RawApi, scene: Scene) -> None:
    scene.world.forward_from_channel(scene.club, "/challenge")
    (update,) = await api("getUpdates")
    assert update["message"]["from"]["id"] == 777000
    assert update["message"]["sender_chat"]["type"] == "channel"
    assert update["message"]["is_automatic_forward"] is True


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ("", "/start"),
        ("g_1-A", "/start g_1-A"),
        ("a" * 64, f"/start {'a' * 64}"),
        ("a" * 65, "/start"),
        ("a b", "/start"),
    ],
)
async def test_deep_links(api: RawApi, scene: Scene, payload: str, text: str) -> None:
    scene.world.follow_link(scene.anna, payload)
    assert await _texts(api) == [text]


async def test_what_people_cannot_do(scene: Scene) -> None:
    world, club = scene.world, scene.club
    mine = world.say(scene.anna, club, "mine")
    for text, sentence in (("  ", "empty"), ("x" * 4097, "too long")):
        with pytest.raises(PersonError, match=sentence):
            world.say(scene.anna, club, text)
    with pytest.raises(PersonError, match="gone"):
        world.say(scene.anna, club, "x", reply_to=99)
    with pytest.raises(PersonError, match="can't be edited"):
        world.edit(scene.boris, mine, "x")
    with pytest.raises(PersonError, match="Only administrators"):
        world.delete(scene.boris, mine)
    scene.clock.move(48 * 3600 + 1)
    with pytest.raises(PersonError, match="can't be edited"):
        world.edit(scene.anna, mine, "x")
