"""This package, on the executors."""

from __future__ import annotations

import os
import tempfile
import zipfile
from contextlib import contextmanager
from typing import Iterator

from pyspark.sql import SparkSession


@contextmanager
def shipped_package(spark: SparkSession) -> Iterator[None]:
    """Sends the modules of this package to the executors, so that `spark-submit evenodds_layers.py` is enough. One
    that came as a zip file of `--py-files` is there already. Executors that start later ask for the file as well, so
    it stays until the end."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if not os.path.isdir(folder):
        yield
        return
    with tempfile.TemporaryDirectory() as beside:
        place = os.path.join(beside, "evenodds_spark.zip")
        with zipfile.ZipFile(place, "w") as archive:
            for name in sorted(os.listdir(folder)):
                if name.endswith(".py"):
                    archive.write(os.path.join(folder, name), f"evenodds_spark/{name}")
        spark.sparkContext.addPyFile(place)
        yield
