"""Words without a condition of their own: nouns for kinds of things, verbs that only present."""

from __future__ import annotations

from ontorag.language import fold
from ontorag.language.words import folded_set
from ontorag.lexicon.forms import word_forms

_KINDS = folded_set(
    """
    person people man woman child thing object one place city town country state company firm
    organisation organization group team film movie picture book novel song album piece work article
    text event game animal plant product item document page website
    mensch menschen leute mann frau kind ding sache ort stadt land staat firma unternehmen
    organisation gruppe team buch roman lied album werk artikel ereignis spiel tier pflanze produkt
    gegenstand dokument seite
    """
)
_LIGHT_VERBS = folded_set(
    """
    lautet lauten heißt heißen beträgt betragen existiert existieren gibt gehört gehören sein gilt
    gelten dient zeigt zählt zählen fällt fallen steht stehen stammt handelt geht befindet befinden
    liegt liegen ist sind nennt bezeichnet verzeichnet
    located situated lies lie
    applicable apply applies associated
    exist exists called named listed recorded given come comes fall falls belong belongs
    """
)
_IN_COMMON = folded_set(
    """
    share shares shared sharing same common together jointly
    teilen teilt geteilt gleich gleiche gleichen gleicher gleiches derselbe dieselbe dasselbe
    denselben demselben dieselben desselben derselben selbe selben gemeinsam gemeinsame
    gemeinsamen gemeinsamer zusammen
    """
)
_LIGHT_ADJECTIVES = folded_set(
    """
    verschiedene verschiedenen verschiedener verschiedenes einzelne einzelnen jeweilige jeweiligen
    folgende folgenden bekannte bekannten vorhandene vorhandenen verzeichnete verzeichneten
    weitere weiteren andere anderen anderer anderes sonstige sonstigen mögliche möglichen
    bestimmte bestimmten gesamte gesamten ganze ganzen genaue genauen zugehörige zugehörigen
    hauptsächliche hauptsächlichen hauptsächlicher primäre primären primärer einige einigen
    einiger mehrere mehreren mehrerer diverse diversen
    different various distinct individual respective following known existing recorded listed
    available other others possible certain exact total entire
    main primary principal few some several
    """
)
_DEMONSTRATIVES = folded_set(
    "this that these those dieser diese dieses diesen diesem jener jene jenes jenen jenem"
)
_HEADS = folded_set("date dates year years time times datum jahr jahre jahren zeit zeitpunkt")


def is_kind_noun(word: str) -> bool:
    """Whether a noun only says of what kind a thing is, in any field.

    >>> is_kind_noun("films"), is_kind_noun("comedies")
    (True, False)
    """
    return not word_forms(word).isdisjoint(_KINDS)


def is_light_verb(word: str) -> bool:
    """Whether a verb only presents what is asked for.

    >>> is_light_verb("lautet"), is_light_verb("leitet")
    (True, False)
    """
    return fold(word) in _LIGHT_VERBS


def is_light_adjective(word: str) -> bool:
    """Whether a word before a noun changes little of which things are meant.

    >>> is_light_adjective("various"), is_light_adjective("experienced")
    (True, False)
    """
    return fold(word) in _LIGHT_ADJECTIVES


def is_demonstrative(word: str) -> bool:
    """Whether a word only points: "this", "dieser"."""
    return fold(word) in _DEMONSTRATIVES


def is_time_noun(word: str) -> bool:
    """Whether a noun only says that a time is meant: "date", "Jahr"."""
    return fold(word) in _HEADS


def says_common(word: str) -> bool:
    """Whether a word speaks of something in common: "same", "share", "co-starred".

    >>> says_common("co-starred"), says_common("denselben"), says_common("Codes")
    (True, True, False)
    """
    return fold(word) in _IN_COMMON or without_co(word) != word


def without_co(word: str) -> str:
    """Give a word without "co-": what is done together is done.

    >>> without_co("co-starred"), without_co("common")
    ('starred', 'common')
    """
    return word.split("-", 1)[1] if word.casefold().startswith("co-") else word
