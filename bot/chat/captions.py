"""Captions: what stands under a board, a line each, whole sentences from the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.chat.focus import Focus
from bot.chat.reader import Reader
from bot.chat.texts import Markup, Texts
from bot.play.match import Ending, Match, Phase
from bot.play.seats import AI, Invited, Seats
from bot.play.setup import Setup
from rules import PASS, Options, Reason, Side, State, format_ply

# How many moves before a limit the caption begins to count down.
_NEAR = 10

_SHAPES = {9: "square", 10: "triangle", 12: "rectangle", 16: "square"}

Names = Mapping[int, str]


def caption(match: Match, focus: Focus, names: Names, reader: Reader) -> Markup:
    """Returns the caption of a game's board; ``names`` holds the shown name of everyone in it."""
    texts = reader.texts
    if match.seats is None:
        return _join(_challenge(match, names, reader))
    lines = [_players(match.seats, names, texts), variant(match.options, texts)]
    if match.phase is Phase.RUNNING:
        lines += _running(match, match.seats, focus, names, reader)
    elif match.ending is not None:
        lines += _finished(match, match.seats, match.ending, names, texts)
    return _join(lines)


def variant(options: Options, texts: Texts) -> Markup:
    """Returns what is played, as a list of terms."""
    terms = [
        texts.html(f"option.pieces-{_SHAPES[options.pieces]}", count=options.pieces),
        texts.html(f"option.{options.moves.value}"),
    ]
    if not options.leave_home:
        terms.append(texts.html("option.leave-off"))
    if options.anti_mirror:
        terms.append(texts.html("option.mirror-on"))
    return Markup(" · ".join(terms))


def with_ai(match: Match, names: Names, texts: Texts) -> Names:
    """Returns the names of all in the match, the AI's too if it plays."""
    names = living(names, texts)
    return names if match.level is None else {**names, AI: level_name(match.level, texts)}


def living(names: Names, texts: Texts) -> Names:
    """Returns the names in a language; whoever had the own data erased has none of their own."""
    return {id_: name if id_ >= AI else texts.plain("name.deleted") for id_, name in names.items()}


def level_name(level: int, texts: Texts) -> str:
    """Returns what the AI is called at a level."""
    return texts.plain(f"level.{level}")


def _challenge(match: Match, names: Names, reader: Reader) -> Iterator[Markup]:
    texts = reader.texts
    challenger = names[match.challenger]
    if match.level is not None:
        yield texts.html("challenge.ai", level=level_name(match.level, texts))
    elif match.code is not None:
        yield texts.html("challenge.link", link=reader.link or "", code=match.code)
    elif match.invited is None:
        yield texts.html("challenge.open", name=challenger)
    else:
        other = _invited(match.invited, names)
        yield texts.html("challenge.named", name=challenger, other=other)
    yield from terms(match.setup, challenger, texts)
    yield Markup("")
    if match.phase is Phase.EXPIRED:
        yield texts.html("challenge.expired")
    elif match.phase is Phase.WITHDRAWN and match.level is not None:
        yield texts.html("challenge.ai-withdrawn")
    elif match.phase is Phase.WITHDRAWN:
        yield texts.html("challenge.withdrawn", name=challenger)
    elif match.level is not None:
        yield texts.html("challenge.ai-how-to-start")
    elif match.code is not None and match.invited is not None:
        yield texts.html("challenge.link-for-one", other=_invited(match.invited, names))
    elif match.code is not None:
        yield texts.html("challenge.link-how")
    else:
        yield texts.html("challenge.how-to-accept", name=challenger)


def _invited(invited: Invited, names: Names) -> str:
    return f"@{invited.username}" if invited.id is None else names[invited.id]


def terms(setup: Setup, challenger: str, texts: Texts) -> Iterator[Markup]:
    """Yields what a challenge proposes, a line each."""
    yield variant(setup.options, texts)
    yield _limits(setup.options, texts)
    yield texts.html(f"challenge.colour-{setup.colour.value}", name=challenger)
    if setup.limit is not None:
        yield texts.html("challenge.limit", time=texts.duration(setup.limit))


def _limits(options: Options, texts: Texts) -> Markup:
    if options.leave_home:
        return texts.html("challenge.limits", leave=options.leave_limit, moves=options.count_limit)
    return texts.html("challenge.limits-no-leave", moves=options.count_limit)


def _players(seats: Seats, names: Names, texts: Texts) -> Markup:
    return texts.html("board.players", white=names[seats.white], black=names[seats.black])


