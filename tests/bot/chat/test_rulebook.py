"""The rulebook: complete, within Telegram's limits, and true to the rules."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.chat import diagrams
from bot.chat.callbacks import Read, decode
from bot.chat.diagrams import diagram_of
from bot.chat.rulebook import CHAPTERS, Page
from bot.chat.sheets import Sheet, rules_sheet
from bot.chat.texts import languages, texts_for
from bot.play.match import Match, Phase
from bot.play.seats import Seats
from bot.play.setup import Setup
from render import THEMES, BoardView, draw_boards
from rules import (
    PIECE_COUNTS,
    Game,
    Options,
    Outcome,
    Reason,
    Route,
    Side,
    State,
    mirror,
    parse_ply,
    parse_square,
)
from tests.drawings import names

LONGEST = Options(pieces=16, leave_home=False, anti_mirror=True)


def match_of(options: Options) -> Match:
    return Match(
        id=2**63 - 1,
        phase=Phase.RUNNING,
        setup=Setup(options),
        challenger=1,
        seats=Seats(1, 2),
        game=Game.start(options),
    )


def words(sheet: Sheet) -> str:
    return unescape(re.sub(r"</?\w+>", "", sheet.text))


def whole(language: str, match: Match | None = None) -> str:
    return "\n".join(words(rules_sheet(page, match, texts_for(language))) for page in Page)


# The texts


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("options", [None, Options(), LONGEST], ids=str)
def test_pages_keep_to_the_limits(language: str, options: Options | None) -> None:
    match = match_of(options) if options is not None else None
    for page in Page:
        sheet = rules_sheet(page, match, texts_for(language))
        assert len(words(sheet).encode("utf-16-le")) // 2 <= 1024
        assert sheet.keyboard is not None
        for row in sheet.keyboard.inline_keyboard:
            # Longer words would be cut on a phone that is 360 pixels wide.
            longest = {1: 34, 2: 18, 3: 12}[len(row)]
            for button in row:
                assert len(button.text) <= longest, button.text
                assert len(str(button.callback_data).encode()) <= 64


LIMITS = (
    *(("9", "40", "30", "80"), ("10", "44", "33", "89")),
    *(("12", "53", "40", "107"), ("16", "71", "53", "142")),
)


@pytest.mark.parametrize("language", languages())
def test_every_limit_is_told(language: str) -> None:
    texts = texts_for(language)
    leaving, count, homes, mirror_page = (
        set(re.findall(r"\d+", words(rules_sheet(page, None, texts))))
        for page in (Page.LEAVING, Page.COUNT, Page.HOMES, Page.MIRROR)
    )
    for pieces, leave, diagonal, counted in LIMITS:
        assert {leave, diagonal} <= leaving
        assert counted in count
        assert {pieces, leave, diagonal, counted} <= homes
    assert {"10", "11", "12", "13"} <= mirror_page


# What the rules pages must tell, as words that tell it. One fact a line.
FACTS = {
    "en": (
        *("learn it in a minute", "thinking ahead", "8×8", "bottom left", "top right"),
        *("3×3", "White begins", "one piece", "backwards", "not diagonally"),
        *("right behind", "nothing is captured", "turn", "stop wherever you like"),
        *("one move", "no step before", "every square", "single opposing piece"),
        *("same number of moves", "one more move", "won at once", "its owner loses"),
        *("puts a piece back", "pieces in the targets are counted", "third time"),
        *("stands in its own home", "passes", "neither side can move", "triangle"),
        *("rectangle", "Classic or diagonal", "Without the leave-home rule"),
        *("at least a draw", "not offered in moves 11 and 12", "Leave home early"),
        *("roads", "Keep your group together", "slowest piece", "chain breaks", "count the moves"),
    ),
    "de": (
        *("in einer Minute", "vorausdenkt", "8×8", "unten links", "oben rechts"),
        *("3×3", "Weiß fängt an", "einen einzigen Stein", "zurück", "nicht schräg"),
        *("gleich dahinter", "Geschlagen wird nicht", "um die Ecke", "aufhören, wo du willst"),
        *("ein Zug", "Schritte kommen darin nicht vor", "jedem Feld", "einziger fremder Stein"),
        *("gleich oft gezogen", "noch einen Zug", "sofort gewonnen", "verliert"),
        *("zurückstellt", "Steine im Ziel gezählt", "zum dritten Mal"),
        *("im eigenen Haus steht", "setzt aus", "Können beide nicht ziehen", "Dreieck"),
        *("Rechteck", "Klassisch oder diagonal", "Haus verlassen freiwillig"),
        *("mindestens ein Remis", "in Zug 11 und 12 nicht angeboten", "Verlass das Haus früh"),
        *("Straßen", "Gruppe zusammen", "langsamste Stein", "Kette reißt", "wie viele Züge"),
    ),
    "it": (
        *("impara in un minuto", "pensando in anticipo", "8×8", "basso a sinistra"),
        *("alto a destra", "3×3", "Comincia il Bianco", "una sola pedina", "indietro"),
        *("non in diagonale", "subito dietro", "non si cattura nulla", "svoltare"),
        *("fermarsi dove vuoi", "una sola mossa", "non entrano passi", "ogni casella"),
        *("sola pedina avversaria", "lo stesso numero di mosse", "una mossa", "vinto subito"),
        *("ancora una perde", "rimette una in casa", "si contano le pedine in meta"),
        *("terza volta", "ancora nella propria casa", "passa", "nessuno dei due", "triangolo"),
        *("rettangolo", "Classiche o diagonali", "Senza l’obbligo di lasciare la casa"),
        *("almeno la patta", "alle mosse 11 e 12", "Lascia la casa presto", "strade"),
        *("unito il gruppo", "pedina più lenta", "catena si spezza", "conta le mosse"),
    ),
    "fr": (
        *("apprend en une minute", "voyant loin", "8×8", "en bas à gauche", "en haut à droite"),
        *("3×3", "Les Blancs commencent", "un seul pion", "en arrière", "pas en diagonale"),
        *("juste derrière", "on ne prend rien", "tourner", "s’arrêter où tu veux"),
        *("un seul coup", "Aucun pas n’y entre", "chaque case", "un seul pion adverse"),
        *("le même nombre de coups", "encore un coup", "gagné aussitôt", "encore un perd"),
        *("remet un plus tard", "on compte les pions à destination", "troisième fois"),
        *("dans sa propre maison", "passe", "aucun des deux", "triangle", "rectangle"),
        *("Classiques ou diagonaux", "Sans l’obligation de quitter la maison"),
        *("au moins la nulle", "aux coups 11 et 12", "Quitte la maison tôt", "routes"),
        *("groupe uni", "pion le plus lent", "enchaînement est rompu", "compte les coups"),
    ),
}


@pytest.mark.parametrize("language", FACTS)
def test_every_fact_is_told(language: str) -> None:
    text = whole(language)
    assert [fact for fact in FACTS[language] if fact not in text] == []


@pytest.mark.parametrize("language", languages())
def test_every_page_can_be_reached_from_every_other(language: str) -> None:
    for page in Page:
        seen, waiting = {page}, [page]
        while waiting:
            sheet = rules_sheet(waiting.pop(), None, texts_for(language))
            assert sheet.keyboard is not None
            for row in sheet.keyboard.inline_keyboard:
                for button in row:
                    read = decode(str(button.callback_data))
                    assert isinstance(read, Read)
                    if read.language == language and read.page not in seen:
                        seen.add(read.page)
                        waiting.append(read.page)
        assert seen == {*Page}


def test_the_cover_leads_to_the_chapters_and_the_other_languages() -> None:
    sheet = rules_sheet(Page.COVER, None, texts_for("en"))
    assert sheet.keyboard is not None
    buttons = {each.text: each for row in sheet.keyboard.inline_keyboard for each in row}
    meanings = [decode(str(each.callback_data)) for each in buttons.values()]
    assert {each.page for each in meanings if isinstance(each, Read)} >= {*CHAPTERS}
    assert {"🌐 Deutsch", "🌐 Français", "🌐 Italiano"} <= {*buttons}
    assert decode(str(buttons["🌐 Deutsch"].callback_data)) == Read(0, Page.COVER, "de")


def test_a_game_has_its_own_limits() -> None:
    texts = texts_for("en")
    match = match_of(Options(pieces=12))
    cover, leaving, count = (
        words(rules_sheet(page, match, texts)) for page in (Page.COVER, Page.LEAVING, Page.COUNT)
    )
    assert "12 pieces in a rectangle · Classic" in cover
    for page in (cover, leaving):
        assert "In this game: leave home by move 53." in page
    for page in (cover, count):
        assert "In this game: after move 107 the pieces" in page
    free = match_of(replace(match.options, leave_home=False))
    assert "nobody has to leave home" in words(rules_sheet(Page.LEAVING, free, texts))
    assert words(rules_sheet(Page.STEP, match, texts)) == words(rules_sheet(Page.STEP, None, texts))


# The pictures


def played(state: State, route: Route) -> State:
    return Game(state.options, (), state).play(route).state


@pytest.mark.parametrize("page", Page)
def test_every_page_has_its_picture(page: Page) -> None:
    diagram = diagram_of(page, Options())
    assert draw_boards(diagram, THEMES["wood"]).startswith(b"\x89PNG")
    assert diagram == diagram_of(page, Options(16)) or page is Page.COVER
    for view in diagram:
        assert view.white.bit_count() == view.black.bit_count()
        assert not view.white & view.black


def test_no_two_pages_look_the_same_but_for_the_cover() -> None:
    assert len({diagram_of(page, Options()) for page in Page}) == len(Page) - 1


def test_homes_of_every_size() -> None:
    views = diagram_of(Page.HOMES, Options())
    assert [view.white.bit_count() for view in views] == [*PIECE_COUNTS]
    assert all((view.white, view.black) == (view.white_home, view.black_home) for view in views)


def test_the_cover_shows_the_homes_of_the_game() -> None:
    (view,) = diagram_of(Page.COVER, Options(12))
    assert view.white == Options(12).home(Side.WHITE)


def view_of(page: Page) -> BoardView:
    (view,) = diagram_of(page, Options())
    return view


def test_the_steps() -> None:
    view = view_of(Page.STEP)
    assert names(view.steps) == "d3 c4 d5"
    assert view.hops == 0
    assert view.black >> parse_square("e4") & 1


def test_a_chain_that_turns() -> None:
    played(diagrams.JUMP, diagrams.JUMPING)
    assert names(view_of(Page.JUMP).hops) == "c5 e7"
    over = [parse_square(name) for name in ("d1", "e2", "e4")]
    assert [diagrams.JUMP.white >> square & 1 for square in over] == [1, 1, 0]


def test_a_target_blocked_by_one_piece() -> None:
    state = diagrams.BLOCKED
    target = state.options.target(Side.WHITE)
    assert names(target & ~state.white) == "h8"
    assert state.black >> diagrams.BLOCKING & 1


def test_the_last_move_makes_a_draw() -> None:
    state = diagrams.FILLED_BY_WHITE
    assert state.white == state.options.target(Side.WHITE)
    assert played(state, diagrams.FILLING).outcome == Outcome(None, Reason.BOTH_FILLED)
    others = [turn for turn in state.legal_turns if state.after(turn).outcome is not None]
    assert len(others) == len(state.legal_turns)


def test_whoever_is_late_loses_whatever_the_answer() -> None:
    state = diagrams.LATE
    assert state.round == state.options.leave_limit
    assert names(state.white & state.options.home(Side.WHITE)) == "b1"
    outcomes = {state.after(turn).outcome for turn in state.legal_turns}
    assert outcomes == {Outcome(Side.BLACK, Reason.LEAVE_HOME)}


def test_the_count() -> None:
    state = played(diagrams.COUNTED, diagrams.LAST_COUNTED)
    assert state.outcome == Outcome(Side.WHITE, Reason.COUNT_LIMIT)
    options = state.options
    counts = ((state.pieces(side) & options.target(side)).bit_count() for side in Side)
    assert tuple(counts) == (7, 6)


def test_to_and_fro_is_no_progress() -> None:
    route = diagrams.TO_AND_FRO
    black = ("f2-f3", "f3-f2") * 2
    game = Game(diagrams.REPEATED.options, (), diagrams.REPEATED)
    for number, answer in enumerate(black):
        game = game.play(route if number % 2 == 0 else route[::-1])
        game = game.play(parse_ply(answer))
    assert game.outcome == Outcome(None, Reason.REPETITION)


def test_diagonal_steps_and_a_jump() -> None:
    view = view_of(Page.DIAGONAL)
    assert view.steps.bit_count() == 7
    assert names(view.hops) == "f6"


def test_a_mirror_move() -> None:
    state = played(diagrams.COPIED, diagrams.ORIGINAL)
    assert tuple(map(mirror, diagrams.ORIGINAL)) == diagrams.COPY
    assert played(state, diagrams.COPY).copies == 1


def test_a_road_across_the_board() -> None:
    played(diagrams.ROAD, diagrams.ALONG_THE_ROAD)
    d5 = parse_square("d5")
    assert d5 in diagrams.ALONG_THE_ROAD
    barred = State.set_up(
        diagrams.ROAD.options, diagrams.ROAD.white, diagrams.ROAD.black | 1 << d5, Side.WHITE, 12
    )
    b1, f7 = diagrams.ALONG_THE_ROAD[0], diagrams.ALONG_THE_ROAD[-1]
    assert not barred.destinations(b1) >> f7 & 1


def test_a_straggler_has_nothing_to_jump_over() -> None:
    assert diagrams.TOGETHER.hops_from((diagrams.STRAGGLER,)) == 0
