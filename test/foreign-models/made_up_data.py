"""The data of this folder: made-up people, drawn from a seed. Writes data/ and reads it back as its users would."""

from pathlib import Path

import numpy as np
import pandas as pd

FOLDER = Path(__file__).parent / "data"
NODES, ROWS = 120, 240
FEATURES = ["age", "income", "tenure", "hours", "debt", "calls"]
NUMBERS = ["age", "income", "hours", "debt", "late"]
RATINGS = ["low", "medium", "high"]

CARD = """\
name: {name}
description: Made-up people and their ties, for models of other tools.
license: CC0-1.0
nodes:
  files: people.csv
  id: id
  label: {label}
  sensitive: region
  features:
    exclude: {excluded}
edges:
  files: ties.csv
  source: from
  target: to
{edges}expect:
  nodes: {nodes}
  arcs: {arcs}
  features: {features}
"""


def graph(seed=32):
    """People in three regions that mostly know people of their own; features go together, and with the labels."""
    draw = np.random.default_rng(seed)
    region = draw.choice(["east", "north", "west"], NODES, p=[0.37, 0.33, 0.3])
    latent = draw.normal(size=NODES) + np.select([region == "east", region == "north"], [0.35, 0.0], -0.35)
    columns = {
        name: factor * latent + np.sqrt(1 - factor**2) * draw.normal(size=NODES)
        for name, factor in zip(FEATURES, [0.3, 0.75, 0.55, 0.2, -0.6, -0.1])
    }
    pairs = set()
    while len(pairs) < 270:
        # The last two people know nobody.
        u, v = sorted(draw.integers(0, NODES - 2, 2).tolist())
        if u == v:
            continue
        alike = abs(latent[u] - latent[v]) < 0.9
        if draw.random() < (0.6 if region[u] == region[v] else 0.15) * (1 if alike else 0.35):
            pairs.add((u, v))
    # Either end of a tie may stand first, so that sources and targets of a directed reading are no order of people.
    ties = [pair if draw.random() < 0.5 else pair[::-1] for pair in sorted(pairs, key=lambda _: draw.random())]
    seen = np.zeros(NODES)
    count = np.zeros(NODES)
    for u, v in ties:
        for a, b in ((u, v), (v, u)):
            seen[a] += latent[b]
            count[a] += 1
    truth = latent + 0.6 * seen / np.maximum(count, 1) + 0.9 * draw.normal(size=NODES)
    low, high = np.quantile(truth, [0.36, 0.68])
    approved = (truth > np.quantile(truth, 0.52)).astype(int).astype(str)
    # Some answers are not known; their people stay in the graph.
    approved[draw.choice(NODES, 4, replace=False)] = ""
    rating = np.where(truth < low, "low", np.where(truth < high, "medium", "high"))
    ids = [f"p{number:03d}" for number in draw.permutation(NODES)]
    people = pd.DataFrame({"id": ids, **{name: column.round(3) for name, column in columns.items()}})
    people["region"], people["approved"], people["rating"] = region, approved, rating
    edges = pd.DataFrame({"from": [ids[u] for u, _ in ties], "to": [ids[v] for _, v in ties]})
    edges["strength"] = draw.uniform(0.2, 2, len(ties)).round(2)
    edges["years"] = draw.uniform(0, 3, len(ties)).round(1)
    edges["family"] = draw.integers(0, 2, len(ties))
    return people, edges


def table(seed=21):
    """People on their own, with two columns of words."""
    draw = np.random.default_rng(seed)
    latent = draw.normal(size=ROWS)
    gender = draw.choice(["f", "m"], ROWS)
    city = draw.choice(["Bergen", "Lyon", "Porto", "Zürich"], ROWS)
    education = np.select(
        [latent + draw.normal(size=ROWS) > 0.9, latent + draw.normal(size=ROWS) > -0.3], ["university", "college"], "school"
    )
    people = pd.DataFrame({"id": [f"r{number}" for number in draw.permutation(ROWS)]})
    people["gender"] = gender
    people["age"] = (40 + 11 * draw.normal(size=ROWS)).clip(18, 80).astype(int)
    people["income"] = (3.2 + 0.9 * latent + 0.5 * draw.normal(size=ROWS) + 0.3 * (gender == "m")).round(2)
    people["hours"] = (36 + 6 * draw.normal(size=ROWS)).round(1)
    people["debt"] = np.exp(0.4 - 0.5 * latent + 0.5 * draw.normal(size=ROWS)).round(2)
    people["late"] = draw.poisson(np.exp(0.1 - 0.6 * latent))
    people["city"], people["education"] = city, education
    truth = latent + 0.25 * (city == "Lyon") + 0.02 * (people["age"] - 40) + 0.6 * draw.normal(size=ROWS)
    people["approved"] = (truth > 0.05).astype(int)
    low, high = np.quantile(truth, [0.35, 0.7])
    people["grade"] = np.select([truth < low, truth < high], [0, 1], 2)
    return people


def write():
    FOLDER.mkdir(exist_ok=True)
    people, ties = graph()
    people.to_csv(FOLDER / "people.csv", index=False, lineterminator="\n")
    ties.to_csv(FOLDER / "ties.csv", index=False, lineterminator="\n")
    plain = "  ignore: [strength, years, family]\n"
    weighted = "  edge_weight: strength\n  ignore: [years, family]\n"
    attributed = "  edge_attr: [strength, years, family]\n"
    rated = "{ column: rating, classes: [low, medium, high] }"
    both, once = 2 * len(ties), len(ties)
    for name, label, excluded, edges, arcs in [
        ("approved", "approved", "[rating]", plain, both),
        ("approved-directed", "approved", "[rating]", plain + "  directed: true\n", once),
        ("approved-weighted", "approved", "[rating]", weighted, both),
        ("approved-attributes", "approved", "[rating]", attributed, both),
        ("rating", rated, "[approved]", plain, both),
        ("rating-directed", rated, "[approved]", plain + "  directed: true\n", once),
        ("rating-attributes", rated, "[approved]", attributed, both),
    ]:
        card = CARD.format(
            name=name, label=label, excluded=excluded, edges=edges, nodes=NODES, arcs=arcs, features=len(FEATURES)
        )
        (FOLDER / f"{name}.yaml").write_text(card)
    rows = table()
    mixed = rows.drop(columns="grade").assign(approved=rows["approved"].map({0: "no", 1: "yes"}))
    numbers = rows[["id", "gender", *NUMBERS]]
    ratings = [RATINGS[grade] for grade in rows["grade"]]
    for name, frame in {
        "table-mixed": mixed,
        "table-approved": numbers.assign(approved=rows["approved"]),
        "table-grade": numbers.assign(grade=rows["grade"]),
        "table-rating": numbers.assign(rating=ratings),
    }.items():
        frame.to_csv(FOLDER / f"{name}.csv", index=False, lineterminator="\n")


def read(name):
    """Returns a CSV file of data/, with text where a column is not all numbers."""
    return pd.read_csv(FOLDER / name)
