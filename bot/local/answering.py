"""Bot API methods that answer people's queries, and those that fetch updates."""

import asyncio
import re
from typing import Any

from bot.local.checks import check_toast
from bot.local.errors import bad_request
from bot.local.inline_results import read_answer
from bot.local.parameters import Parameters
from bot.local.queries import Answer
from bot.local.shapes import Json
from bot.local.updates import KINDS, Update, Webhook
from bot.local.watching import Watcher
from bot.local.world import World

_MAX_POLL_SECONDS = 50
_MAX_LIMIT = 100
_MAX_SECRET = 256
_SECRET = re.compile(r"[A-Za-z0-9_-]*")


def answer_callback_query(world: World, parameters: Parameters) -> bool:
    """Answer a tap with nothing, a toast, an alert or a link."""
    text, url = parameters.text("text"), parameters.text("url")
    check_toast(text)
    start_link = rf"(https://)?t\.me/{re.escape(world.bot.username)}\?start=[\w-]+"
    if url and not re.fullmatch(start_link, url, re.IGNORECASE):
        raise bad_request("URL_INVALID")
    answer = Answer(text, parameters.boolean("show_alert"), url)
    world.queries.take(parameters.text("callback_query_id")).resolve(answer)
    return True


def answer_inline_query(world: World, parameters: Parameters) -> bool:
    """Show the results that the bot offers to the person who asked."""
    world.inline.answer(parameters.text("inline_query_id"), read_answer(world, parameters))
    return True


async def get_updates(world: World, parameters: Parameters) -> list[Update]:
    """Return the next updates, after a wait of up to `timeout` seconds when there are none."""
    limit = min(max(parameters.integer("limit", _MAX_LIMIT), 1), _MAX_LIMIT)
    seconds = min(max(parameters.integer("timeout"), 0), _MAX_POLL_SECONDS)
    _allow(world, parameters)
    updates = await world.updates.poll(parameters.integer("offset"), limit, seconds)
    return [update for update in updates if _arrives(world, update)]


def _arrives(world: World, update: Update) -> bool:
    """Tell whether an update comes now; on a bad line it may come late, or twice."""
    line, later = world.faults.line, asyncio.get_running_loop().call_later
    if line is None:
        return True
    if (seconds := line.update_comes_again()) is not None:
        later(seconds, world.updates.repeat, update)
    if (seconds := line.update_comes_late()) is not None:
        later(seconds, world.updates.repeat, update)
        return False
    return True


def set_webhook(world: World, parameters: Parameters) -> bool:
    """Post updates to a URL from now on; an empty URL returns to long polling."""
    url = parameters.text("url")
    if not url:
        return delete_webhook(world, parameters)
    if not url.startswith(("https://", "http://")):
        raise bad_request("invalid webhook URL specified")
    secret = parameters.text("secret_token")
    if len(secret) > _MAX_SECRET:
        raise bad_request("secret token is too long")
    if not _SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    if parameters.boolean("drop_pending_updates"):
        world.updates.drop_all()
    _allow(world, parameters)
    webhook = Webhook(url, secret, parameters.integer("max_connections", 40))
    world.updates.set_webhook(webhook)
    world.tell(Watcher.updates_changed)
    return True


def delete_webhook(world: World, parameters: Parameters) -> bool:
    """Return to long polling."""
    if parameters.boolean("drop_pending_updates"):
        world.updates.drop_all()
    world.updates.set_webhook(None)
    world.tell(Watcher.updates_changed)
    return True


def get_webhook_info(world: World, parameters: Parameters) -> Json:  # noqa: ARG001 - takes none
    """Return the WebhookInfo."""
    updates, webhook = world.updates, world.updates.webhook
    info: Json = {
        "url": webhook.url if webhook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(updates.pending),
        "allowed_updates": [kind for kind in KINDS if kind in updates.allowed],
    }
    if webhook is not None:
        info["max_connections"] = webhook.max_connections
        if webhook.last_error_date:
            info["last_error_date"] = webhook.last_error_date
            info["last_error_message"] = webhook.last_error
    return info


def _allow(world: World, parameters: Parameters) -> None:
    kinds: Any = parameters.json("allowed_updates", "allowed_updates")
    before = world.updates.allowed
    world.updates.allow(kinds if isinstance(kinds, list) else None)
    if world.updates.allowed != before:
        world.tell(Watcher.updates_changed)
