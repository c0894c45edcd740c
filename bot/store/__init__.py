"""What the bot remembers, in SQLite. All SQL stands here."""
