import { ProofError, type ExportForm } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { inferGraph, nestedGraphs, onnx, tensorProto, type Tensor } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { layerModels } from "../support/layer-models.js";

const models = layerModels();
const files = new Map<string, Uint8Array>();

/** The graph of an exported model of {@link layerModels}, new each time. */
export function exportedGraph(
  model: string,
  { form = "fast", edgeWeights = false }: { form?: ExportForm; edgeWeights?: boolean } = {},
): onnx.GraphProto {
  const key = `${model} ${form} ${edgeWeights}`;
  const bytes = files.get(key) ?? exportModel(models[model]!, { form, edgeWeights });
  files.set(key, bytes);
  return onnx.ModelProto.decode(bytes).graph as onnx.GraphProto;
}

/** What is wrong, the change that makes it so, and what is said of it. */
export type Fault = readonly [what: string, change: (graph: onnx.GraphProto) => void, message: RegExp];

/** A test per fault: the graph, in which nothing is wrong, is refused after the change with that message. */
export function finds(graph: () => onnx.GraphProto, faults: readonly Fault[]): void {
  it("finds nothing in the file as it is exported", () => {
    expect(() => inferGraph(graph())).not.to.throw();
  });
  for (const [what, change, message] of faults) {
    it(`finds ${what}`, () => {
      const changed = graph();
      change(changed);
      expect(() => inferGraph(changed)).to.throw(ProofError, message);
    });
  }
}

/** The node of that name, in a nested graph where it is there. */
export function nodeNamed(graph: onnx.IGraphProto, name: string): onnx.INodeProto {
  return graph
    .node!.flatMap((node) => [node, ...nestedGraphs(node).flatMap((inner) => inner.node!)])
    .find((node) => node.name === name)!;
}

/** The first node of that operator in the graph itself, from the end where `from` is `last`. */
export function nodeOf(graph: onnx.IGraphProto, operator: string, from: "first" | "last" = "first"): onnx.INodeProto {
  const nodes = graph.node!.filter(({ opType }) => opType === operator);
  return nodes.at(from === "first" ? 0 : -1)!;
}

/** The attribute of that name of a node. */
export function attributeOf(node: onnx.INodeProto, name: string): onnx.IAttributeProto {
  return node.attribute!.find((attribute) => attribute.name === name)!;
}

/** Adds a constant and returns its name. */
export function withConstant(graph: onnx.IGraphProto, tensor: Tensor): string {
  const name = `added_${graph.initializer!.length}`;
  graph.initializer!.push(tensorProto(name, tensor));
  return name;
}
