"""Getting messages to Telegram: trouble stays in its chat, and the newest state wins."""
