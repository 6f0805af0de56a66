"""Parses statements in their own dialects and prints them in DuckDB's, as JSON. Nothing is run here."""

import json
import sys

import sqlglot
from sqlglot import ErrorLevel, exp


def transpile(dialect: str, sql: str) -> str:
    statements = sqlglot.parse(sql, read=dialect, error_level=ErrorLevel.RAISE)
    if len(statements) != 1 or not isinstance(statements[0], exp.Select):
        raise ValueError(f"not one SELECT in {dialect}: {[type(one).__name__ for one in statements]}")
    # What sqlglot does not know it keeps as an unparsed command.
    if any(isinstance(node, exp.Command) for node in statements[0].walk()):
        raise ValueError(f"a part that {dialect} does not know")
    return statements[0].sql(dialect="duckdb", unsupported_level=ErrorLevel.RAISE)


json.dump([transpile(**statement) for statement in json.load(sys.stdin)], sys.stdout)
