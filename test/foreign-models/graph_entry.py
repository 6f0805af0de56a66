"""Trains and exports a model on a graph, and keeps what PyTorch predicts."""

from importlib.metadata import version

import torch
from torch import nn
from torch_geometric.nn.conv.gcn_conv import gcn_norm

import expected
import made_up_data
import onnx_files
from graph_models import FEATURES
from graph_networks import Answer, HalfInput

torch.set_num_threads(1)
EXPORTERS = {"old": "torch.onnx.export(dynamo=False)", "new": "torch.onnx.export(dynamo=True)"}
DYNAMIC = {
    "x": {0: "N"}, "x[1,N,F]": {1: "N"}, "edge_index": {1: "E"}, "edge_index[E,2]": {0: "E"}, "source": {0: "E"},
    "target": {0: "E"}, "edge_weight": {0: "E"}, "ones": {0: "E"}, "edge_attr": {0: "E"}, "degree": {0: "N"},
    "looped edge_index": {1: "E"}, "gcn-norm": {0: "E"}, "gcn-norm without loops": {0: "E"},
    "adjacency": {0: "N", 1: "N"}, "adjacency[1,N,N]": {1: "N", 2: "N"}, "batch": {0: "N"}, "temperature": {},
}  # fmt: skip
"""The dimensions that depend on the graph, by what an input means."""


def entry(model, folder):
    """Writes model.onnx and expected.json into the folder and returns the line of models.json."""
    path = str(folder / "model.onnx")
    graph = Graph(model.data)
    network, inputs = deployed(model, graph)
    predicted, probabilities = predictions(model, network, inputs)
    export(model, network, inputs, path)
    file = onnx_files.clean(path, model.ir)
    truth = graph.truth(model).tolist()
    content = expected.expected(
        graph.people["id"], truth, graph.people["region"], predicted, probabilities, model.classes
    )
    expected.write(folder / "expected.json", content)
    if model.runs:
        prove(model, network, inputs, path)
    declared, outputs = onnx_files.describe(file)
    for value, (_, meaning) in zip(declared, model.inputs, strict=True):
        value["meaning"] = meaning
    library = "PyTorch Geometric " + version("torch-geometric") if model.name.startswith("pyg") else "tensors alone"
    return {
        "made": f"PyTorch {version('torch')}, {library}; {EXPORTERS[model.exporter]}",
        "opsets": onnx_files.opsets(file),
        "irVersion": file.ir_version,
        "data": f"data/{model.data}.yaml",
        "label": "rating" if model.data.startswith("rating") else "approved",
        "sensitive": "region",
        "inputs": declared,
        "outputs": outputs,
        "answer": {"output": outputs[0]["name"], "kind": model.kind},
        "flags": list(model.flags),
        "tolerance": model.tolerance,
        "runsOnCpu": model.runs,
        **({"note": model.note} if model.note else {}),
    }


def prove(model, network, inputs, path):
    """Throws where ONNX Runtime does not give what PyTorch computed."""
    with torch.no_grad():
        wanted = network(*inputs)
    actual = onnx_files.run(path, [tensor.numpy() for tensor in inputs])
    for one, other in zip(actual.values(), wanted if isinstance(wanted, tuple) else (wanted,), strict=True):
        onnx_files.close(one, other, 5 * model.tolerance, model.name)


class Graph:
    """The tensors of a card, by what they mean."""

    def __init__(self, data):
        people, ties = made_up_data.read("people.csv"), made_up_data.read("ties.csv")
        self.people = people
        place = {name: row for row, name in enumerate(people["id"])}
        source = torch.tensor([place[name] for name in ties["from"]])
        target = torch.tensor([place[name] for name in ties["to"]])
        attributes = torch.tensor(ties[["strength", "years", "family"]].to_numpy(), dtype=torch.float32)
        if not data.endswith("directed"):
            source, target = torch.cat([source, target]), torch.cat([target, source])
            attributes = attributes.repeat(2, 1)
        x = torch.tensor(people[made_up_data.FEATURES].to_numpy())
        arcs = torch.stack([source, target])
        nodes, ones = len(people), torch.ones(arcs.size(1))
        looped, norm = gcn_norm(arcs, None, nodes)
        adjacency = torch.zeros(nodes, nodes).index_put((target, source), torch.tensor(1.0))
        self.tensors = {
            "x": x, "x[1,N,F]": x.unsqueeze(0), "edge_index": arcs, "edge_index[E,2]": arcs.t().contiguous(),
            "source": source, "target": target, "edge_weight": attributes[:, 0].contiguous(), "ones": ones,
            "edge_attr": attributes, "degree": torch.zeros(nodes).scatter_add(0, target, ones),
            "looped edge_index": looped, "gcn-norm": norm,
            "gcn-norm without loops": gcn_norm(arcs, None, nodes, add_self_loops=False)[1],
            "adjacency": adjacency, "adjacency[1,N,N]": adjacency.unsqueeze(0),
            "batch": torch.zeros(nodes, dtype=torch.int64), "temperature": torch.tensor(1.7),
        }  # fmt: skip

    def inputs(self, model, dtype):
        of = {name: self.tensors[name].to(dtype) if self.tensors[name].is_floating_point() else self.tensors[name]
              for _, name in model.inputs}  # fmt: skip
        return tuple(of[name] for _, name in model.inputs)

    def truth(self, model):
        """Class of each node, −1 where it is not known."""
        if model.data.startswith("rating"):
            return torch.tensor([made_up_data.RATINGS.index(name) for name in self.people["rating"]])
        return torch.tensor(self.people["approved"].fillna(-1).to_numpy(), dtype=torch.int64)


