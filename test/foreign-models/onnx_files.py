"""ONNX files as they are shipped: without traces of the machine that made them, and described for models.json."""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto

LARGEST = 100_000
BUILDS = ("train_finish_time", "model_guid", "catboost_version_info")
"""When CatBoost wrote a file, as which one, and the log of its own build, with names and mail addresses."""
TYPES = {
    TensorProto.FLOAT: "float32", TensorProto.FLOAT16: "float16", TensorProto.DOUBLE: "float64",
    TensorProto.INT64: "int64", TensorProto.INT32: "int32", TensorProto.STRING: "string", TensorProto.BOOL: "bool",
}  # fmt: skip
ARRAYS = {
    "tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(double)": np.float64,
    "tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(string)": object,
}  # fmt: skip


def clean(path, ir=None):
    """Removes from which source file a node came, and when a file was made; all else stays as the exporter wrote it."""
    model = onnx.load(path)
    for holder in [model.graph, *model.functions]:
        strip(holder)
    kept = [entry for entry in model.metadata_props if entry.key not in BUILDS]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    # CatBoost's is that log too.
    model.producer_version = model.producer_version if "\n" not in model.producer_version else ""
    if ir is not None:
        model.ir_version = ir
    content = model.SerializeToString(deterministic=True)
    for trace in (b".py", b"site-packages", b"/work", b"/home", b"/usr", b"/tmp", b"/root"):
        assert trace not in content, f"{path}: {trace} at {content.index(trace)}"
    assert len(content) <= LARGEST, f"{path}: {len(content)} bytes"
    onnx.checker.check_model(model)
    with open(path, "wb") as file:
        file.write(content)
    return model


def strip(holder):
    for node in holder.node:
        kept = [entry for entry in node.metadata_props if not entry.key.endswith("stack_trace")]
        del node.metadata_props[:]
        node.metadata_props.extend(kept)
        if ".py" in node.doc_string:
            node.ClearField("doc_string")
        for attribute in node.attribute:
            for graph in [attribute.g, *attribute.graphs]:
                strip(graph)


def describe(model):
    """Returns inputs and outputs as ONNX declares them, weights left out."""
    weights = {weight.name for weight in model.graph.initializer}
    inputs = [describe_value(value) for value in model.graph.input if value.name not in weights]
    return inputs, [describe_value(value) for value in model.graph.output]


def describe_value(value):
    return {"name": value.name, **describe_type(value.type)}


def describe_type(kind):
    if kind.HasField("sequence_type"):
        inner = describe_type(kind.sequence_type.elem_type)
        return {"type": f"seq({inner['type']})", "shape": None}
    if kind.HasField("map_type"):
        inner = describe_type(kind.map_type.value_type)
        return {"type": f"map({TYPES[kind.map_type.key_type]},{inner['type']})", "shape": None}
    tensor = kind.tensor_type
    shape = [size.dim_value if size.HasField("dim_value") else size.dim_param or None for size in tensor.shape.dim]
    return {"type": TYPES[tensor.elem_type], "shape": shape if tensor.HasField("shape") else None}


def opsets(model):
    return {entry.domain or "ai.onnx": entry.version for entry in model.opset_import}


def run(path, feeds):
    """Returns all outputs of ONNX Runtime on one thread, by name: to prove a file, never as what is expected of it."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 3, 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    weights = {weight.name for weight in onnx.load(path).graph.initializer}
    inputs = [value for value in session.get_inputs() if value.name not in weights]
    values = {value.name: feed.astype(ARRAYS[value.type]) for value, feed in zip(inputs, feeds, strict=True)}
    return {value.name: result for value, result in zip(session.get_outputs(), session.run(None, values))}


def close(actual, wanted, tolerance, what):
    difference = np.abs(np.asarray(actual, dtype=np.float64) - np.asarray(wanted, dtype=np.float64)).max()
    assert difference <= tolerance, f"{what}: differs by {difference}"
