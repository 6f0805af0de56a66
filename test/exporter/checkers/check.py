"""Checks ONNX files with the official tools, and prints what they compute.

Takes a folder of `*.onnx` with a file `graphs.json`: a list of graphs with `x` (rows of numbers), `edge_index` (two rows of node
indices) and `edge_weight`, which is given to files that have such an input. For every file: `onnx.checker.check_model` with full
checks and strict shape inference, then, per graph, `onnx.reference.ReferenceEvaluator`. Prints a JSON object with, per file, the
shape of the output as it is `declared` and as it is `inferred`, and the `logits` of the graphs in order.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator


def sizes(value):
    return [size.dim_param or size.dim_value for size in value.type.tensor_type.shape.dim]


def inferred_shape(path):
    """The output's shape as it follows from the operators alone: what the file says of it is taken away first."""
    model = onnx.load(path)
    (output,) = model.graph.output
    output.type.tensor_type.ClearField("shape")
    (found,) = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True).graph.output
    return sizes(found) if found.type.tensor_type.HasField("shape") else None


def checked(path, graphs):
    onnx.checker.check_model(str(path), full_check=True)
    evaluator = ReferenceEvaluator(str(path))
    runs = []
    for graph in graphs:
        given = {
            "x": np.array(graph["x"], dtype=np.float32),
            "edge_index": np.array(graph["edge_index"], dtype=np.int64).reshape(2, -1),
            "edge_weight": np.array(graph["edge_weight"], dtype=np.float32),
        }
        (logits,) = evaluator.run(None, {name: given[name] for name in evaluator.input_names})
        runs.append(logits.reshape(-1).astype(float).tolist())
    return {"declared": sizes(onnx.load(path).graph.output[0]), "inferred": inferred_shape(path), "logits": runs}


def main():
    folder = Path(sys.argv[1])
    graphs = json.loads((folder / "graphs.json").read_text())
    results = {path.name: checked(path, graphs) for path in sorted(folder.glob("*.onnx"))}
    json.dump({"onnx": onnx.__version__, "files": results}, sys.stdout)


main()
