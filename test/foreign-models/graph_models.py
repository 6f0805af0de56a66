"""The models on graphs: what each one is, and what its inputs and outputs mean."""

from dataclasses import dataclass

import torch
from torch import nn
from torch_geometric.nn import GCNConv, GraphConv, SAGEConv

import made_up_data
from graph_networks import (
    Answer, Apart, Attributes, Batched, Degrees, Dense, Embedding, HalfInput, Int32, Matrix, Net, OneHot, Rows,
    Temperature, Weighted, With, gat, gat_without_loops, gin, plain_gcn,
)  # fmt: skip

FEATURES = len(made_up_data.FEATURES)
X, ARCS = ("x", "x"), ("edge_index", "edge_index")


@dataclass(frozen=True)
class GraphModel:
    name: str
    network: callable
    """Gives the network that is trained, from the number of features and of outputs."""
    data: str = "approved"
    inputs: tuple = (X, ARCS)
    """Name in the file and meaning; without names, the exporter's own stay."""
    outputs: tuple = ("logits",)
    kind: str = "logits"
    exporter: str = "old"
    opset: int = 17
    columns: int | None = None
    """Outputs of the network; default: one per class."""
    last: callable = None
    """What the file does after, or around, the trained network."""
    dtype: torch.dtype = torch.float32
    named: bool = True
    fixed: bool = False
    ir: int | None = None
    flags: tuple = ()
    tolerance: float = 1e-5
    """Largest difference of a probability."""
    runs: bool = True
    """Whether ONNX Runtime's CPU provider can run it."""
    axis: int = 0
    """Of the output, where nodes are counted."""
    note: str = ""

    @property
    def classes(self):
        return made_up_data.RATINGS if self.data.startswith("rating") else ["0", "1"]

    @property
    def width(self):
        return self.columns or len(self.classes)


def net(conv, **options):
    return lambda features, outputs: Net(conv, features, outputs, **options)


def of(kind, conv=GCNConv):
    return lambda features, outputs: kind(conv, features, outputs)


def after(step):
    return lambda network: With(network, step)


class Step(nn.Module):
    def __init__(self, step):
        super().__init__()
        self.step = step

    def forward(self, y):
        return self.step(y)


sigmoid = after(nn.Sigmoid())
softmax = after(nn.Softmax(1))
log_softmax = after(nn.LogSoftmax(1))
argmax = after(Step(lambda y: y.argmax(1)))
squeeze = after(Step(lambda y: y.squeeze(1)))
squeezed_sigmoid = after(Step(lambda y: y.squeeze(1).sigmoid()))
one_more = after(Step(lambda y: y.unsqueeze(0)))
one_logit = ("--output-kind", "one-logit")
half = 2e-3
"""Of probabilities of float16 numbers: four units in the last place of 0.5 to 1, which are 2^-11."""

