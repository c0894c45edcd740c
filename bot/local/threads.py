"""Into which thread of a chat a message goes."""

from bot.local.records import GENERAL_TOPIC, Chat, ChatKind, Message


def thread_of(chat: Chat, replied: Message | None, topic_id: int | None) -> tuple[int | None, bool]:
    """Return the thread of a new message, and whether that thread is a topic.

    Replies in a supergroup outside of topics carry the id of the message that began the thread.
    """
    if topic_id is not None and topic_id != GENERAL_TOPIC:
        return topic_id, True
    if replied is None or chat.kind is not ChatKind.SUPERGROUP:
        return None, False
    if replied.in_topic:
        return (replied.thread_id, True) if topic_id is None else (None, False)
    return replied.thread_id or replied.id, False


def topic_closed(chat: Chat, thread_id: int | None, in_topic: bool) -> bool:
    """Tell whether the topic that a message would go to is closed."""
    topic = chat.topics.get(thread_id if in_topic and thread_id else GENERAL_TOPIC)
    return topic is not None and topic.closed
