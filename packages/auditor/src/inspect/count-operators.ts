import onnxProto, { type onnx as types } from "onnx-proto";
import { collectExternalFiles, type ExternalFile } from "./external-files.js";

const { TensorProto } = onnxProto.onnx;
const { FLOAT, FLOAT16, DOUBLE, BFLOAT16 } = TensorProto.DataType;
const floatTypes: ReadonlySet<number> = new Set([FLOAT, FLOAT16, DOUBLE, BFLOAT16]);

/** What walking over all nodes and initializers of a model yields. */
export interface OperatorCensus {
  readonly operators: Readonly<Record<string, number>>;
  readonly parameters: number;
  readonly externalFiles: readonly ExternalFile[];
  readonly racingScatters: number;
}

/**
 * Walks over every node of a model, with the bodies of If, Loop and Scan and with local functions. Operators of foreign
 * domains are counted as `domain:name`. Throws ModelError, with `name` as its argument, for data outside the model's
 * folder.
 */
export function countOperators(model: types.IModelProto, name: string): OperatorCensus {
  const operators = new Map<string, number>();
  const external = collectExternalFiles(name);
  let parameters = 0;
  let racingScatters = 0;

  const visitTensor = (tensor: types.ITensorProto) => {
    if (floatTypes.has(tensor.dataType ?? 0)) {
      parameters += (tensor.dims ?? []).reduce<number>((product, dim) => product * Number(String(dim)), 1);
    }
    external.visit(tensor);
  };
  const visitNode = (node: types.INodeProto) => {
    const name = node.domain ? `${node.domain}:${node.opType}` : (node.opType ?? "");
    operators.set(name, (operators.get(name) ?? 0) + 1);
    if (name === "ScatterND" && reduction(node) !== "none") racingScatters++;
    for (const { g, graphs, t, tensors } of node.attribute ?? []) {
      if (g) visitGraph(g);
      graphs?.forEach(visitGraph);
      [...(t ? [t] : []), ...(tensors ?? [])].forEach(external.visit);
    }
  };
  const visitGraph = (graph: types.IGraphProto) => {
    graph.initializer?.forEach(visitTensor);
    for (const { values, indices } of graph.sparseInitializer ?? []) {
      [...(values ? [values] : []), ...(indices ? [indices] : [])].forEach(external.visit);
    }
    graph.node?.forEach(visitNode);
  };

  if (model.graph) visitGraph(model.graph);
  for (const { node } of model.functions ?? []) node?.forEach(visitNode);
  return {
    operators: Object.fromEntries([...operators].sort(([a], [b]) => (a < b ? -1 : 1))),
    parameters,
    externalFiles: external.files(),
    racingScatters,
  };
}

function reduction(node: types.INodeProto): string {
  const attribute = node.attribute?.find(({ name }) => name === "reduction");
  return attribute?.s ? new TextDecoder().decode(attribute.s) : "none";
}