MODELS = [
    # PyTorch Geometric, the exporter of TorchScript
    GraphModel("pyg-old-gcn", net(GCNConv)),
    GraphModel("pyg-old-sage", net(SAGEConv), "rating"),
    GraphModel("pyg-old-sage-directed", net(SAGEConv), "rating-directed"),
    GraphModel("pyg-old-gat", net(gat), opset=18),
    GraphModel("pyg-old-gin", net(gin), "rating", opset=16),
    GraphModel("pyg-old-batch-norm", net(GCNConv, batch_norm=True), "rating"),
    GraphModel("pyg-old-weights", of(Weighted), "approved-weighted", (X, ARCS, ("edge_weight", "edge_weight"))),
    GraphModel(
        "pyg-old-unit-weights", of(Weighted, GraphConv), "rating", (X, ARCS, ("edge_weight", "ones")),
        flags=("--map", "edge_weight=ones"),
    ),  # fmt: skip
    GraphModel("pyg-old-one-logit", net(GCNConv), kind="one-logit", columns=1, last=squeeze, flags=one_logit),
    GraphModel("pyg-old-one-logit-column", net(SAGEConv), kind="one-logit", columns=1, flags=one_logit),
    GraphModel("pyg-old-log-softmax", net(GCNConv), "rating", kind="log-probabilities", last=log_softmax),
    GraphModel(
        "pyg-old-sigmoid", net(GCNConv), kind="one-probability", columns=1, last=squeezed_sigmoid, outputs=("score",)
    ),
    GraphModel("pyg-old-softmax", net(GCNConv), kind="probabilities", last=softmax, outputs=("output",)),
    GraphModel("pyg-old-class-ids", net(SAGEConv), "rating", kind="class-ids", last=argmax, outputs=("class",)),
    GraphModel("pyg-old-int32", of(Int32), "rating"),
    GraphModel(
        "pyg-old-float16", net(SAGEConv), dtype=torch.float16, tolerance=half, runs=False,
        note="ONNX Runtime's CPU provider has no float16 ScatterElements that adds, so it refuses to load the file.",
    ),  # fmt: skip
    GraphModel("pyg-old-float16-input", net(GCNConv), "rating", dtype=torch.float16, last=HalfInput),
    GraphModel("pyg-old-double", net(GCNConv), dtype=torch.float64),
    GraphModel("pyg-old-names", net(GCNConv), "rating", (("features", "x"), ("edges", "edge_index")), ("out",)),
    GraphModel(
        "pyg-old-auto-names", net(SAGEConv), named=False, fixed=True,
        note="Exported without names, so that sizes are fixed too: dynamic axes go by name.",
    ),  # fmt: skip
    GraphModel(
        "pyg-old-edge-rows", of(Rows, SAGEConv), "rating-directed", (("input", "x"), ("edges", "edge_index[E,2]"))
    ),
    GraphModel(
        "pyg-old-edge-attributes", Attributes, "approved-attributes", (X, ARCS, ("edge_attr", "edge_attr"))
    ),
    GraphModel(
        "pyg-old-gcn-norm", of(Weighted, plain_gcn), "rating", (X, ("edge_index", "looped edge_index"), ("norm", "gcn-norm")),
        flags=("--map", "norm=gcn-norm"),
        note="PyG's gcn_norm: every node has a loop at the end of edge_index, and norm weights arcs and loops.",
    ),  # fmt: skip
    GraphModel(
        "pyg-old-gcn-norm-without-loops", of(Weighted, GraphConv), inputs=(X, ARCS, ("norm", "gcn-norm without loops")),
        flags=("--map", "norm=gcn-norm-without-loops"),
        note="PyG's gcn_norm with add_self_loops=False, as DGL's norm='both': 0 at nodes without arcs.",
    ),  # fmt: skip
    GraphModel(
        "pyg-old-temperature", of(Temperature), "rating", (X, ARCS, ("temperature", "temperature")),
        flags=("--map", "temperature=1.7"),
    ),  # fmt: skip
    GraphModel("pyg-old-batch", of(Batched), inputs=(X, ARCS, ("batch", "batch"))),
    GraphModel("pyg-old-fixed", net(GCNConv), "rating", fixed=True),
    GraphModel("pyg-old-leading-one", net(GCNConv), "rating", last=one_more, axis=1),
    GraphModel("pyg-old-embedding", of(Embedding), outputs=("logits", "embedding")),
    GraphModel(
        "pyg-old-probabilities-and-class", of(Answer, SAGEConv), "rating", outputs=("probabilities", "prediction"),
        kind="probabilities",
    ),  # fmt: skip
    GraphModel(
        "pyg-old-dense", Dense, "rating", (("x", "x[1,N,F]"), ("adj", "adjacency[1,N,N]")), axis=1,
        note="PyG's DenseGCNConv, whose tensors begin with a dimension of graphs.",
    ),  # fmt: skip
    # tensors alone
    GraphModel("torch-old-source-target", Apart, "rating-directed", (("feat", "x"), ("src", "source"), ("dst", "target"))),
    GraphModel(
        "torch-old-degrees", Degrees, inputs=(("features", "x"), ARCS, ("degree", "degree")),
        flags=("--map", "degree=degree"), note="The number of arcs into a node, without loops.",
    ),  # fmt: skip
    GraphModel(
        "torch-old-float16", OneHot, dtype=torch.float16, tolerance=half, opset=18,
        note="Runtimes round float16 numbers at other places than PyTorch, so that probabilities differ.",
    ),  # fmt: skip
    GraphModel("torch-old-auto-names", OneHot, "rating-directed", named=False, fixed=True),
    GraphModel("torch-old-adjacency", Matrix, inputs=(("features", "x"), ("adjacency", "adjacency"))),
    GraphModel(
        "torch-old-opset11-ir3", OneHot, "rating", opset=11, ir=3,
        note="Of IR version 3, where every weight is an input as well; the exporter's keep_initializers_as_inputs.",
    ),  # fmt: skip
    # PyTorch Geometric, the exporter of torch.export
    GraphModel("pyg-new-gcn", net(GCNConv), exporter="new", opset=18),
    GraphModel("pyg-new-sage", net(SAGEConv), "rating-directed", exporter="new", opset=18),
    GraphModel(
        "pyg-new-gat", net(gat_without_loops), exporter="new", opset=18,
        note="Without loops: the new exporter cannot export how GATConv removes those of the graph.",
    ),  # fmt: skip
    GraphModel("pyg-new-gin", net(gin), "rating", exporter="new", opset=20),
    GraphModel("pyg-new-batch-norm", net(SAGEConv, batch_norm=True), exporter="new", opset=18),
    GraphModel(
        "pyg-new-weights", of(Weighted), "approved-weighted", (X, ARCS, ("edge_weight", "edge_weight")),
        exporter="new", opset=18,
    ),  # fmt: skip
    GraphModel(
        "pyg-new-one-logit", net(GCNConv), kind="one-logit", columns=1, last=squeeze, exporter="new", opset=18,
        flags=one_logit,
    ),  # fmt: skip
    GraphModel(
        "pyg-new-sigmoid-column", net(SAGEConv), kind="one-probability", columns=1, last=sigmoid, exporter="new",
        opset=18, outputs=("probability",),
    ),  # fmt: skip
    GraphModel(
        "pyg-new-sigmoid-columns", net(SAGEConv), "rating", kind="independent-probabilities", last=sigmoid,
        exporter="new", opset=18, outputs=("scores",),
    ),  # fmt: skip
    GraphModel(
        "pyg-new-log-softmax", net(GCNConv), "rating", kind="log-probabilities", last=log_softmax, exporter="new",
        opset=18, named=False,
    ),  # fmt: skip
    GraphModel(
        "pyg-new-class-ids", net(GCNConv), kind="class-ids", last=argmax, exporter="new", opset=18, outputs=("ids",)
    ),
    GraphModel("pyg-new-int32", of(Int32, SAGEConv), exporter="new", opset=18),
    GraphModel(
        "pyg-new-edge-attributes", Attributes, "rating-attributes", (X, ARCS, ("edge_attr", "edge_attr")),
        exporter="new", opset=18,
    ),  # fmt: skip
    GraphModel("pyg-new-fixed", net(SAGEConv), exporter="new", opset=18, fixed=True),
    GraphModel("pyg-new-double", net(SAGEConv), "rating", exporter="new", opset=18, dtype=torch.float64),
    GraphModel(
        "torch-new-source-target", Apart, "rating-directed", (("feat", "x"), ("src", "source"), ("dst", "target")),
        exporter="new", opset=18,
    ),  # fmt: skip
]
