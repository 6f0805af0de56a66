import type { onnx as types } from "onnx-proto";
import { attributesOf, integer, integers } from "./trace/attributes.js";
import { constantFact } from "./trace/constant.js";

/** Outputs that are the columns of one matrix of scores, a class each. */
export interface ColumnOutputs {
  /** Name of the matrix `[N, C]` inside the model, which is not an output. */
  readonly tensor: string;
  /** `[C]`, in the order of its columns. */
  readonly outputs: readonly string[];
}

/** Operators that change the form of a single column at most. */
const reforming: ReadonlySet<string> = new Set("Identity Reshape Squeeze Unsqueeze Flatten".split(" "));

/**
 * Returns the matrices that a model takes apart into one output for each column, as skl2onnx does with
 * `zipmap="columns"`: every column of the scores that a classifier of `ai.onnx.ml` gives has an output of its own, by a
 * `Slice`, a `Gather` or an `ArrayFeatureExtractor` of one column. `classCounts` are the numbers of classes of such
 * scores, by the name of the tensor.
 */
export function columnOutputs(
  graph: types.IGraphProto,
  classCounts: ReadonlyMap<string, number>,
): readonly ColumnOutputs[] {
  const producers = new Map((graph.node ?? []).flatMap((node) => (node.output ?? []).map((name) => [name, node])));
  const constants = new Map((graph.initializer ?? []).map((tensor) => [tensor.name ?? "", tensor]));
  const numbers = (name: string | undefined): readonly number[] | null => {
    const tensor = constants.get(name ?? "") ?? constantOf(producers.get(name ?? ""));
    return tensor === undefined ? null : (constantFact(tensor).values?.filter((value) => value !== null) ?? null);
  };
  const names = new Set((graph.output ?? []).map(({ name }) => name));
  const found = new Map<string, (string | undefined)[]>();
  for (const { name: output } of graph.output ?? []) {
    const column = columnOf(output ?? "", { producers, numbers });
    const count = column && classCounts.get(column.tensor);
    if (!column || count === undefined || column.place >= count || names.has(column.tensor)) continue;
    const outputs = found.get(column.tensor) ?? Array.from<string | undefined>({ length: count });
    found.set(column.tensor, outputs);
    // A column that two outputs have leaves it open which belongs to the others.
    if (outputs[column.place] !== undefined) return [];
    outputs[column.place] = output ?? "";
  }
  return [...found].flatMap(([tensor, outputs]) => {
    const named = outputs.filter((output) => output !== undefined);
    return named.length === outputs.length && named.length > 1 ? [{ tensor, outputs: named }] : [];
  });
}

function constantOf(node: types.INodeProto | undefined): types.ITensorProto | undefined {
  if (node?.opType !== "Constant") return undefined;
  return attributesOf(node, new Map())?.get("value")?.t ?? undefined;
}

interface Column {
  readonly tensor: string;
  readonly place: number;
}

/** The column of a matrix that an output is, whatever its form; undefined where it is none. */
function columnOf(
  output: string,
  {
    producers,
    numbers,
  }: {
    readonly producers: ReadonlyMap<string, types.INodeProto>;
    readonly numbers: (name: string | undefined) => readonly number[] | null;
  },
): Column | undefined {
  const seen = new Set<string>();
  for (let name = output; !seen.has(name);) {
    seen.add(name);
    const node = producers.get(name);
    const [data = ""] = node?.input ?? [];
    if (node === undefined || data === "") return undefined;
    const isStandard = !node.domain || node.domain === "ai.onnx";
    if (!isStandard || !reforming.has(node.opType ?? "")) {
      const place = placeOf(node, numbers);
      return place === undefined ? undefined : { tensor: data, place };
    }
    name = data;
  }
  return undefined;
}

/** Which one column a node takes of the matrix that it reads. */
function placeOf(
  node: types.INodeProto,
  numbers: (name: string | undefined) => readonly number[] | null,
): number | undefined {
  const operator = `${node.domain && node.domain !== "ai.onnx" ? `${node.domain}:` : ""}${node.opType ?? ""}`;
  const attributes = attributesOf(node, new Map());
  if (attributes === null) return undefined;
  const [, second, third, fourth, fifth] = node.input ?? [];
  const only = (list: readonly number[] | null) => (list?.length === 1 && list[0]! >= 0 ? list[0] : undefined);
  switch (operator) {
    case "Slice": {
      // Before opset 10 they are attributes.
      const given = (name: string, input: string | undefined) => integers(attributes, name) ?? numbers(input);
      const [start, end] = [only(given("starts", second)), only(given("ends", third))];
      const [axis, step] = [given("axes", fourth), fifth === undefined ? [1] : numbers(fifth)];
      const isColumn = axis?.length === 1 && (axis[0] === 1 || axis[0] === -1) && step?.length === 1 && step[0] === 1;
      return isColumn && start !== undefined && end === start + 1 ? start : undefined;
    }
    case "Gather":
      return [1, -1].includes(integer(attributes, "axis", 0)) ? only(numbers(second)) : undefined;
    case "ai.onnx.ml:ArrayFeatureExtractor":
      return only(numbers(second));
    default:
      return undefined;
  }
}
