import pytest
from telegram import Bot, InputMediaPhoto, Message
from telegram.error import BadRequest

from bot.local.records import Rights
from tests.bot.local.clients import RawApi, buttons
from tests.bot.local.conftest import Scene
from tests.bot.local.pictures import png

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are "
    "exactly the same as a current content and reply markup of the message"
)


async def test_a_board_is_edited_in_place(bot: Bot, scene: Scene) -> None:
    sent = await bot.send_photo(scene.club.id, png(1), caption="one")
    scene.clock.move(60)
    edited = await bot.edit_message_media(
        InputMediaPhoto(png(2), caption="<i>two</i>", parse_mode="HTML"),
        scene.club.id,
        sent.message_id,
    )
    assert isinstance(edited, Message)
    assert edited.caption == "two"
    assert edited.photo[-1].file_id != sent.photo[-1].file_id
    assert edited.edit_date is not None
    stored = scene.club.messages[sent.message_id]
    assert stored.photo is not None
    assert (stored.photo.content, stored.caption) == (png(2), "two")


async def test_a_text_becomes_a_photo(bot: Bot, scene: Scene) -> None:
    sent = await bot.send_message(scene.club.id, "text board")
    edited = await bot.edit_message_media(InputMediaPhoto(png()), scene.club.id, sent.message_id)
    assert isinstance(edited, Message)
    assert edited.text is None
    assert edited.photo


async def test_an_edit_without_keyboard_removes_it(api: RawApi, scene: Scene) -> None:
    sent = await api(
        "sendMessage", chat_id=scene.club.id, text="x", reply_markup=buttons([("a", "b")])
    )
    place = {"chat_id": scene.club.id, "message_id": sent["message_id"]}
    edited = await api("editMessageText", **place, text="y")
    assert "reply_markup" not in edited
    again = await api("editMessageReplyMarkup", **place, reply_markup=buttons([("c", "d")]))
    assert again["reply_markup"] == buttons([("c", "d")])
    assert "reply_markup" not in await api("editMessageReplyMarkup", **place)


async def test_what_is_not_modified(api: RawApi, bot: Bot, scene: Scene) -> None:
    markup = buttons([("a", "b")])
    text = await api("sendMessage", chat_id=scene.club.id, text="x", reply_markup=markup)
    place = {"chat_id": scene.club.id, "message_id": text["message_id"], "reply_markup": markup}
    assert await api.refusal("editMessageText", **place, text=" x ") == NOT_MODIFIED
    assert await api.refusal("editMessageReplyMarkup", **place) == NOT_MODIFIED
    photo = await bot.send_photo(scene.club.id, png(), caption="c")
    same = InputMediaPhoto(png(), caption="c")
    with pytest.raises(BadRequest, match="essage is not modified"):
        await bot.edit_message_media(same, scene.club.id, photo.message_id)
    with pytest.raises(BadRequest, match="essage is not modified"):
        await bot.edit_message_caption(scene.club.id, photo.message_id, caption="c")


async def test_the_kind_of_edit_must_fit(api: RawApi, bot: Bot, scene: Scene) -> None:
    club = scene.club.id
    photo = (await bot.send_photo(club, png())).message_id
    text = (await bot.send_message(club, "x")).message_id
    assert await api.refusal("editMessageText", chat_id=club, message_id=photo, text="y") == (
        "Bad Request: there is no text in the message to edit"
    )
    assert await api.refusal("editMessageCaption", chat_id=club, message_id=text, caption="y") == (
        "Bad Request: there is no caption in the message to edit"
    )


async def test_what_is_too_long_or_unreadable(api: RawApi, bot: Bot, scene: Scene) -> None:
    club = scene.club.id
    photo = {"chat_id": club, "message_id": (await bot.send_photo(club, png())).message_id}
    text = {"chat_id": club, "message_id": (await bot.send_message(club, "x")).message_id}
    long = "x" * 5000
    assert await api.refusal("editMessageText", **text, text=long) == (
        "Bad Request: MESSAGE_TOO_LONG"
    )
    assert await api.refusal("editMessageCaption", **photo, caption=long) == (
        "Bad Request: MEDIA_CAPTION_TOO_LONG"
    )
    media = {"type": "photo", "media": "attach://missing"}
    assert await api.refusal("editMessageMedia", **photo, media=media) == (
        "Bad Request: can't parse InputMedia: media not found"
    )
    assert await api.refusal("editMessageMedia", **photo, media={"type": "dance"}) == (
        "Bad Request: can't parse InputMedia: type must be non-empty"
    )
    assert await api.refusal("editMessageMedia", **photo) == (
        "Bad Request: can't parse InputMedia: media must be an Object"
    )
    keys = {"keyboard": [["yes"]]}
    assert await api.refusal("editMessageText", **text, text="y", reply_markup=keys) == (
        "Bad Request: inline keyboard expected"
    )


