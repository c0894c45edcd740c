"""What a request wants to show: formatted texts, keyboards and files."""

from typing import Any, NamedTuple

from bot.local.checks import check_file, check_photo, read_keyboard
from bot.local.entities import Entity, Formatted, in_order
from bot.local.errors import bad_request
from bot.local.files import unique_id
from bot.local.images import is_mp4, read_picture
from bot.local.markup import MarkupError, parse_html
from bot.local.parameters import Parameters, Upload
from bot.local.records import Keyboard, MediaKind, StoredFile
from bot.local.world import World

_REPLY_KEYBOARDS = ("keyboard", "remove_keyboard", "force_reply")


class Markup(NamedTuple):
    """The reply markup of a request: an inline keyboard, or something else that locks it."""

    keyboard: Keyboard = ()
    reply_keyboard: bool = False


def read_text(world: World, parameters: Parameters, field: str = "text") -> Formatted:
    """Return a text, named by its field, with its entities, tidied as Telegram does."""
    prefix = "caption_" if field == "caption" else ""
    source = parameters.text(field)
    mode = parameters.text("parse_mode").lower()
    if mode == "html":
        try:
            formatted = parse_html(source)
        except MarkupError as error:
            raise bad_request(f"can't parse entities: {error}") from None
    elif mode:
        raise bad_request("unsupported parse_mode")
    else:
        entities = parameters.json(f"{prefix}entities", "entities") or []
        formatted = Formatted(source, in_order([_entity(value) for value in entities]))
    return world.formatted(formatted)


def read_markup(parameters: Parameters) -> Markup:
    """Return the reply markup of a request."""
    value = parameters.json("reply_markup", "reply keyboard markup")
    if value is None:
        return Markup()
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    if any(value.get(field) for field in _REPLY_KEYBOARDS):
        return Markup(reply_keyboard=True)
    return Markup(read_keyboard(value.get("inline_keyboard") or []))


def read_inline_keyboard(parameters: Parameters) -> Keyboard:
    """Return the keyboard of an edit, which can be an inline one only."""
    markup = read_markup(parameters)
    if markup.reply_keyboard:
        raise bad_request("inline keyboard expected")
    return markup.keyboard


def read_media(
    world: World, parameters: Parameters, kind: MediaKind, field: str, missing: str
) -> StoredFile:
    """Return the file that a field names by file_id, attach:// or as an upload of its own.

    An upload is checked and stored. `missing` is the refusal when there is no file.
    """
    value = parameters.text(field)
    if value.startswith("attach://"):
        upload = parameters.upload(value.removeprefix("attach://"))
    elif value:
        return _known_file(world, value, kind)
    else:
        upload = parameters.upload(field)
    if upload is None:
        raise bad_request(missing)
    return world.files.put(_new_file(upload, kind, parameters))


def _known_file(world: World, file_id: str, kind: MediaKind) -> StoredFile:
    file = world.files.find(file_id)
    if file is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if file.kind is not kind:
        wrong, right = file.kind.value.capitalize(), kind.value.capitalize()
        raise bad_request(f"can't use file of type {wrong} as {right}")
    return file


def _new_file(upload: Upload, kind: MediaKind, parameters: Parameters) -> StoredFile:
    content = upload.content
    if kind is MediaKind.PHOTO:
        photo = check_photo(content)
        return StoredFile(
            kind,
            unique_id(kind, content),
            content,
            mime_type=photo.mime_type,
            width=photo.width,
            height=photo.height,
        )
    check_file(content)
    picture = read_picture(content)
    moves = is_mp4(content) or (picture is not None and picture.mime_type == "image/gif")
    mime_type = picture.mime_type if picture else "application/octet-stream"
    if kind is MediaKind.ANIMATION and not moves:
        kind = MediaKind.DOCUMENT
    return StoredFile(
        kind,
        unique_id(kind, content + upload.name.encode()),
        content,
        mime_type="video/mp4" if is_mp4(content) else mime_type,
        name=upload.name,
        width=parameters.integer("width", picture.width if picture else 0),
        height=parameters.integer("height", picture.height if picture else 0),
        duration=parameters.integer("duration"),
    )


def _entity(value: Any) -> Entity:
    try:
        return Entity(
            str(value["type"]),
            int(value["offset"]),
            int(value["length"]),
            url=str(value.get("url", "")),
            user_id=int(value["user"]["id"]) if "user" in value else 0,
            language=str(value.get("language", "")),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise bad_request("can't parse entities: invalid MessageEntity specified") from None
