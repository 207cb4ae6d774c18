"""What can go wrong, as one tree.

    OntoragError
    ├── InputError                 what the caller gave cannot be used
    │   ├── TermError              a text is not an RDF term
    │   ├── SourceError            a file, address or table cannot be loaded
    │   │   ├── SourceNotFoundError
    │   │   ├── SyntaxInSourceError    with line, column and excerpt
    │   │   ├── FindingsError          it has findings, and is to be refused for them
    │   │   └── EmptyOntologyError
    │   ├── UnknownNameError       a name, prefix or label that the graph does not have
    │   ├── QuestionFileError      a file of test questions, with the line
    │   └── SettingsError          ontorag.toml, an environment variable or an option
    ├── StoreError                 the graph store cannot do what is asked
    │   ├── StoreUnreachableError
    │   ├── StoreAccessError       wrong password, no right to write
    │   ├── GraphChangedError      it was changed while it was being read
    │   └── ForeignStoreError      a database or file that ontorag did not write
    ├── ReasoningError             reasoning cannot be done, or contradicts itself
    │   ├── ReasonerMissingError   Java or the reasoner is not there
    │   ├── ReasoningStoppedError  the budget of facts, seconds or memory is spent
    │   └── InconsistentError      the data contradict themselves, and answering would too
    └── ModelError                 a language or embedding model cannot be used
        ├── ModelUnreachableError
        │   └── UnusableReplyError half an answer, an error page, another protocol
        ├── ModelAccessError       wrong key, unknown model
        ├── ModelRefusedError      the model declined, or stopped at its length
        ├── ContextTooLongError    more text than the model takes
        ├── CancelledError         the caller cancelled, or the deadline passed
        └── ProfileMismatchError   vectors of two embedding models would mix

Each message says what, where, and what to do next; the cause is kept as
``__cause__``.
"""

from __future__ import annotations


class OntoragError(Exception):
    """The root of every error that ontorag raises on purpose."""


class InputError(OntoragError):
    """What the caller gave cannot be used."""


class TermError(InputError, ValueError):
    """A text is not an RDF term, or a value cannot be one."""


class SourceError(InputError):
    """A file, address or table cannot be loaded."""


class SourceNotFoundError(SourceError, FileNotFoundError):
    """No such file or folder, or it cannot be read."""


class SyntaxInSourceError(SourceError):
    """A source breaks its format's grammar.

    ``line`` and ``column`` count from 1 and are None where the format has none.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class FindingsError(SourceError):
    """A source can be read, and is refused for its findings."""


class EmptyOntologyError(SourceError):
    """A source was read whole and holds no concept."""


class UnknownNameError(InputError, LookupError):
    """A name, prefix or label that the graph does not have."""


class QuestionFileError(InputError):
    """A file of test questions cannot be used; ``line`` counts from 1, None where unknown."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class SettingsError(InputError):
    """A setting in ``ontorag.toml``, the environment or an option is wrong."""


class StoreError(OntoragError):
    """The graph store cannot do what is asked."""


class StoreUnreachableError(StoreError, ConnectionError):
    """Nobody answers at the address of the graph store."""


class GraphChangedError(StoreError):
    """The graph was changed by somebody else while it was being read."""


class StoreAccessError(StoreError, PermissionError):
    """The store refuses this user: wrong password, or no right to write."""


class ForeignStoreError(StoreError):
    """A database or file that ontorag did not write; it is left untouched."""


class ReasoningError(OntoragError):
    """Reasoning cannot be done, or what it reasons over contradicts itself."""


class ReasonerMissingError(ReasoningError):
    """Java, or the reasoner that runs on it, is not there."""


class ReasoningStoppedError(ReasoningError):
    """The budget of facts, seconds or memory is spent; nothing is kept of the run."""


class InconsistentError(ReasoningError):
    """The data contradict themselves; answering goes on only when told to."""


class ModelError(OntoragError):
    """A language or embedding model cannot be used."""


class ModelUnreachableError(ModelError, ConnectionError):
    """Nobody answers at the model's address, or not in time."""


class UnusableReplyError(ModelUnreachableError):
    """The model's server answered, but with half an answer, an error page, or no protocol of ours.

    An answer from a graph does not depend on it: its template speaks instead.
    """


class ModelAccessError(ModelError, PermissionError):
    """The model's server refuses the key, or does not know the model."""


class ModelRefusedError(ModelError):
    """The model declined to answer ("refusal"), or stopped at its length limit ("length")."""

    def __init__(self, message: str, *, finish_reason: str = "refusal") -> None:
        super().__init__(message)
        self.finish_reason = finish_reason


class ContextTooLongError(ModelError):
    """The prompt is longer than the model's context."""


class CancelledError(ModelError):
    """The caller cancelled the call, or its deadline passed."""


class ProfileMismatchError(ModelError):
    """Vectors of two embedding models would be mixed."""
