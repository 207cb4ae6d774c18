"""Verification: claims and evidence in, verdicts out; what is not proved is replaced."""

from ontorag.language.sentences import split_claims
from ontorag.verification.checks import KEPT, Guard, SecondOpinion, check_claims, no_labels
from ontorag.verification.evidence import KnownLabels
from ontorag.verification.given import Given, read_given
from ontorag.verification.repair import GUARD_MODES, UNREAD, GuardMode, repair, standing
from ontorag.verification.verifying import ClaimVerdict, verify, verify_against

__all__ = [
    "GUARD_MODES",
    "KEPT",
    "UNREAD",
    "ClaimVerdict",
    "Given",
    "Guard",
    "GuardMode",
    "KnownLabels",
    "SecondOpinion",
    "check_claims",
    "no_labels",
    "read_given",
    "repair",
    "split_claims",
    "standing",
    "verify",
    "verify_against",
]
