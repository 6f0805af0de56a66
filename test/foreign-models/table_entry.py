"""Trains and converts a model on a table, and keeps what its own library predicts."""

import numpy as np

import expected
import made_up_data
import onnx_files


def entry(model, folder):
    """Writes model.onnx and expected.json into the folder and returns the line of models.json."""
    path = str(folder / "model.onnx")
    rows = read(model)
    fitted = train(model, rows)
    classes, labels, probabilities = predictions(model, fitted, rows)
    model.convert(model, fitted, path)
    file = onnx_files.clean(path)
    place = {name: number for number, name in enumerate(classes.tolist())}
    content = expected.expected(
        rows["id"],
        [place[name] for name in rows[model.label]],
        rows["gender"],
        [place[name] for name in labels.tolist()],
        probabilities,
        [str(name) for name in classes],
    )
    expected.write(folder / "expected.json", content)
    given, columns = shown(model, onnx_files.run(path, feeds(model, rows)), classes)
    onnx_files.close(columns, probabilities, model.tolerance, model.name)
    assert given is None or (given.reshape(-1) == labels).all(), model.name
    declared, outputs = onnx_files.describe(file)
    for value in declared:
        value["meaning"] = f"column {value['name']}" if model.each else "columns"
    output, kind = model.answer
    return {
        "made": model.made,
        "opsets": onnx_files.opsets(file),
        "irVersion": file.ir_version,
        "data": f"data/{model.data}.csv",
        "id": "id",
        "label": model.label,
        "sensitive": "gender",
        "inputs": declared,
        "outputs": outputs,
        "answer": {"output": output, "kind": kind},
        "flags": list(model.flags),
        "tolerance": model.tolerance,
        "runsOnCpu": True,
        **({"note": model.note} if model.note else {}),
    }


def train(model, rows):
    """Trains on two in three rows."""
    use = np.random.default_rng(3).random(len(rows)) < 0.67
    return model.fit(model.features(rows[use]), rows[model.label][use].to_numpy())


def predictions(model, fitted, rows):
    """Returns the fitted model's own classes, predicted labels and probabilities."""
    features = model.features(rows)
    return fitted.classes_, fitted.predict(features).reshape(-1), fitted.predict_proba(features)


def read(model):
    return made_up_data.read(f"{model.data}.csv")


def feeds(model, rows):
    """Returns what goes into the file: a matrix, or a column per input."""
    features = model.features(rows)
    return [features[[name]].to_numpy() for name in model.columns] if model.each else [features]


def shown(model, outputs, classes):
    """Returns labels (None where there are none) and probabilities in what ONNX Runtime gave, by name."""
    labels = next((values for name, values in outputs.items() if name in ("label", "output_label")), None)
    name, kind = model.answer
    if isinstance(name, tuple):
        return labels, np.stack([outputs[each].reshape(-1) for each in name], axis=1)
    y = outputs[name]
    if isinstance(y, list):
        y = np.array([[row[key] for key in classes.tolist()] for row in y])
    if kind == "logits":
        y = np.exp(y - y.max(1, keepdims=True))
        y /= y.sum(1, keepdims=True)
    return labels, np.hstack([1 - y, y]) if y.shape[1] == 1 else y
