"""Runs a model on a graph in Spark's tables, layer by layer: spark-submit this file, see docs/spark.md."""

import os
import sys
import warnings

try:
    import evenodds_spark  # noqa: F401
except ImportError:
    # In a clone the package is beside this file; elsewhere it is installed, or comes with --py-files.
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "src"))

if __name__ == "__main__":
    # PySpark says of newer versions of pandas that it does not know them all.
    warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")
    try:
        from evenodds_spark.main import main
    except ImportError as error:
        expected = "pyspark[sql], numpy and pyarrow"
        if error.name == "evenodds_spark":
            expected = "evenodds_spark installed, in src beside this file, or with --py-files"
        print(f"evenodds_layers: Python packages: expected {expected}, found {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
