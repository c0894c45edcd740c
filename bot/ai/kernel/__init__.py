"""The compiled part: move generation, evaluation, search and table, on integers and arrays alone.

`search` of the package above is its only user beside the training; it says what goes in and out.
"""
