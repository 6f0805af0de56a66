"""Networks of DGL: trained and asked by DGL itself, exported as DGL's users have to.

`torch.onnx.export` of a module that takes a DGL graph records the answer for that graph as a constant. So the trained
weights go into a module of tensors alone, with the ends of the arcs as inputs, whose equality is checked here.
"""

from dataclasses import dataclass
from importlib.metadata import version

import dgl
import torch
import torch.nn.functional as F
from dgl.nn import GINConv, GraphConv, SAGEConv
from torch import nn

import expected
import made_up_data
import onnx_files

torch.set_num_threads(1)
FEATURES, HIDDEN = len(made_up_data.FEATURES), 8


@dataclass(frozen=True)
class DglModel:
    name: str
    conv: callable
    """A layer of DGL, from its widths."""
    layer: callable
    """What the file computes in its place, from the layer, features, ends and weights of arcs."""
    data: str = "approved"
    loops: bool = False
    weighted: bool = False
    note: str = ""

    @property
    def classes(self):
        return made_up_data.RATINGS if self.data.startswith("rating") else ["0", "1"]


class Net(nn.Module):
    """Two layers of DGL."""

    def __init__(self, conv, outputs):
        super().__init__()
        self.first, self.second = conv(FEATURES, HIDDEN), conv(HIDDEN, outputs)

    def forward(self, g, feat, **weights):
        return self.second(g, F.relu(self.first(g, feat, **weights)), **weights)


class Tensors(nn.Module):
    """The same two layers on tensors."""

    def __init__(self, net, model):
        super().__init__()
        self.net, self.layer, self.loops = net, model.layer, model.loops

    def forward(self, feat, src, dst, *weights):
        if self.loops:
            nodes = torch.arange(feat.size(0))
            src, dst = torch.cat([src, nodes]), torch.cat([dst, nodes])
        h = F.relu(self.layer(self.net.first, feat, src, dst, *weights))
        return self.layer(self.net.second, h, src, dst, *weights)


def total(messages, dst, nodes):
    index = dst.unsqueeze(1).expand_as(messages)
    return torch.zeros(nodes, messages.size(1)).scatter_add(0, index, messages)


def degree(ends, nodes):
    return torch.zeros(nodes).scatter_add(0, ends, torch.ones_like(ends, dtype=torch.float32)).clamp(min=1)


def graph_conv(layer, h, src, dst):
    nodes = h.size(0)
    h = h * degree(src, nodes).pow(-0.5).unsqueeze(1)
    return total((h @ layer.weight)[src], dst, nodes) * degree(dst, nodes).pow(-0.5).unsqueeze(1) + layer.bias


def weighted_conv(layer, h, src, dst, weight):
    return total((h @ layer.weight)[src] * weight.unsqueeze(1), dst, h.size(0)) + layer.bias


def sage(layer, h, src, dst):
    mean = total(h[src], dst, h.size(0)) / degree(dst, h.size(0)).unsqueeze(1)
    return layer.fc_self(h) + layer.fc_neigh(mean)


def gin(layer, h, src, dst):
    return layer.apply_func((1 + layer.eps) * h + total(h[src], dst, h.size(0)))


MODELS = [
    DglModel("dgl-gcn", GraphConv, graph_conv, loops=True, note="The file adds the loops, as dgl.add_self_loop does."),
    DglModel("dgl-sage", lambda i, o: SAGEConv(i, o, "mean"), sage, "rating-directed"),
    DglModel("dgl-gin", lambda i, o: GINConv(nn.Linear(i, o), "sum"), gin, "rating"),
    DglModel(
        "dgl-edge-weights", lambda i, o: GraphConv(i, o, norm="none", allow_zero_in_degree=True), weighted_conv,
        "approved-weighted", weighted=True,
    ),  # fmt: skip
]


def entry(model, folder):
    """Writes model.onnx and expected.json into the folder and returns the line of models.json."""
    path = str(folder / "model.onnx")
    people, ties = made_up_data.read("people.csv"), made_up_data.read("ties.csv")
    place = {name: row for row, name in enumerate(people["id"])}
    src, dst = (torch.tensor([place[name] for name in ties[end]]) for end in ("from", "to"))
    weight = torch.tensor(ties["strength"].to_numpy(), dtype=torch.float32)
    if not model.data.endswith("directed"):
        src, dst, weight = torch.cat([src, dst]), torch.cat([dst, src]), weight.repeat(2)
    feat = torch.tensor(people[made_up_data.FEATURES].to_numpy(), dtype=torch.float32)
    g = dgl.graph((src, dst), num_nodes=len(people))
    if model.loops:
        g = dgl.add_self_loop(g)
    options = {"edge_weight": weight} if model.weighted else {}
    rated = model.data.startswith("rating")
    truth = torch.tensor(
        [made_up_data.RATINGS.index(name) for name in people["rating"]]
        if rated
        else people["approved"].fillna(-1).astype(int).tolist()
    )
    net = train(model, g, feat, truth, options)
    with torch.no_grad():
        wanted = net(g, feat, **options)
    content = expected.expected(
        people["id"], truth.tolist(), people["region"], wanted.argmax(1), wanted.double().softmax(1), model.classes
    )
    expected.write(folder / "expected.json", content)
    inputs = (feat, src, dst, *([weight] if model.weighted else []))
    tensors = Tensors(net, model).eval()
    onnx_files.close(tensors(*inputs).detach(), wanted, 1e-5, model.name)
    names = ["feat", "src", "dst", *(["edge_weight"] if model.weighted else [])]
    axes = {"feat": {0: "N"}, "logits": {0: "N"}} | {name: {0: "E"} for name in names[1:]}
    torch.onnx.export(
        tensors, inputs, path, input_names=names, output_names=["logits"], dynamic_axes=axes, opset_version=16
    )
    file = onnx_files.clean(path)
    onnx_files.close(onnx_files.run(path, [tensor.numpy() for tensor in inputs])["logits"], wanted, 5e-5, model.name)
    declared, outputs = onnx_files.describe(file)
    for value, meaning in zip(declared, ["x", "source", "target", "edge_weight"]):
        value["meaning"] = meaning
    return {
        "made": f"DGL {version('dgl')}, PyTorch {version('torch').split('+')[0]}; torch.onnx.export of its weights in tensors alone",
        "opsets": onnx_files.opsets(file),
        "irVersion": file.ir_version,
        "data": f"data/{model.data}.yaml",
        "label": "rating" if rated else "approved",
        "sensitive": "region",
        "inputs": declared,
        "outputs": outputs,
        "answer": {"output": "logits", "kind": "logits"},
        "flags": [],
        "tolerance": 1e-5,
        "runsOnCpu": True,
        **({"note": model.note} if model.note else {}),
    }


def train(model, g, feat, truth, options):
    torch.manual_seed(7)
    net = Net(model.conv, len(model.classes))
    use = (truth >= 0) & (torch.rand(len(truth), generator=torch.Generator().manual_seed(3)) < 0.67)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.02, weight_decay=5e-4)
    for _ in range(50):
        optimizer.zero_grad()
        F.cross_entropy(net(g, feat, **options)[use], truth[use]).backward()
        optimizer.step()
    return net.eval()
