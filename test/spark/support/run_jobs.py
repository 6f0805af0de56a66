"""Runs several jobs in one Spark session, because a session takes seconds to start.

Reads a JSON list of `{"arguments": [...], "settings": {...}, "sql": [...], "shell": "...", "atStep": {"2": "..."}}`
from the file that it is given, and writes a line of JSON for each: its exit code, its one line of error or the accounts
of rows, and how many steps it did. `shell` is done before a job, and `atStep` when a step begins."""

import json
import subprocess
import sys
import warnings

warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")

from evenodds_spark.arguments import parse_arguments  # noqa: E402
from evenodds_spark.fault import Fault  # noqa: E402
from evenodds_spark.job import run_job  # noqa: E402
from evenodds_spark.ship import shipped_package  # noqa: E402
from evenodds_spark.spark_fault import spark_faults  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402


def shell(command):
    if command is not None:
        subprocess.run(["sh", "-ec", command], check=True)


def run(spark, job):
    said = []

    def say(text):
        said.append(text)
        shell(job.get("atStep", {}).get(str(len(said))))

    shell(job.get("shell"))
    for name, value in job.get("settings", {}).items():
        spark.conf.set(name, value)
    for statement in job.get("sql", []):
        spark.sql(statement)
    try:
        with spark_faults():
            summary = run_job(spark, parse_arguments(job["arguments"]), say)
        return {"code": 0, "summary": summary, "steps": len(said)}
    except Fault as fault:
        return {"code": 2, "line": fault.line, "steps": len(said)}


def main():
    spark = SparkSession.builder.getOrCreate()
    with shipped_package(spark):
        with open(sys.argv[1], encoding="utf-8") as jobs:
            for job in json.load(jobs):
                print("evenodds:" + json.dumps(run(spark, job)), flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
