"""The files on the stand-in's servers."""

import hashlib
from base64 import urlsafe_b64encode
from collections import Counter, OrderedDict
from collections.abc import Callable

from bot.local.records import MediaKind, StoredFile

THUMBNAIL = "thumbnail"
_IDLE_BYTES = 64 * 1024 * 1024


def unique_id(kind: MediaKind, content: bytes) -> str:
    """Return the identifier of a file: equal for equal bytes sent as the same kind."""
    digest = hashlib.sha256(kind.value.encode() + content).digest()
    return urlsafe_b64encode(digest[:18]).decode()


class FileStore:
    """Holds the files that messages show, and the latest of those that none shows any more.

    Telegram keeps every file for ever; here the oldest idle ones go once `idle_bytes` are
    exceeded, so that a long game does not fill the memory. `dropped` is told of each that goes.
    """

    def __init__(
        self, dropped: Callable[[StoredFile], None], idle_bytes: int = _IDLE_BYTES
    ) -> None:
        self._dropped = dropped
        self._idle_limit = idle_bytes
        self._files: dict[str, StoredFile] = {}
        self._uses: Counter[str] = Counter()
        self._idle: OrderedDict[str, StoredFile] = OrderedDict()
        self._idle_bytes = 0

    def put(self, file: StoredFile) -> StoredFile:
        """Store a file that no message shows yet; return the one already stored if it is equal."""
        known = self._files.get(file.unique_id)
        if known is not None:
            return known
        self._files[file.unique_id] = file
        self._rest(file)
        return file

    def find(self, file_id: str) -> StoredFile | None:
        """Return the file with this identifier; a photo also by its thumbnail's."""
        kind, _, key = file_id.partition("-")
        file = self._files.get(key)
        if file is None or kind not in (file.kind.value, THUMBNAIL):
            return None
        return file

    def by_unique_id(self, key: str) -> StoredFile | None:
        """Return the file with this unique identifier."""
        return self._files.get(key)

    def hold(self, file: StoredFile) -> None:
        """Note that one more message shows the file."""
        self._uses[file.unique_id] += 1
        if self._idle.pop(file.unique_id, None) is not None:
            self._idle_bytes -= len(file.content)

    def release(self, file: StoredFile) -> None:
        """Note that one message less shows the file."""
        self._uses[file.unique_id] -= 1
        if not self._uses[file.unique_id]:
            del self._uses[file.unique_id]
            self._rest(file)

    def _rest(self, file: StoredFile) -> None:
        self._idle[file.unique_id] = file
        self._idle_bytes += len(file.content)
        while self._idle_bytes > self._idle_limit and len(self._idle) > 1:
            key, oldest = self._idle.popitem(last=False)
            self._idle_bytes -= len(oldest.content)
            del self._files[key]
            self._dropped(oldest)