def train(model, graph):
    """A short training on two in three of the nodes with a label, so that the rest has errors of every kind."""
    torch.manual_seed(7)
    network = model.network(FEATURES, model.width)
    inputs, truth = graph.inputs(model, torch.float32), graph.truth(model)
    use = (truth >= 0) & (torch.rand(len(truth), generator=torch.Generator().manual_seed(3)) < 0.67)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02, weight_decay=5e-4)
    for _ in range(50):
        optimizer.zero_grad()
        y = network(*inputs)
        y = (y[0] if isinstance(y, tuple) else y).reshape(len(truth), -1)
        if model.width == 1:
            loss = nn.functional.binary_cross_entropy_with_logits(y[use, 0], truth[use].float())
        elif isinstance(network, Answer):
            loss = nn.functional.nll_loss(y[use].log(), truth[use])
        else:
            loss = nn.functional.cross_entropy(y[use], truth[use])
        loss.backward()
        optimizer.step()
    network.eval()
    return network


def deployed(model, graph):
    """Returns the network as it is exported, and its inputs in the types of the file."""
    network = train(model, graph)
    if model.last is not None:
        network = model.last(network)
    keeps_weights = isinstance(network, HalfInput)
    network = network.eval() if keeps_weights else network.to(model.dtype).eval()
    inputs = graph.inputs(model, model.dtype)
    if "int32" in model.name:
        inputs = tuple(tensor.int() if tensor.dtype == torch.int64 else tensor for tensor in inputs)
    return network, inputs


def predictions(model, network, inputs):
    """Returns what PyTorch computes: class numbers [N], and probabilities [N, C] or None."""
    with torch.no_grad():
        y = network(*inputs)
    y = y[0] if isinstance(y, tuple) else y
    if model.kind == "class-ids":
        return y, None
    y = y.reshape(len(y) if model.axis == 0 else y.size(1), -1)
    y = y.double() if y.dtype != torch.float64 else y
    if model.kind == "logits":
        p = y.softmax(1)
    elif model.kind == "log-probabilities":
        p = y.exp()
    elif model.kind == "one-logit":
        p = torch.cat([(-y).sigmoid(), y.sigmoid()], 1)
        return (y[:, 0] > 0).long(), p
    elif model.kind == "one-probability":
        return (y[:, 0] >= 0.5).long(), torch.cat([1 - y, y], 1)
    else:
        p = y
    return y.argmax(1), p


def export(model, network, inputs, path):
    meanings = [meaning for _, meaning in model.inputs]
    names = [name for name, _ in model.inputs]
    common = {"opset_version": model.opset}
    if model.named:
        common |= {"input_names": names, "output_names": list(model.outputs)}
    if model.exporter == "new":
        if not model.fixed:
            dynamic = torch.export.Dim.DYNAMIC
            common["dynamic_shapes"] = tuple({axis: dynamic for axis in DYNAMIC[meaning]} for meaning in meanings)
        torch.onnx.export(network, inputs, path, dynamo=True, external_data=False, verbose=False, **common)
        return
    if model.ir == 3:
        common["keep_initializers_as_inputs"] = True
    if model.named and not model.fixed:
        common["dynamic_axes"] = {name: DYNAMIC[meaning] for name, meaning in model.inputs}
        common["dynamic_axes"] |= {name: {model.axis: "N"} for name in model.outputs}
    torch.onnx.export(network, inputs, path, dynamo=False, **common)
