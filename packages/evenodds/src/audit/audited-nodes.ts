import type { ReportedSelection } from "@evenodds/auditor";
import {
  hashNodeIds,
  InputError,
  maskOf,
  recallSplit,
  splitParts,
  UsageError,
  type Split,
  type SplitPart,
} from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { LoadedData, ModelOnGraph } from "../model/run-model.js";
import type { ListedNodes } from "./listed-nodes.js";

/** Which nodes of a graph are audited. */
export interface AuditedPart {
  /** The split that the model recorded, in nodes of this graph; null where it records none. */
  readonly recorded: Split | null;
  /** Null = all nodes. */
  readonly audited: Int32Array | null;
  /** `[N]`, 1 = audited; undefined = all are. */
  readonly include: Uint8Array | undefined;
  /** Where it was said which nodes are audited, but for the model. */
  readonly selection: Omit<ReportedSelection, "nodes"> | undefined;
}

/** What is asked for. */
interface AskedPart {
  readonly split: SplitPart | "all";
  /** Path of the model, for messages. */
  readonly model: string;
  /** Nodes that were chosen by their ids. */
  readonly listed?: ListedNodes | undefined;
}

/**
 * Returns the nodes that are audited: those that were chosen by their ids, or the part of the split that is asked for,
 * which the graph gives or the model records, and of these the ones in the graph's mask.
 *
 * Throws {@link UsageError} where neither has a split, and {@link InputError} where the two splits differ in the part,
 * and where none of its nodes is in the graph, or in the mask.
 */
export function auditedPart(
  { description, loaded }: Pick<ModelOnGraph, "description" | "loaded">,
  asked: AskedPart,
): AuditedPart {
  const { nodeCount, nodeIds, idScope } = loaded.graph;
  const { split } = description.metadata;
  const recorded = split === null ? null : recallSplit(split, hashNodeIds(nodeIds, idScope));
  const { nodes, selection } = asked.listed ?? chosenNodes(asked, { recorded, loaded });
  const include = nodes === null ? undefined : maskOf(nodes, nodeCount);
  return { recorded, audited: nodes, include, selection };
}

type Choice = { readonly nodes: Int32Array | null } & Pick<AuditedPart, "selection">;

function chosenNodes(
  asked: AskedPart,
  given: { readonly recorded: Split | null; readonly loaded: LoadedData },
): Choice {
  const { loaded } = given;
  const { mask, graph } = loaded;
  const part = partNodes(asked, given);
  if (mask === undefined) return part;
  const all = () => Int32Array.from({ length: graph.nodeCount }, (_, node) => node);
  const nodes = (part.nodes ?? all()).filter((node) => mask[node] === 1);
  const from = part.selection === undefined ? "graph.mask" : `${part.selection.from} and graph.mask`;
  if (nodes.length > 0) return { nodes, selection: { from } };
  const expected = asked.split === "all" ? "at least one node to audit" : `nodes of the ${asked.split} part to audit`;
  throw new InputError({ argument: "graph.mask", expected, found: "none" });
}

function partNodes(
  { split: part, model }: AskedPart,
  { recorded, loaded }: { readonly recorded: Split | null; readonly loaded: LoadedData },
): Choice {
  if (part === "all") return { nodes: null, selection: undefined };
  const { split: given, graph } = loaded;
  if (given === undefined && recorded === null) {
    throw new UsageError({
      argument: `‘split’ ${part}`,
      expected: "a model that records its split, or a graph that has one",
      found: `${model}, which records none, and a graph without`,
      hint: "say which nodes are audited with ‘nodes’, or use ‘split’ all, and make sure that the model was not trained on them",
    });
  }
  if (given !== undefined && recorded !== null)
    checkSameSplit(part, { given: given.parts, from: given.partFrom[part], recorded, loaded });
  const nodes = (given?.parts ?? recorded!)[part];
  if (nodes.length > 0) return { nodes, selection: given && { from: given.partFrom[part] } };
  throw new InputError({
    argument: `‘split’ ${part}`,
    expected:
      given === undefined
        ? `nodes of the model's ${part} part in the graph`
        : `nodes in the ${part} part, by ${given.partFrom[part]}`,
    found: `none of ${graph.nodeCount} nodes`,
    hint: "on a graph that the model has never seen, use ‘split’ all",
  });
}

/**
 * Throws {@link InputError} where the labelled nodes of a part are not the same in both splits; a model that knows no
 * node of the graph says nothing about it.
 */
function checkSameSplit(
  part: SplitPart,
  splits: { readonly given: Split; readonly from: string; readonly recorded: Split; readonly loaded: LoadedData },
): void {
  const { given, from, recorded, loaded } = splits;
  if (splitParts.every((name) => recorded[name].length === 0)) return;
  const isLabelled = (node: number) => loaded.nodes.label[node]! >= 0;
  const [own, models] = [given[part].filter(isLabelled), recorded[part].filter(isLabelled)];
  if (own.length === models.length && own.every((node, i) => node === models[i])) return;
  const inModel = maskOf(models, loaded.graph.nodeCount);
  const shared = own.filter((node) => inModel[node] === 1).length;
  throw new InputError({
    argument: `‘split’ ${part}`,
    expected: "one split of the nodes",
    found: `two: ${from} has ${own.length} labelled nodes in it, the model records ${models.length}, and ${shared} are in both`,
    hint: "say which nodes are audited with ‘nodes’, or leave the split out of the graph to take that of the model",
  });
}

/** Says that a graph has a mask. */
export function maskNotes({ mask }: Pick<LoadedGraph, "mask">): string[] {
  return mask === undefined ? [] : ["Nodes outside the mask of the graph are counted as outside the split."];
}

/** Labelled nodes that are audited although the model has learned from them; null where the model does not say. */
export function trainingNodes(
  recorded: Split | null,
  { label, include }: { readonly label: Int32Array; readonly include: Uint8Array | undefined },
): number | null {
  if (recorded === null) return null;
  return recorded.train.filter((node) => label[node]! >= 0 && include?.[node] !== 0).length;
}
