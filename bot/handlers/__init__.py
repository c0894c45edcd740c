"""What reaches the bot, and who deals with it. Handlers are thin: decode, act, answer."""