async def test_which_messages_can_be_edited(api: RawApi, bot: Bot, scene: Scene) -> None:
    club = scene.club.id
    world = scene.world
    foreign = world.say(scene.anna, scene.club, "mine")
    keyed = await api("sendMessage", chat_id=club, text="x", reply_markup={"keyboard": [["yes"]]})
    for message_id in (foreign.id, keyed["message_id"]):
        refusal = await api.refusal(
            "editMessageText", chat_id=club, message_id=message_id, text="y"
        )
        assert refusal == "Bad Request: message can't be edited"
    gone = (await bot.send_message(club, "x")).message_id
    world.delete(scene.anna, scene.club.messages[gone])
    hidden = (await bot.send_message(club, "x")).message_id
    world.make_inaccessible(scene.club.messages[hidden])
    for message_id in (gone, hidden, 999, 0):
        refusal = await api.refusal(
            "editMessageText", chat_id=club, message_id=message_id, text="y"
        )
        assert refusal == "Bad Request: message to edit not found"


async def test_edits_without_a_message(api: RawApi) -> None:
    assert await api.refusal("editMessageText", text="x") == (
        "Bad Request: message identifier is not specified"
    )
    assert await api.refusal("editMessageText", text="x", inline_message_id="abc") == (
        "Bad Request: MESSAGE_ID_INVALID"
    )


async def test_an_edit_has_no_time_limit(bot: Bot, scene: Scene) -> None:
    sent = await bot.send_message(scene.club.id, "x")
    scene.clock.move(30 * 86400)
    assert await bot.edit_message_text("y", scene.club.id, sent.message_id)


async def test_a_photo_needs_the_right_for_photos(api: RawApi, bot: Bot, scene: Scene) -> None:
    sent = await bot.send_photo(scene.club.id, png())
    file_id = sent.photo[-1].file_id
    scene.world.restrict_bot(scene.club, Rights(photos=False))
    refusal = await api.refusal(
        "editMessageMedia",
        chat_id=scene.club.id,
        message_id=sent.message_id,
        media={"type": "photo", "media": file_id, "caption": "new"},
    )
    assert refusal == "Bad Request: not enough rights to send photos to the chat"


async def test_deleting(api: RawApi, bot: Bot, scene: Scene) -> None:
    world, club = scene.world, scene.club
    own = (await bot.send_message(club.id, "x")).message_id
    foreign = world.say(scene.anna, club, "mine")
    assert await bot.delete_message(club.id, own)
    assert own not in club.messages
    assert await api.refusal("deleteMessage", chat_id=club.id, message_id=own) == (
        "Bad Request: message to delete not found"
    )
    assert await api.refusal("deleteMessage", chat_id=club.id) == (
        "Bad Request: message identifier is not specified"
    )
    everyone = "Bad Request: message can't be deleted for everyone"
    assert await api.refusal("deleteMessage", chat_id=club.id, message_id=foreign.id) == everyone
    world.promote_bot(club)
    assert await bot.delete_message(club.id, foreign.id)


async def test_old_messages_and_private_ones(api: RawApi, bot: Bot, scene: Scene) -> None:
    private = scene.world.private_chat(scene.anna)
    asked = scene.world.say(scene.anna, private, "/start")
    assert await bot.delete_message(private.id, asked.id)
    old = (await bot.send_message(private.id, "x")).message_id
    scene.clock.move(48 * 3600 + 1)
    assert await api.refusal("deleteMessage", chat_id=private.id, message_id=old) == (
        "Bad Request: message can't be deleted for everyone"
    )


async def test_deleting_several_skips_what_is_gone(api: RawApi, bot: Bot, scene: Scene) -> None:
    ids = [(await bot.send_message(scene.club.id, "x")).message_id for _ in range(3)]
    assert await bot.delete_messages(scene.club.id, [*ids[:2], 999])
    assert list(scene.club.messages) == ids[2:]
    assert await api.refusal("deleteMessages", chat_id=scene.club.id, message_ids=[]) == (
        "Bad Request: message identifiers are not specified"
    )
