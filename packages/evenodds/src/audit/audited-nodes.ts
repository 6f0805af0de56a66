import { hashNodeIds, InputError, maskOf, recallSplit, UsageError, type Split, type SplitPart } from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { ModelOnGraph } from "../model/run-model.js";

/** Which nodes of a graph are audited. */
export interface AuditedPart {
  /** The split that the model recorded, in nodes of this graph; null where it records none. */
  readonly recorded: Split | null;
  /** Null = all nodes. */
  readonly audited: Int32Array | null;
  /** `[N]`, 1 = audited; undefined = all are. */
  readonly include: Uint8Array | undefined;
}

/**
 * Returns the nodes of the part that is asked for, those of the graph's mask alone. Throws {@link UsageError} where the
 * model (a path) records no split, {@link InputError} where none of these nodes is in the graph, or in the mask.
 */
export function auditedPart(
  { description, loaded }: Pick<ModelOnGraph, "description" | "loaded">,
  asked: { readonly split: SplitPart | "all"; readonly model: string },
): AuditedPart {
  const { nodeCount, nodeIds, idScope } = loaded.graph;
  const { split } = description.metadata;
  const recorded = split === null ? null : recallSplit(split, hashNodeIds(nodeIds, idScope));
  const audited = inMask(nodesOfPart(asked, { recorded, nodeCount }), { part: asked.split, loaded });
  return { recorded, audited, include: audited === null ? undefined : maskOf(audited, nodeCount) };
}

function inMask(
  nodes: Int32Array | null,
  { part, loaded: { mask, graph } }: { readonly part: SplitPart | "all"; readonly loaded: LoadedGraph },
): Int32Array | null {
  if (mask === undefined) return nodes;
  const all = () => Int32Array.from({ length: graph.nodeCount }, (_, node) => node);
  const audited = (nodes ?? all()).filter((node) => mask[node] === 1);
  if (audited.length > 0) return audited;
  const expected = part === "all" ? "at least one node to audit" : `nodes of the model's ${part} part to audit`;
  throw new InputError({ argument: "graph.mask", expected, found: "none" });
}

/** Says that a graph has a mask. */
export function maskNotes({ mask }: Pick<LoadedGraph, "mask">): string[] {
  return mask === undefined ? [] : ["Nodes outside the mask of the graph are counted as outside the split."];
}

function nodesOfPart(
  { split: part, model }: { readonly split: SplitPart | "all"; readonly model: string },
  { recorded, nodeCount }: { readonly recorded: Split | null; readonly nodeCount: number },
): Int32Array | null {
  if (part === "all") return null;
  if (recorded === null) {
    throw new UsageError({
      argument: `‘split’ ${part}`,
      expected: "a model that records its split",
      found: `${model}, which does not`,
      hint: "use ‘split’ all, and make sure that the model was not trained on these nodes",
    });
  }
  if (recorded[part].length === 0) {
    throw new InputError({
      argument: `‘split’ ${part}`,
      expected: `nodes of the model's ${part} part in the graph`,
      found: `none of ${nodeCount} nodes`,
      hint: "on a graph that the model has never seen, use ‘split’ all",
    });
  }
  return recorded[part];
}

/** Labelled nodes that are audited although the model has learned from them; null where the model does not say. */
export function trainingNodes(
  recorded: Split | null,
  { label, include }: { readonly label: Int32Array; readonly include: Uint8Array | undefined },
): number | null {
  if (recorded === null) return null;
  return recorded.train.filter((node) => label[node]! >= 0 && include?.[node] !== 0).length;
}
