import { attributeProto, dataTypes, int64Tensor, onnx, valueInfoProto } from "@evenodds/exporter/internal";
import { attributeOf, exportedGraph, finds, nodeOf, withConstant } from "../changed-graph.js";

/** The graph in an attribute of the first node of that operator. */
function nested(graph: onnx.IGraphProto, operator: string, name: string): onnx.IGraphProto {
  return attributeOf(nodeOf(graph, operator), name).g!;
}

/** Ends a nested graph in another value, with what it says of it. */
function endIn(graph: onnx.IGraphProto, value: Parameters<typeof valueInfoProto>[0], node: onnx.INodeProto): void {
  graph.node!.push(onnx.NodeProto.create({ ...node, name: value.name, output: [value.name] }));
  graph.output = [valueInfoProto(value)];
}

// Scan_0 reads sources [B, R, K] and weights [B, R, K], If_0 gives the order of arcs.
describe("inferBranches and inferScan", () => {
  finds(
    () => exportedGraph("two gcn layers on scaled features", { edgeWeights: true }),
    [
      [
        "branches of two types",
        (graph) => {
          const branch = nested(graph, "If", "else_branch");
          const to = attributeProto("to", { int: dataTypes.float32 });
          const input = [branch.output![0]!.name!];
          endIn(branch, { name: "other", elementType: "float32" }, { opType: "Cast", input, attribute: [to] });
        },
        /branches of node "If_0": expected int64, as in then_branch, found float32 in else_branch/,
      ],
      [
        "branches of two numbers of outputs",
        (graph) => {
          const branch = nested(graph, "If", "else_branch");
          branch.output!.push(branch.output![0]!);
        },
        /branches of node "If_0": expected int64, as in then_branch, found int64, int64 in else_branch/,
      ],
      [
        "a branch that says another type than it gives",
        (graph) => (nested(graph, "If", "then_branch").output![0]!.type!.tensorType!.elemType = dataTypes.float32),
        /value "ScatterElements_\d+": expected float32\[...\] as declared, found int64\[\?\]/,
      ],
      [
        "a branch with an input",
        (graph) => {
          nested(graph, "If", "then_branch").input = [valueInfoProto({ name: "given", elementType: "int64" })];
        },
        /inputs of then_branch of node "If_0": expected 0, found 1/,
      ],
      [
        "a condition of more than one element",
        (graph) => (nodeOf(graph, "If").input![0] = withConstant(graph, bools(2))),
        /cond of node "If_0": expected one element, found \[2\]/,
      ],
      [
        "another number of scan inputs than there are inputs",
        (graph) => {
          const scan = nodeOf(graph, "Scan");
          scan.attribute = scan.attribute!.filter(({ name }) => name === "body");
          scan.attribute.push(attributeProto("num_scan_inputs", { int: 1 }));
        },
        /attribute "num_scan_inputs" of node "Scan_0": expected 2, the number of inputs, found 1/,
      ],
      [
        "a body with another number of inputs",
        (graph) => nested(graph, "Scan", "body").input!.push(valueInfoProto({ name: "more", elementType: "int64" })),
        /inputs of body of node "Scan_0": expected 2, found 3/,
      ],
      [
        "a body that says another type than it is given",
        (graph) => (nested(graph, "Scan", "body").input![0]!.type!.tensorType!.elemType = dataTypes.float32),
        /input "Input_0" in body of node "Scan_0": expected float32\[...\] as declared, found int64\[\?, \?\]/,
      ],
      [
        "a body that says another rank than it is given",
        (graph) => {
          const [, weights] = nested(graph, "Scan", "body").input!;
          weights!.type!.tensorType!.shape = { dim: [{ dimParam: "R" }] };
        },
        /input "Input_1" in body of node "Scan_0": expected float32\[R\] as declared, found float32\[\?, \?\]/,
      ],
      [
        "a fault in a body",
        (graph) => (nodeOf(nested(graph, "Scan", "body"), "MatMul").input![0] = "edge_index"),
        /a of node "MatMul_0": expected float32, found int64/,
      ],
      [
        "scan inputs of two lengths",
        (graph) => {
          const read = [int64Tensor([0, 0], [1, 2, 1]), int64Tensor([0, 0, 0, 0, 0, 0], [3, 2, 1])];
          const scan = nodeOf(graph, "Scan");
          scan.input = read.map((tensor) => withConstant(graph, tensor));
        },
        /inputs of node "Scan_0": expected one length, found \[1, 2, 1\] and \[3, 2, 1\]/,
      ],
      [
        "a scan over a scalar",
        (graph) => (nodeOf(graph, "Scan").input![0] = withConstant(graph, int64Tensor([0], []))),
        /inputs of node "Scan_0": expected tensors of rank 1 or more, found a scalar/,
      ],
      [
        "more outputs than the body has",
        (graph) => nodeOf(graph, "Scan").output!.push("more"),
        /outputs of node "Scan_0": expected 1, found 2/,
      ],
    ],
  );
});

function bools(count: number) {
  return { elementType: "bool", shape: [count], bytes: new Uint8Array(count) } as const;
}
