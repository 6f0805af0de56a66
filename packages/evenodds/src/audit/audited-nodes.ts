import { hashNodeIds, InputError, recallSplit, UsageError, type Split, type SplitPart } from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { ModelOnGraph } from "../model/run-model.js";

/** Returns the split that a model recorded, in nodes of this graph; null where it records none. */
export function recordedSplit({ description, loaded }: Pick<ModelOnGraph, "description" | "loaded">): Split | null {
  const { split } = description.metadata;
  return split === null ? null : recallSplit(split, hashNodeIds(loaded.graph.nodeIds, loaded.graph.idScope));
}

/**
 * Returns the nodes of the part that is asked for, those of the graph's mask alone; null = all nodes. Throws
 * {@link UsageError} where the model (a path) records no split, {@link InputError} where none of these nodes is in the
 * graph, or in the mask.
 */
export function auditedNodes(
  { split: part, model }: { readonly split: SplitPart | "all"; readonly model: string },
  {
    recorded,
    nodeCount,
    mask,
  }: {
    readonly recorded: Split | null;
    readonly nodeCount: number;
    /** `[N]`, 1 = audited. */
    readonly mask: Uint8Array | undefined;
  },
): Int32Array | null {
  const nodes = nodesOfPart({ split: part, model }, { recorded, nodeCount });
  if (mask === undefined) return nodes;
  const audited = (nodes ?? Int32Array.from({ length: nodeCount }, (_, node) => node)).filter(
    (node) => mask[node] === 1,
  );
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
