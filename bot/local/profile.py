"""The bot as people see it: its names and texts by language, and its commands by scope."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of the commands menu."""

    command: str
    description: str


@dataclass(frozen=True, slots=True)
class Scope:
    """To whom a list of commands is shown. Ids are 0 where the scope has none."""

    type: str = "default"
    chat_id: int = 0
    user_id: int = 0

    @property
    def label(self) -> str:
        """Return the scope in one word, such as all_private_chats or chat:42."""
        ids = [str(number) for number in (self.chat_id, self.user_id) if number]
        return ":".join([self.type, *ids])


@dataclass(slots=True)
class BotProfile:
    """The bot's account. Texts are by language code; "" is for all other languages.

    What BotFather sets: whether the bot reads all messages of groups, whether it is asked in inline
    mode, and whether it is told which results people choose.
    """

    id: int
    username: str
    token: str = field(repr=False)
    names: dict[str, str]
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[Scope, str], tuple[Command, ...]] = field(default_factory=dict)
    reads_all: bool = False
    answers_inline: bool = True
    inline_feedback: bool = False

    @property
    def name(self) -> str:
        """Return the name shown where there is none for a language."""
        return self.names.get("", self.username)