def _running(
    match: Match, seats: Seats, focus: Focus, names: Names, reader: Reader
) -> Iterator[Markup]:
    state, texts = match.game.state, reader.texts
    yield from _last_plies(match, seats, names, texts)
    yield Markup("")
    yield texts.html(
        f"board.turn-{state.side.value}", name=names[seats[state.side]], round=state.round
    )
    yield from _deadlines(state, texts)
    if match.open_draw_offer is not None:
        yield texts.html("board.draw-offer", name=names[seats[match.open_draw_offer]])
    elif match.draw_offer is not None:
        yield texts.html("board.draw-declined", name=names[seats[match.draw_offer.by.other]])
    if match.overdue and match.mover is not None:
        yield texts.html("board.overdue", name=names[match.mover])
    elif match.setup.limit is not None:
        yield texts.html("board.limit", time=texts.duration(match.setup.limit))
    if match.takeback is not None:
        yield texts.html("board.takeback-offer", name=names[seats[match.takeback]])
    for person in sorted(reader.unreached & {seats.white, seats.black}):
        yield texts.html("board.unreached", name=names[person])
    if focus.resigning is not None:
        yield texts.html("board.resigning", name=names[seats[focus.resigning]])
    yield _what_to_tap(match, focus, names, reader)


def _what_to_tap(match: Match, focus: Focus, names: Names, reader: Reader) -> Markup:
    texts, mover = reader.texts, match.mover
    if mover == AI:
        return texts.html("board.thinking")
    if mover is not None and not reader.may_move(match):
        return texts.html("board.waiting", name=names[mover])
    if focus.hint:
        return texts.html("board.hint", move=format_ply(focus.hint))
    match focus.path:
        case ():
            return texts.html("board.tap-piece")
        case (_,):
            return texts.html("board.tap-target")
        case path:
            return texts.html("board.tap-hop", chain=format_ply(path))


def _last_plies(match: Match, seats: Seats, names: Names, texts: Texts) -> Iterator[Markup]:
    plies = match.game.plies
    moved = next((ply for ply in reversed(plies) if ply is not PASS), None)
    if moved is not None:
        yield texts.html("board.last-move", move=format_ply(moved))
    if plies and plies[-1] is PASS:
        passed = match.game.state.side.other
        yield texts.html("board.passed", name=names[seats[passed]])


def _deadlines(state: State, texts: Texts) -> Iterator[Markup]:
    options = state.options
    if state.side is Side.BLACK and state.white == options.target(Side.WHITE):
        yield texts.html("board.last-chance-filled")
        return
    if _offends(state, Side.WHITE) and state.side is Side.BLACK:
        yield texts.html("board.last-chance-home")
        return
    leave_left = options.leave_limit - state.round + 1
    at_home = any(state.pieces(side) & options.home(side) for side in Side)
    if options.leave_home and at_home and leave_left <= _NEAR:
        yield texts.html("board.leave-limit", count=max(leave_left, 1), limit=options.leave_limit)
    count_left = options.count_limit - state.round + 1
    if count_left <= _NEAR:
        yield texts.html("board.count-limit", count=count_left, limit=options.count_limit)


def _offends(state: State, side: Side) -> bool:
    options = state.options
    return (
        options.leave_home
        and state.round >= options.leave_limit
        and bool(state.pieces(side) & options.home(side))
    )


def _finished(
    match: Match, seats: Seats, ending: Ending, names: Names, texts: Texts
) -> Iterator[Markup]:
    yield from _last_plies(match, seats, names, texts)
    yield Markup("")
    yield _result(match, seats, ending, names, texts)
    if match.rematch_offer is not None and match.rematch is None:
        yield texts.html("board.rematch-offer", name=names[seats[match.rematch_offer]])


def _result(match: Match, seats: Seats, ending: Ending, names: Names, texts: Texts) -> Markup:
    if ending.winner is None:
        winner = loser = ""
    else:
        winner, loser = names[seats[ending.winner]], names[seats[ending.winner.other]]
    kind = "draw" if ending.winner is None else "won"
    if ending.reason in (Reason.COUNT_LIMIT, Reason.BOTH_PASSED):
        state, options = match.game.state, match.options
        white = (state.white & options.target(Side.WHITE)).bit_count()
        black = (state.black & options.target(Side.BLACK)).bit_count()
        return texts.html(
            f"result.{ending.reason.value}-{kind}", winner=winner, white=white, black=black
        )
    return texts.html(f"result.{ending.reason.value}-{kind}", winner=winner, loser=loser)


def _join(lines: Iterator[Markup] | list[Markup]) -> Markup:
    return Markup("\n".join(lines))
