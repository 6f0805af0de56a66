import { isEvenoddsError } from "@evenodds/core";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { isWide } from "./bind-columns.js";
import { bindInputs, matchInputs, untoldInput, type BoundInput } from "./bind-inputs.js";
import { roleWords, type InputRole } from "./input-role.js";
import { listNames } from "./list-names.js";
import { recordedFeatures } from "./recorded-names.js";

/** What an input of a model is given, as far as the file tells. */
export interface DescribedInput {
  readonly input: string;
  /** A part of a graph, in the words of `map`, or columns of a table, in words; null where `map` has to say. */
  readonly given: string | null;
  readonly knownBy: "name" | "shape" | "position" | null;
  /** In a sentence: what it is given and how that is known, or what to say. */
  readonly text: string;
}

/** What the inputs of a model are given on data of one form. */
export interface DescribedInputs {
  readonly inputs: readonly DescribedInput[];
  /** Why the model does not run on such data although each input is told; null where it does. */
  readonly problem: string | null;
}

/** What the inputs of a model are given of a graph, and of a table; null where it takes arcs, which a table lacks. */
export interface InputDescription {
  readonly graph: DescribedInputs;
  readonly table: DescribedInputs | null;
}

/** Parts of a graph that have something to do with arcs. */
const ofArcs: ReadonlySet<BoundInput["role"]> = new Set<InputRole>(
  "edge_index edge-list source target edge_weight edge_attr adjacency batch num_nodes".split(" ") as InputRole[],
);

/** Returns what the inputs of a model would be given on a graph and on a table, from its file alone. */
export function describeInputs(description: ModelDescription): InputDescription {
  const { inputs, summedInputs } = description;
  const { bound, open } = matchInputs(description);
  const graph = inputs.map((tensor): DescribedInput => {
    const known = bound.get(tensor.name);
    if (known !== undefined) return ofGraph(known);
    const { hint } = untoldInput(tensor, { isSummed: summedInputs.includes(tensor.name) }).complaint;
    return { input: tensor.name, given: null, knownBy: null, text: `not known: ${hint ?? ""}` };
  });
  const isGraphs = [...bound.values()].some(({ role }) => ofArcs.has(role));
  return {
    graph: { inputs: graph, problem: open.length > 0 ? null : problemOf(() => bindInputs(description)) },
    table: isGraphs ? null : tableInputs(description),
  };
}

function ofGraph({ tensor, role, knownBy }: BoundInput): DescribedInput {
  // Nothing was said with `map`.
  const by = knownBy === "name" ? "name" : "shape";
  const how = by === "name" ? "by its name" : "by its form";
  return { input: tensor.name, given: role, knownBy: by, text: `${roleWords(role as InputRole)} (${how})` };
}

function tableInputs(description: ModelDescription): DescribedInputs {
  const { inputs } = description;
  const wide = inputs.filter(isWide);
  let problem: string | null = null;
  const described = inputs.map((tensor): DescribedInput => {
    const { name, shape } = tensor;
    const say = (text: string): DescribedInput => ({ input: name, given: null, knownBy: null, text });
    if (shape?.length === 0) return say(`not known: give its value with ‘map’ ${name}=0.5 or another number`);
    if (!isWide(tensor) && inputs.length > 1) return namesake(tensor);
    if (isWide(tensor) && wide.length > 1) return say(`not known: name its columns with ‘map’ ${name}=age,income,…`);
    try {
      return columnsOf(description, tensor);
    } catch (error) {
      problem ??= messageOf(error);
      return say("not known");
    }
  });
  return { inputs: described, problem };
}

function namesake({ name }: TensorDescription): DescribedInput {
  return { input: name, given: name, knownBy: "name", text: "the column of its name" };
}

function columnsOf(description: ModelDescription, tensor: TensorDescription): DescribedInput {
  const input = tensor.name;
  const width = isWide(tensor) ? tensor.shape?.[1] : 1;
  const fixed = typeof width === "number" ? width : null;
  const recorded = recordedFeatures(description, fixed);
  if (recorded !== null && !recorded.areNumbers) {
    const names = listNames(recorded.names, { most: 20 });
    const text = `${names} (by name, from the model's ${recorded.source})`;
    return { input, given: recorded.names.join(", "), knownBy: "name", text };
  }
  const told = `‘map’ ${input}=age,income,…`;
  if (fixed === null) return { input, given: null, knownBy: null, text: `not known: name its columns with ${told}` };
  const columns = fixed === 1 ? "1 column" : `${fixed} columns`;
  const text =
    `${columns} by position, if the table has as many besides id and label, with or without the sensitive ones; ` +
    `else name them with ${told}`;
  return { input, given: columns, knownBy: "position", text };
}

function problemOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The message about what a user can mend; anything else is a bug. */
function messageOf(error: unknown): string {
  if (isEvenoddsError(error)) return error.message;
  throw error;
}
