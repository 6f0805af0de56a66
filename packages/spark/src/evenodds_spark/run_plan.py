"""A plan, step by step, from where a checkpoint ends."""

from __future__ import annotations

from typing import Any, Callable, Dict, Set

import numpy as np
from pyspark.sql import DataFrame, SparkSession

from .arc_steps import ArcSteps
from .checkpoint import Checkpoint
from .degrees import Degrees
from .dense import RunDense
from .finite import finite_peaks
from .layout import Layout
from .mapped import map_rows
from .node_places import NodePlaces
from .plan import Plan
from .state import Place, Places, read_value, state_schema
from .tiles import Tiles


class PlanRun:
    """Runs the steps of a plan on a graph that is in a checkpoint as places, tiles and features."""

    def __init__(
        self,
        spark: SparkSession,
        checkpoint: Checkpoint,
        plan: Plan,
        layout: Layout,
        tiles: Tiles,
        degrees: Degrees,
        nodes: NodePlaces,
        say: Callable[[str], None],
    ):
        self._checkpoint, self._plan, self._layout, self._nodes, self._say = checkpoint, plan, layout, nodes, say
        self._steps = ArcSteps(spark, checkpoint, tiles, degrees, layout)
        self._places: Places = {"x": Place("x", 0), "degree": degrees.place}

    def run(self) -> DataFrame:
        """Returns the blocks of the output, `block` and `value`. Steps that are done are passed over, and tables that
        no later step reads are removed."""
        total = len(self._plan.steps)
        for number, step in enumerate(self._plan.steps):
            name = f"step-{number + 1:03d}-{step['op']}"
            if self._checkpoint.facts(name) is None:
                self._say(f"step {number + 1} of {total}, {step['op']}")
                self._checkpoint.save(name, self._table_of(step, name))
                self._checkpoint.finish(name, {})
            for place, output in enumerate(self._plan.outputs_of(step)):
                self._places[output] = Place(name, place)
            self._forget(number)
        self._peaks(self._plan.output)
        return self._value(self._plan.output, "value")

    def _table_of(self, step: Dict[str, Any], name: str) -> DataFrame:
        if step["op"] == "dense":
            return self._dense(step)
        inputs = self._plan.inputs_of(step)
        peaks, *_ = [self._peaks(value) for value in inputs]
        if step["op"] == "sum":
            return self._steps.sum(step, self._value(inputs[0], "value"), peaks)
        if step["op"] == "max":
            return self._steps.max(self._value(inputs[0], "value"), len(peaks))
        states = self._joined({"features": inputs[0], "source": inputs[1], "target": inputs[2]})
        return self._steps.attend(step, states, peaks, name)

    def _peaks(self, value: str) -> np.ndarray:
        width = self._plan.widths[value]
        return finite_peaks(self._checkpoint, self._places[value], value, width, self._nodes, self._layout)

    def _dense(self, step: Dict[str, Any]) -> DataFrame:
        model = self._plan.models[step["file"]]
        run = RunDense(step, model, self._plan.widths, self._layout)
        table = self._joined({name: name for name in step["inputs"]})
        return map_rows(table, run, state_schema(len(step["outputs"])))

    def _joined(self, values: Dict[str, str]) -> DataFrame:
        """Returns the blocks of several values, under new names; those of one table need no join."""
        by_table: Dict[str, Dict[str, Place]] = {}
        for name, value in values.items():
            place = self._places[value]
            by_table.setdefault(place.table, {})[name] = place
        parts = []
        for table, columns in by_table.items():
            stored = self._checkpoint.table(table)
            parts.append(
                stored.select("block", *[stored[f"data_{place.number}"].alias(name) for name, place in columns.items()])
            )
        joined = parts[0]
        for part in parts[1:]:
            joined = joined.join(part, "block")
        return joined

    def _value(self, name: str, column: str) -> DataFrame:
        return read_value(self._checkpoint, self._places[name], column)

    def _forget(self, number: int) -> None:
        later: Set[str] = {self._plan.output}
        for step in self._plan.steps[number + 1 :]:
            later.update(self._plan.inputs_of(step))
        needed = {place.table for name, place in self._places.items() if name in later}
        for table in {place.table for place in self._places.values()} - needed:
            self._checkpoint.forget(table)
        self._checkpoint.forget(f"step-{number + 1:03d}-attend-most")
