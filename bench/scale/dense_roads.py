"""Seconds of a dense step on Spark, by the way in which its rows reach Python and come back: a column for every number,
or blocks of rows as bytes, as the job does it; beside ONNX Runtime alone on the same blocks.

    spark-submit --master 'local[2]' dense_roads.py PLAN ROWS

PLAN is a folder of `evenodds layers` whose first step takes `x` and `degree` and has one output of the width of `x`."""

from __future__ import annotations

import json
import os
import sys
import time

import numpy as np
import onnxruntime
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

BLOCK = 1024


def open_session(content: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def by_columns(content: bytes, output: str, width: int):
    def run(batches):
        session = open_session(content)
        for batch in batches:
            x = np.column_stack([batch.column(place).to_numpy() for place in range(width)])
            degree = np.ones((len(x), 1), np.float32)
            (found,) = session.run([output], {"x": x, "degree": degree})
            arrays = [pa.array(np.ascontiguousarray(found[:, place])) for place in range(width)]
            yield pa.RecordBatch.from_arrays(arrays, names=[f"y{place}" for place in range(width)])

    return run


def by_blocks(content: bytes, output: str, width: int):
    def run(batches):
        session = open_session(content)
        degree = np.ones((BLOCK, 1), np.float32)
        for batch in batches:
            found = []
            for cell in batch.column(0):
                x = np.frombuffer(cell.as_buffer(), np.float32).reshape(-1, width)
                (y,) = session.run([output], {"x": x, "degree": degree})
                found.append(y.tobytes())
            yield pa.RecordBatch.from_arrays([pa.array(found, pa.binary())], names=["y"])

    return run


def main() -> None:
    folder, rows = sys.argv[1], int(float(sys.argv[2])) // BLOCK * BLOCK
    with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
        plan = json.load(file)
    step, width = plan["steps"][0], plan["values"]["x"]
    output = next(name for name in step["outputs"] if plan["values"][name] == width)
    with open(os.path.join(folder, step["file"]), "rb") as file:
        content = file.read()
    spark = SparkSession.builder.getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(BLOCK))
    numbers = [F.rand(place).cast("float").alias(f"x{place}") for place in range(width)]
    wide = spark.range(rows).select(*numbers).cache()
    blocks = np.random.default_rng(1).random((rows // BLOCK, BLOCK * width), dtype=np.float32)
    packed = spark.createDataFrame([(bytes(block),) for block in blocks], "x binary").repartition(2).cache()
    wide.count(), packed.count()
    schema = ", ".join(f"y{place} float" for place in range(width))
    roads = {
        "a column for every number": lambda: wide.mapInArrow(by_columns(content, output, width), schema),
        "blocks as bytes": lambda: packed.mapInArrow(by_blocks(content, output, width), "y binary"),
    }
    for name, road in roads.items():
        for _ in range(3):
            start = time.perf_counter()
            road().write.format("noop").mode("overwrite").save()
            print(f"{name}: {time.perf_counter() - start:.2f} s, load {os.getloadavg()[0]:.1f}")
    session, degree = open_session(content), np.ones((BLOCK, 1), np.float32)
    start = time.perf_counter()
    for block in blocks:
        session.run([output], {"x": block.reshape(BLOCK, width), "degree": degree})
    print(f"ONNX Runtime alone, one thread: {time.perf_counter() - start:.2f} s")


if __name__ == "__main__":
    main()
