"""What a table was when a run began."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .files import Files
from .tables import quoted


def identify(files: Files, table: DataFrame) -> Dict[str, Any]:
    """Returns what changes when a table changes: its columns, and the names, lengths and times of its files. Of what is
    more than a reading of files that Spark lists (a view, a table of another database or format), the number of rows
    and a sum over all of them instead."""
    schema = [f"{field.name} {field.dataType.simpleString()}" for field in table.schema.fields]
    if _is_files(table):
        listed = sorted(table.inputFiles())
        stamps = [[name, *files.stamp(name)] for name in listed]
        return {"columns": schema, "files": len(listed), "digest": _digest(stamps)}
    # Spark hashes no maps.
    columns = [field.name for field in table.schema.fields if not isinstance(field.dataType, T.MapType)]
    hashed: Column = F.xxhash64(*[table[quoted(name)] for name in columns]).cast("decimal(20,0)")
    found = table.agg(F.count(F.lit(1)), F.sum(hashed)).first()
    return {"columns": schema, "rows": found[0], "digest": str(found[1])}


def _is_files(table: DataFrame) -> bool:
    """Whether the rows of a table are those of its files: a view filters them, and may join them with other rows."""
    plan = table._jdf.queryExecution().optimizedPlan()
    if plan.getClass().getSimpleName() != "LogicalRelation":
        return False
    return plan.relation().getClass().getSimpleName() == "HadoopFsRelation"


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
