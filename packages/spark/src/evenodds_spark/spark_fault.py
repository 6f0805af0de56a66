"""Spark's errors as one line."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Iterator, List, Tuple

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from .fault import Fault

# What a cause says, and what a user can do about it.
_KNOWN: List[Tuple[str, str]] = [
    (
        r"No space left on device|DiskSpaceException|disk quota",
        "make room where --checkpoint, --out and spark.local.dir are; a rerun goes on from the last whole step",
    ),
    (
        r"Permission denied|AccessControlException|AccessDenied|not authorized",
        "let the user of this job read the tables and write to --checkpoint and --out",
    ),
    (
        r"Mkdirs failed to create|cannot (remove|rename|make the folder)",
        "the storage gives no reason: let the user of this job write there, and make room; a rerun goes on",
    ),
    (
        r"No module named '?(\w+)|PACKAGE_NOT_INSTALLED",
        "install pyspark[sql], numpy, pyarrow and onnxruntime where the executors' Python is (PYSPARK_PYTHON)",
    ),
    (
        r"OutOfMemory|MemoryError|exceeding memory limits",
        "give executors more memory (spark.executor.memoryOverhead for Python), or lower --range-rows",
    ),
    (r"Lost task|ExecutorLost|executor.*(lost|exited)", "a rerun goes on from the last whole step"),
]


@contextmanager
def spark_faults(argument: str = "Spark", expected: str = "a run to the end") -> Iterator[None]:
    """Raises Fault, of a flag where one is to blame, where Spark, or the storage that it reads and writes, raises
    something else."""
    try:
        yield
    except (PySparkException, Py4JError, OSError) as error:
        raise spark_fault(error, argument, expected) from error


def spark_fault(error: BaseException, argument: str, expected: str) -> Fault:
    """Returns the innermost cause of an error of Spark, with what to do about it."""
    text = _text_of(error)
    causes = re.findall(r"^Caused by: (.*)$", text, re.MULTILINE)
    # The second line of what Py4J says begins with a colon.
    lines = [re.sub(r"^(Caused by)?:? ", "", line.strip()) for line in text.splitlines() if line.strip()]
    cause = causes[-1] if causes else (lines[0] if lines else type(error).__name__)
    for pattern, hint in _KNOWN:
        found = re.search(pattern, text)
        if found:
            # The cause by itself is shorter than what was made of it.
            line = min((line for line in lines if found.group(0) in line), key=len, default=cause)
            return Fault(argument, expected, _short(line), hint)
    return Fault(argument, expected, _short(cause), "a rerun goes on from the last whole step")


def _text_of(error: BaseException) -> str:
    """Returns what an error says with what caused it, which PySpark leaves out of the text of some."""
    text, cause = str(error), getattr(error, "_cause", None)
    while cause is not None:
        text, cause = f"{text}\nCaused by: {cause}", getattr(cause, "_cause", None)
    return text


def _short(line: str) -> str:
    return line if len(line) <= 300 else f"{line[:300]}…"
