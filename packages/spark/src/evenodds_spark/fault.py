"""What is wrong with something that the user can change."""

from __future__ import annotations

from typing import Optional


class Fault(Exception):
    """An error that a user can cause and mend; its text is one line: argument, what was expected, what was found, and
    what to do next."""

    def __init__(self, argument: str, expected: str, found: str, hint: Optional[str] = None):
        tail = "" if hint is None else f"; {hint}"
        self.line = " ".join(f"{argument}: expected {expected}, found {found}{tail}".split())
        super().__init__(self.line)
