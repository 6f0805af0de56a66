import type { onnx as types } from "onnx-proto";

/** The classes that an operator of `ai.onnx.ml` gives to the columns of an output. */
export interface ClassLabels {
  readonly output: string;
  /** Such as `LinearClassifier` or `ZipMap`. */
  readonly operator: string;
  /** In the order of the columns. */
  readonly names: readonly string[];
}

/** Operators that leave the columns of a matrix where they are. */
const passing: ReadonlySet<string> = new Set(
  "Identity Cast Softmax LogSoftmax Sigmoid Log Exp Clip Reshape Squeeze Unsqueeze Flatten".split(" "),
);

const mlDomain = "ai.onnx.ml";

/** Those of `ai.onnx.ml`; what a list of maps is made of has its columns. */
const passingMl: ReadonlySet<string> = new Set(["Normalizer", "ZipMap"]);

/**
 * Returns the labels that the file itself gives to columns of its outputs: those of a classifier of `ai.onnx.ml` whose
 * scores are the output, or of a ZipMap that reads what the output is, with nothing but operators in between that leave
 * columns in place.
 */
export function classLabels(graph: types.IGraphProto): ClassLabels[] {
  const { node: nodes, output: outputs } = graph;
  const producers = new Map((nodes ?? []).flatMap((node) => (node.output ?? []).map((name) => [name, node] as const)));
  const labelled = labelledTensors(graph);
  return (outputs ?? []).flatMap(({ name }) => {
    const output = name ?? "";
    const seen = new Set<string>();
    for (let tensor: string | undefined = output; tensor !== undefined && !seen.has(tensor);) {
      const found = labelled.get(tensor);
      if (found !== undefined) return [{ output, ...found }];
      seen.add(tensor);
      const producer: types.INodeProto | undefined = producers.get(tensor);
      const isPassed = (producer?.domain === mlDomain ? passingMl : passing).has(producer?.opType ?? "");
      tensor = isPassed && (!producer?.domain || producer.domain === mlDomain) ? producer?.input?.[0] : undefined;
    }
    return [];
  });
}

/** Returns the tensors whose columns an operator names, with the names. */
export function labelledTensors({
  node: nodes,
}: types.IGraphProto): ReadonlyMap<string, Pick<ClassLabels, "operator" | "names">> {
  const labelled = new Map<string, Pick<ClassLabels, "operator" | "names">>();
  for (const node of nodes ?? []) {
    const names = node.domain === mlDomain ? labelsOf(node) : null;
    if (names === null) continue;
    const operator = node.opType ?? "";
    // A ZipMap names the columns of what it reads, a classifier those of its scores.
    const tensor = operator === "ZipMap" ? node.input?.[0] : node.output?.[1];
    if (tensor) labelled.set(tensor, { operator, names });
  }
  return labelled;
}

/** Whole numbers or texts of the attributes that hold the classes of a node. */
function labelsOf({ opType, attribute }: types.INodeProto): string[] | null {
  const holds = /Classifier$|^ZipMap$/.test(opType ?? "") ? /^class(?:labels?|es)_/ : null;
  for (const { name, ints, strings } of attribute ?? []) {
    if (holds === null || !holds.test(name ?? "")) continue;
    if (strings && strings.length > 0) return strings.map((bytes) => new TextDecoder().decode(bytes));
    if (ints && ints.length > 0) return ints.map(String);
  }
  return null;
}
