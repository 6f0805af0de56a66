"""Runs a model on a graph in Spark's tables, layer by layer: spark-submit this file, see docs/spark.md."""

import os
import sys
import warnings

try:
    import evenodds_spark
except ImportError:
    # In a clone the package is beside this file; elsewhere it is installed, or comes with --py-files.
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "src"))

from evenodds_spark.main import main

if __name__ == "__main__":
    warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")
    sys.exit(main(sys.argv[1:]))
