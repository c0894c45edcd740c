"""How the networks are made: games of the program against itself, and a fit to what it saw in them.

``python -m bot.ai.training --help``. Nothing here is used while playing.
"""
