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
def spark_faults() -> Iterator[None]:
    """Raises Fault where Spark, or the storage that it reads and writes, raises something else."""
    try:
        yield
    except (PySparkException, Py4JError, OSError) as error:
        raise spark_fault(error) from error


def spark_fault(error: BaseException) -> Fault:
    """Returns the innermost cause of an error of Spark, with what to do about it."""
    text = str(error)
    causes = re.findall(r"^Caused by: (.*)$", text, re.MULTILINE)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    cause = causes[-1] if causes else (lines[0] if lines else type(error).__name__)
    for pattern, hint in _KNOWN:
        found = re.search(pattern, text)
        if found:
            line = next((line for line in lines if found.group(0) in line), cause)
            return Fault("Spark", "a run to the end", _short(line), hint)
    return Fault("Spark", "a run to the end", _short(cause), "a rerun goes on from the last whole step")


def _short(line: str) -> str:
    return line if len(line) <= 300 else f"{line[:300]}…"
