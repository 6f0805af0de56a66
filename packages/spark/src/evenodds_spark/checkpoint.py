"""What a run has finished, as tables beside which a small file says of what they were made."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, Optional

from pyspark.sql import DataFrame, SparkSession

from .fault import Fault
from .files import Files
from .spark_fault import spark_faults

_FORMAT = "evenodds-spark-checkpoint"


class Checkpoint:
    """A folder with a table for each step that is done. A table counts once the file `<name>.json` beside it is
    there, which is written after it; what an ended run left without one is made again."""

    def __init__(self, spark: SparkSession, folder: str, identity: Dict[str, Any], keep: bool):
        self._spark, self._files, self._keep = spark, Files(spark), keep
        self._folder = folder.rstrip("/")
        self._digest = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
        with spark_faults("--checkpoint", "a folder that can be read and written to"):
            self._claim(identity)

    def facts(self, name: str) -> Optional[Dict[str, Any]]:
        """Returns what was noted of a table that is whole; None where it has to be made."""
        content = self._files.read(f"{self._folder}/{name}.json")
        if content is None:
            return None
        found = json.loads(content.decode())
        return found["facts"] if found["of"] == self._digest else None

    def save(self, name: str, table: DataFrame) -> DataFrame:
        """Writes a table, over what an ended run left of it, and returns it as it was written. It counts only after
        `finish`."""
        self._files.remove(f"{self._folder}/{name}.json")
        table.write.mode("overwrite").parquet(f"{self._folder}/{name}")
        return self.table(name)

    def finish(self, name: str, facts: Dict[str, Any]) -> None:
        """Notes that a table is whole, and what later steps need to know of it."""
        content = json.dumps({"of": self._digest, "facts": facts}, sort_keys=True)
        self._files.write(f"{self._folder}/{name}.json", content.encode())

    def table(self, name: str) -> DataFrame:
        """Returns a table that was saved."""
        return self._spark.read.parquet(f"{self._folder}/{name}")

    def forget(self, name: str) -> None:
        """Removes the rows of a table that no later step reads; that it is done stays noted."""
        if not self._keep:
            self._files.remove(f"{self._folder}/{name}")

    def _claim(self, identity: Dict[str, Any]) -> None:
        place = f"{self._folder}/run.json"
        content = self._files.read(place)
        if content is not None:
            self._compare(json.loads(content.decode()).get("identity", {}), identity)
            return
        if self._files.exists(self._folder) and self._files.names(self._folder):
            raise Fault("--checkpoint", "an empty folder, or the checkpoint of this run", f"{self._folder} with files")
        self._files.make_folder(self._folder)
        document = {"format": _FORMAT, "identity": identity}
        self._files.write(place, json.dumps(document, sort_keys=True, indent=1).encode())

    def _compare(self, found: Dict[str, Any], identity: Dict[str, Any]) -> None:
        differing = [key for key in identity if found.get(key) != identity[key]]
        if differing:
            hint = "name another folder, or remove this one"
            raise Fault("--checkpoint", "the checkpoint of this plan and these tables", f"another {differing[0]}", hint)
