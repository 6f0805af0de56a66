"""From a command line to an exit code."""

from __future__ import annotations

import json
import sys
from typing import List

from pyspark.sql import SparkSession

from .arguments import parse_arguments
from .fault import Fault
from .job import run_job
from .ship import shipped_package
from .spark_fault import spark_faults


def main(arguments: List[str]) -> int:
    """Runs the job and returns the exit code: 0, or 2 with one line on standard error where an argument, a table or
    the cluster is to blame. The accounts of rows go to standard output, as JSON."""
    try:
        flags = parse_arguments(arguments)
        with spark_faults():
            spark = SparkSession.builder.appName("evenodds layers").getOrCreate()
    except Fault as fault:
        return _refuse(fault)
    try:
        with spark_faults(), shipped_package(spark):
            summary = run_job(spark, flags, _say)
        print(json.dumps(summary, sort_keys=True))
        return 0
    except Fault as fault:
        return _refuse(fault)
    finally:
        spark.stop()


def _say(text: str) -> None:
    print(f"evenodds_layers: {text}", file=sys.stderr, flush=True)


def _refuse(fault: Fault) -> int:
    _say(fault.line)
    return 2
