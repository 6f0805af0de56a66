"""The plan that `evenodds layers` cut a model into."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Dict, List

from .fault import Fault
from .files import Files

FORMAT = "evenodds-layers"
VERSION = 1


@dataclass(frozen=True)
class Plan:
    """A plan and the ONNX files of its dense steps.

    `widths` has the columns of every value, `steps` are as in plan.json, `digest` is the SHA-256 of plan.json, which
    holds that of every file."""

    digest: str
    task: str
    classes: List[str]
    label: str
    feature_names: List[str]
    edge_weights: bool
    block_rows: int
    widths: Dict[str, int]
    steps: List[Dict[str, Any]]
    output: str
    models: Dict[str, bytes]

    def inputs_of(self, step: Dict[str, Any]) -> List[str]:
        """Returns the values that a step reads."""
        if step["op"] == "dense":
            return list(step["inputs"])
        if step["op"] == "attend":
            return [step["features"], step["source"], step["target"]]
        return [step["input"]]

    def outputs_of(self, step: Dict[str, Any]) -> List[str]:
        """Returns the values that a step makes."""
        return list(step["outputs"]) if step["op"] == "dense" else [step["output"]]


def read_plan(files: Files, folder: str) -> Plan:
    """Reads plan.json and the files that it names.

    Raises Fault where there is none, where it is of another format or version, and where a file is not the one that
    the plan was written with."""
    place = f"{folder.rstrip('/')}/plan.json"
    content = files.read(place)
    hint = "evenodds layers MODEL --out DIR writes one"
    if content is None:
        raise Fault("--plan", "a folder with a plan.json", f"no {place}", hint)
    try:
        found = json.loads(content.decode("utf-8"))
    except ValueError as cause:
        raise Fault("--plan", "JSON in plan.json", str(cause), hint) from cause
    head = (found.get("format"), found.get("version")) if isinstance(found, dict) else (None, None)
    if head != (FORMAT, VERSION):
        raise Fault("--plan", f"a plan of format {FORMAT}, version {VERSION}", f"{head[0]}, version {head[1]}", hint)
    try:
        return _parse(found, content, files, folder.rstrip("/"))
    except (KeyError, TypeError, ValueError) as cause:
        raise Fault("--plan", "a whole plan", f"{type(cause).__name__}: {cause}", hint) from cause


def _parse(found: Dict[str, Any], content: bytes, files: Files, folder: str) -> Plan:
    models: Dict[str, bytes] = {}
    known = {"x", "degree"}
    for step in found["steps"]:
        if step["op"] not in ("dense", "sum", "max", "attend"):
            raise Fault("--plan", "steps dense, sum, max and attend", str(step["op"]))
        if step["op"] == "attend" and step["negativeSlope"] < 0:
            raise Fault("--plan", "attention whose slope below 0 is at least 0", str(step["negativeSlope"]))
        if step["op"] == "dense":
            models[step["file"]] = _read_model(files, folder, step)
    model = found["model"]
    plan = Plan(
        digest=hashlib.sha256(content).hexdigest(),
        task=model["task"],
        classes=list(model["classes"]),
        label=model["label"],
        feature_names=list(model["featureNames"]),
        edge_weights=bool(model["edgeWeights"]),
        block_rows=int(found["blockRows"]),
        # The in-degree has one column, whether or not the plan lists it.
        widths={"degree": 1, **{name: int(width) for name, width in found["values"].items()}},
        steps=list(found["steps"]),
        output=found["output"],
        models=models,
    )
    for step in plan.steps:
        missing = [name for name in plan.inputs_of(step) if name not in known]
        if missing:
            raise ValueError(f"a step reads {missing[0]} before it is made")
        known.update(plan.outputs_of(step))
    if plan.output not in known or any(name not in plan.widths for name in known):
        raise ValueError("a value has no maker or no width")
    return plan


def _read_model(files: Files, folder: str, step: Dict[str, Any]) -> bytes:
    name = step["file"]
    if "/" in name or "\\" in name:
        raise Fault("--plan", "files beside plan.json", name)
    content = files.read(f"{folder}/{name}")
    if content is None:
        raise Fault("--plan", f"the file {name} beside plan.json", "none")
    if hashlib.sha256(content).hexdigest() != step["sha256"]:
        hint = "cut the model again with evenodds layers"
        raise Fault("--plan", f"{name} as the plan was written with it", "another file", hint)
    return content
