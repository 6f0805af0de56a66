"""The tables of users: Parquet at a path, or whatever Spark's catalogs have under a name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import List, Optional

from pyspark.errors import AnalysisException, ParseException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .fault import Fault
from .spark_fault import spark_faults


def open_table(spark: SparkSession, name: str, flag: str) -> DataFrame:
    """Returns a table: Parquet at a path (with a slash in it, or ending with .parquet), or else one that a catalog of
    this session has (`sales.people`, `iceberg.graph.arcs`). Raises Fault where there is none."""
    is_path = "/" in name or name.endswith(".parquet")
    with spark_faults(flag, "a table that can be read"):
        try:
            return spark.read.parquet(name) if is_path else spark.table(name)
        except (AnalysisException, ParseException) as cause:
            named = "a table of Spark's catalogs, or a path with a slash"
            expected = "Parquet files at this path" if is_path else named
            raise Fault(flag, expected, f"{name}: {first_line(cause)}") from cause


def pick(table: DataFrame, column: str, flag: str) -> Column:
    """Returns a column by its exact name. Raises Fault where the table has none."""
    if column in table.columns:
        return table[quoted(column)]
    near = get_close_matches(column, table.columns, 1)
    hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(table.columns[:20])}"
    raise Fault(flag, "the name of a column of its table", column, hint)


def pick_id(table: DataFrame, column: str, flag: str) -> Column:
    """Returns a column of ids as text. Raises Fault for a type whose text is not one id."""
    found = pick(table, column, flag)
    kind = table.schema[column].dataType
    if isinstance(kind, (T.ArrayType, T.MapType, T.StructType, T.BinaryType, T.FloatType, T.DoubleType)):
        hint = "CAST it to a text or a whole number in a view"
        raise Fault(flag, "ids that are texts or whole numbers", f"{column} of type {kind.simpleString()}", hint)
    return found.cast("string")


def pick_numbers(table: DataFrame, columns: List[str], flag: str) -> List[Column]:
    """Returns columns of numbers, or of arrays of them, as doubles, and as they are where they are floats. Raises
    Fault for other types."""
    return [_as_numbers(pick(table, name, flag), table.schema[name].dataType, name, flag) for name in columns]


def is_array(table: DataFrame, column: str) -> bool:
    """Whether a column has a list of numbers in every row."""
    return column in table.columns and isinstance(table.schema[column].dataType, T.ArrayType)


def _as_numbers(column: Column, kind: T.DataType, name: str, flag: str) -> Column:
    inner = kind.elementType if isinstance(kind, T.ArrayType) else kind
    if not isinstance(inner, (T.NumericType, T.BooleanType)):
        hint = "CAST it to DOUBLE in a view"
        raise Fault(flag, "columns of numbers", f"{name} of type {kind.simpleString()}", hint)
    if isinstance(inner, T.FloatType):
        return column
    return column.cast("array<double>" if isinstance(kind, T.ArrayType) else "double")


def not_finite(number: Column) -> Column:
    """Whether a double is NULL, NaN or infinite."""
    return number.isNull() | F.isnan(number) | (F.abs(number) == float("inf"))


def quoted(name: str) -> str:
    """Returns a column's name as SQL writes it, whatever characters are in it."""
    return "`" + name.replace("`", "``") + "`"


def first_line(error: Optional[BaseException]) -> str:
    """Returns the first line of an error's message that says something."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
