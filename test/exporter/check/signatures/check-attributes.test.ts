import { attributeProto, onnx } from "@evenodds/exporter/internal";
import { attributeOf, exportedGraph, finds, nodeOf, nodeNamed } from "../changed-graph.js";

const { AttributeType } = onnx.AttributeProto;

function withoutAttribute(node: onnx.INodeProto, name: string): void {
  node.attribute = node.attribute!.filter((attribute) => attribute.name !== name);
}

describe("checkAttributes", () => {
  finds(
    () => exportedGraph("gat without a slope below 0"),
    [
      [
        "an axis that is a float",
        (graph) => (nodeOf(graph, "Concat").attribute = [attributeProto("axis", { float: 0 })]),
        /attribute "axis" of node "Concat_0": expected type INT, found FLOAT/,
      ],
      [
        "an axis that is a list",
        (graph) => (nodeOf(graph, "Gather").attribute = [attributeProto("axis", { ints: [0] })]),
        /attribute "axis" of node "Gather_0": expected type INT, found INTS/,
      ],
      [
        "an attribute without a type",
        (graph) => (attributeOf(nodeOf(graph, "Concat"), "axis").type = AttributeType.UNDEFINED),
        /attribute "axis" of node "Concat_0": expected type INT, found UNDEFINED/,
      ],
      [
        "an integer in the field of floats",
        (graph) => {
          const node = nodeOf(graph, "Concat");
          node.attribute = [onnx.AttributeProto.create({ name: "axis", type: AttributeType.INT, f: 1 })];
        },
        /attribute "axis" of node "Concat_0": expected a value in field i alone, found one in f/,
      ],
      [
        "an attribute without a value",
        (graph) => {
          const node = nodeOf(graph, "Concat");
          node.attribute = [onnx.AttributeProto.create({ name: "axis", type: AttributeType.INT })];
        },
        /attribute "axis" of node "Concat_0": expected a value in field i, found none/,
      ],
      [
        "a perm that is one number",
        (graph) => (nodeOf(graph, "Transpose").attribute = [attributeProto("perm", { int: 0 })]),
        /attribute "perm" of node "Transpose_0": expected type INTS, found INT/,
      ],
      [
        "an alpha that is an integer",
        (graph) => {
          const body = attributeOf(nodeOf(graph, "Scan"), "body").g!;
          nodeOf(body, "LeakyRelu").attribute = [attributeProto("alpha", { int: 0 })];
        },
        /attribute "alpha" of node "LeakyRelu_0": expected type FLOAT, found INT/,
      ],
      [
        "an alpha that is not a number",
        (graph) => {
          const body = attributeOf(nodeOf(graph, "Scan"), "body").g!;
          attributeOf(nodeOf(body, "LeakyRelu"), "alpha").f = NaN;
        },
        /attribute "alpha" of node "LeakyRelu_0": expected a finite number, found NaN/,
      ],
      [
        "a reduction that is an integer",
        (graph) => {
          const node = nodeOf(graph, "ScatterElements");
          withoutAttribute(node, "reduction");
          node.attribute!.push(attributeProto("reduction", { int: 1 }));
        },
        /attribute "reduction" of node "ScatterElements_0": expected type STRING, found INT/,
      ],
      [
        "a reduction that nobody knows",
        (graph) => {
          const node = nodeOf(graph, "ScatterElements");
          attributeOf(node, "reduction").s = new TextEncoder().encode("mean");
        },
        /attribute "reduction" of node "ScatterElements_0": expected none, add, mul, max, min, found "mean"/,
      ],
      [
        "a yes that is neither 0 nor 1",
        (graph) => {
          const node = nodeNamed(graph, "TopK_0");
          withoutAttribute(node, "largest");
          node.attribute!.push(attributeProto("largest", { int: 2 }));
        },
        /attribute "largest" of node "TopK_0": expected 0 or 1, found 2/,
      ],
      [
        "an attribute that the operator does not have",
        (graph) => nodeOf(graph, "Add", "last").attribute!.push(attributeProto("axis", { int: 0 })),
        /attributes of node "Add_\d+": expected none, found "axis"/,
      ],
      [
        "one that the exporter does not set",
        (graph) => nodeOf(graph, "CumSum").attribute!.push(attributeProto("reverse", { int: 1 })),
        /attributes of node "CumSum_0": expected exclusive, found "reverse"/,
      ],
      [
        "one that is named like a property of every object",
        (graph) => nodeOf(graph, "CumSum").attribute!.push(attributeProto("constructor", { int: 1 })),
        /attributes of node "CumSum_0": expected exclusive, found "constructor"/,
      ],
      [
        "an attribute given twice",
        (graph) => nodeOf(graph, "Gather").attribute!.push(attributeProto("axis", { int: 1 })),
        /attribute "axis" of node "Gather_0": expected one value, found two/,
      ],
      ...(
        [
          ["Concat", "axis"],
          ["Cast", "to"],
          ["If", "else_branch"],
          ["Scan", "body"],
          ["Scan", "num_scan_inputs"],
        ] as const
      ).map(
        ([operator, name]) =>
          [
            `a missing ${name} of ${operator}`,
            (graph: onnx.IGraphProto) => withoutAttribute(nodeOf(graph, operator), name),
            new RegExp(`attribute "${name}" of node "${operator}_0": expected a value, found none`),
          ] as const,
      ),
      [
        "a Cast to a type that the exporter does not use",
        (graph) => {
          const node = nodeOf(graph, "Cast");
          node.attribute = [attributeProto("to", { int: onnx.TensorProto.DataType.FLOAT16 })];
        },
        /attribute "to" of node "Cast_0": expected 1 \(float32\), 7 \(int64\), 9 \(bool\), found 10/,
      ],
    ],
  );
});
