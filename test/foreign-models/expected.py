"""What the maker of a model predicted, and what scikit-learn computes from it: expected.json beside each model."""

import json

import numpy as np
from sklearn.metrics import brier_score_loss, confusion_matrix


def expected(ids, truth, groups, predicted, probabilities, classes):
    """Returns the content of expected.json.

    `truth` has class numbers, −1 where the class is not known; those rows count in no figure. `brier` is scikit-learn's
    `brier_score_loss`: with two classes that of the second one, with more one against the rest for each class.
    """
    truth, predicted, groups = np.asarray(truth), np.asarray(predicted), np.asarray(groups)
    probabilities = None if probabilities is None else np.asarray(probabilities, dtype=np.float64)
    parts = {"all": truth >= 0, **{name: (truth >= 0) & (groups == name) for name in sorted(set(groups.tolist()))}}
    numbers = list(range(len(classes)))
    content = {
        "classes": list(classes),
        "figures": {
            name: {
                "rows": int(part.sum()),
                "confusion": confusion_matrix(truth[part], predicted[part], labels=numbers).tolist(),
                "brier": None if probabilities is None else brier(truth[part], probabilities[part], classes),
            }
            for name, part in parts.items()
        },
        "ids": [str(name) for name in ids],
        "predicted": [classes[number] for number in predicted],
        "probabilities": None if probabilities is None else [shortest(row) for row in probabilities],
    }
    check(content, truth)
    return content


def brier(truth, probabilities, classes):
    # Of sigmoids on their own, none is a distribution, so that scikit-learn's own sum over classes does not apply.
    columns = [1] if len(classes) == 2 else range(len(classes))
    return {
        classes[column]: float(brier_score_loss((truth == column).astype(int), probabilities[:, column], pos_label=1))
        for column in columns
    }


def shortest(row):
    """Ten digits after the point: more than a float32 probability has."""
    return [round(float(value), 10) for value in row]


def check(content, truth):
    """A model that is always right, or no better than the most frequent class, would show nothing."""
    for name, figures in content["figures"].items():
        counts = np.array(figures["confusion"])
        right, rows = np.trace(counts), figures["rows"]
        assert right < rows, f"no error in {name}"
        if name == "all":
            assert right > 1.15 * counts.sum(1).max(), f"no better than one class: {counts.tolist()}"


def write(path, content):
    """One line per row of the data."""
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in list(content.items())[:1]]
    figures = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in content["figures"].items())
    lines.append(f' "figures": {{\n{figures}\n }}')
    lines += [f" {json.dumps(key)}: {json.dumps(content[key])}" for key in ("ids", "predicted")]
    rows = content["probabilities"]
    body = "null" if rows is None else "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]"
    lines.append(f' "probabilities": {body}')
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
