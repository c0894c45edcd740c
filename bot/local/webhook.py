"""Delivery of updates to a webhook."""

import asyncio

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse

from bot.local.updates import Update, Webhook
from bot.local.world import World

_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
_REQUEST_SECONDS = 60.0
_LONGEST_RETRY_SECONDS = 60.0


class WebhookSender:
    """Posts updates one by one, each again until the answer is 2xx.

    `retry_seconds` is the wait after a first failure; it doubles with each further one.
    """

    def __init__(self, world: World, retry_seconds: float) -> None:
        self._world = world
        self._retry_seconds = retry_seconds
        self._client = AsyncHTTPClient(force_instance=True)
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop delivering."""
        self._task.cancel()
        await asyncio.wait([self._task])
        self._client.close()

    async def _run(self) -> None:
        updates = self._world.updates
        retry = self._retry_seconds
        while True:
            webhook, update = updates.webhook, updates.first()
            if webhook is None or update is None:
                await updates.arrival()
            elif await self._post(webhook, update):
                updates.confirm(update.id)
                retry = self._retry_seconds
            else:
                await asyncio.sleep(retry)
                retry = min(2 * retry, _LONGEST_RETRY_SECONDS)

    async def _post(self, webhook: Webhook, update: Update) -> bool:
        headers = {"Content-Type": "application/json"}
        if webhook.secret_token:
            headers[_SECRET_HEADER] = webhook.secret_token
        request = HTTPRequest(
            webhook.url,
            method="POST",
            headers=headers,
            body=update.body,
            request_timeout=_REQUEST_SECONDS,
            follow_redirects=False,
        )
        try:
            response = await self._fetch(request)
        except (OSError, HTTPClientError) as error:
            reason = f"Connection failed: {error}"
        else:
            if response.code // 100 == 2:  # noqa: PLR2004 - the class of success
                return True
            reason = f"Wrong response from the webhook: {response.code} {response.reason}"
        webhook.last_error, webhook.last_error_date = reason, self._world.now()
        self._world.stir()
        return False

    async def _fetch(self, request: HTTPRequest) -> HTTPResponse:
        # Tornado reports a fetch that fails after it was cancelled as an error of the application.
        fetching = asyncio.ensure_future(self._client.fetch(request, raise_error=False))
        fetching.add_done_callback(lambda done: done.exception())
        return await asyncio.shield(fetching)
