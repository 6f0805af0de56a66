"""What is wrong with something that the user can change."""

from __future__ import annotations

import re
from typing import Optional

# How Python's traceback of a worker, which Spark hands on as text, begins the line with the message of a Fault.
_RAISED = re.compile(r"evenodds_spark\.fault\.Fault: (.*)")


class Fault(Exception):
    """An error that a user can cause and mend; its text is one line: argument, what was expected, what was found, and
    what to do next."""

    def __init__(self, argument: str, expected: str, found: str, hint: Optional[str] = None):
        tail = "" if hint is None else f"; {hint}"
        self.line = " ".join(f"{argument}: expected {expected}, found {found}{tail}".split())
        super().__init__(self.line)

    def __reduce__(self):
        return _again, (self.line,)


def _again(line: str) -> Fault:
    fault = Fault.__new__(Fault)
    Exception.__init__(fault, line)
    fault.line = line
    return fault


def fault_in(text: str) -> Optional[Fault]:
    """Returns the Fault that a worker raised, of the text of Spark's error; None where it was something else."""
    found = _RAISED.search(text)
    return None if found is None else _again(found.group(1).strip())
