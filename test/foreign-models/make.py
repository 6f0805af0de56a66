"""Writes the models of this folder, what their makers predict, and models.json.

Run it in any folder: python make.py [name ...]. It is not part of CI; README.md says what it needs.
"""

import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import made_up_data

HERE = Path(__file__).parent
FAMILIES = {
    "graph": ("torch_geometric", "graph_models", "graph_entry"),
    "table": ("skl2onnx", "table_models", "table_entry"),
    "keras": ("tf2onnx", "keras_models", "table_entry"),
    "dgl": ("dgl", "dgl_models", "dgl_models"),
}
"""What has to be installed, the list, what makes an entry. PyTorch and TensorFlow do not load into one process."""
ENVIRONMENT = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def main(wanted):
    made_up_data.write()
    table = HERE / "models.json"
    known = {entry["name"]: entry for entry in json.loads(table.read_text())}
    for family, (library, _, _) in FAMILIES.items():
        if importlib.util.find_spec(library) is None:
            print(f"{family}: left as it is, {library} is not installed here", file=sys.stderr)
            continue
        command = [sys.executable, __file__, f"--family={family}", *wanted]
        done = subprocess.run(command, env=os.environ | ENVIRONMENT, stdout=subprocess.PIPE, check=True)
        known |= {entry["name"]: entry for entry in map(json.loads, done.stdout.decode().splitlines())}
    write_table(table, known.values())


def make_family(family, wanted):
    """Writes an entry per line to standard output."""
    warnings.filterwarnings("ignore")
    # Libraries print to standard output too.
    lines, sys.stdout = sys.stdout, sys.stderr
    models, maker = map(importlib.import_module, FAMILIES[family][1:])
    for model in models.MODELS:
        if wanted and model.name not in wanted:
            continue
        folder = HERE / model.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        entry = {"name": model.name, **maker.entry(model, folder)}
        print(json.dumps(entry, ensure_ascii=False), file=lines, flush=True)
        print(model.name, (folder / "model.onnx").stat().st_size, flush=True)


def write_table(path, entries):
    """A line per key, so that a model that changes is a few lines of a comparison."""
    blocks = [
        ",\n".join(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items())
        for entry in entries
    ]
    path.write_text("[\n" + ",\n".join(f" {{\n{block}\n }}" for block in blocks) + "\n]\n")


if __name__ == "__main__":
    first, *rest = sys.argv[1:] or [""]
    if first.startswith("--family="):
        make_family(first.removeprefix("--family="), rest)
    else:
        main(sys.argv[1:])
