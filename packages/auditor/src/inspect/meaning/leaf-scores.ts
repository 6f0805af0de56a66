import { maximum, minimum } from "@evenodds/core";
import { integers, type Attributes } from "../trace/attributes.js";
import { constantFact } from "../trace/constant.js";
import { other, type Meaning } from "./meaning.js";

/** How far sums of float32 leaves may be from 1. */
const tolerance = 1e-4;

/**
 * Returns what the scores of a `TreeEnsembleClassifier` are before its `post_transform`. Each row ends in one leaf of
 * each tree and gets the sum of their weights, so the weights tell:
 *
 * - with a score per class, shares if no weight is negative and the smallest and the largest sums over the classes that
 *   leaves can give are both 1: forests, whose leaves hold shares or votes over the number of trees;
 * - with weights of one class of two, of which ONNX Runtime makes `1 − s` and `s` if none is negative, shares if `s`
 *   cannot exceed 1.
 *
 * Anything else may be votes, margins or logarithms of odds. Source: ai.onnx.ml, TreeEnsembleClassifier, and ONNX
 * Runtime's `TreeAggregatorClassifier`.
 */
export function leafScores(attributes: Attributes, { labels }: { readonly labels: number }): Meaning {
  const untold = (nonNegative: boolean): Meaning => ({ ...unclear, nonNegative });
  const trees = treesOf(attributes);
  const bases = numbersOf(attributes, "base_values");
  if (trees === null || bases === null) return untold(false);
  const isPair = labels === 2 && trees.classes.size === 1;
  const isPositive = trees.least >= 0 && bases.every((base) => base >= 0);
  // The positive class of two is called 0 where no other has weights.
  if (isPair)
    return isPositive && trees.classes.has(0) && bases.length < 2 && mostOf(trees, bases) <= 1 + tolerance
      ? shares
      : untold(false);
  // Of two classes, base values are not added to each.
  const isSum = isPositive && (bases.length === 0 || (labels > 2 && bases.length === labels));
  const isOne = isSum && mostOf(trees, bases) <= 1 + tolerance && leastOf(trees, bases) >= 1 - tolerance;
  return isOne ? shares : untold(isPositive);
}

const shares: Meaning = { kind: "shares", axis: -1 };
const unclear = { ...other(), kind: "other", why: "the leaves of its trees hold votes or scores" } as const;

/** The weights of an ensemble. */
interface Trees {
  /** Numbers of the classes that have some. */
  readonly classes: ReadonlySet<number>;
  /** Smallest of them. */
  readonly least: number;
  /** For each tree the sums over classes of each of its leaves. */
  readonly sums: readonly ReadonlyMap<number, number>[];
}

/** Null where the attributes do not describe trees, or weigh a node that is no leaf. */
function treesOf(attributes: Attributes): Trees | null {
  const weights = numbersOf(attributes, "class_weights");
  const [classes, nodes, trees] = ["class_ids", "class_nodeids", "class_treeids"].map((name) =>
    integers(attributes, name),
  );
  const leaves = leavesOf(attributes);
  if (weights === null || weights.length === 0 || leaves === null || !classes || !nodes || !trees) return null;
  if ([classes, nodes, trees].some((list) => list.length !== weights.length)) return null;
  let least = Infinity;
  for (const [at, weight] of weights.entries()) {
    const tree = leaves.get(trees[at]!);
    const before = tree?.get(nodes[at]!);
    if (tree === undefined || before === undefined || !Number.isFinite(weight)) return null;
    tree.set(nodes[at]!, before + weight);
    least = Math.min(least, weight);
  }
  return { classes: new Set(classes), least, sums: [...leaves.values()] };
}

/** The leaves of each tree, with 0 for each. */
function leavesOf(attributes: Attributes): Map<number, Map<number, number>> | null {
  const modes = attributes.get("nodes_modes")?.strings ?? [];
  const [nodes, trees] = ["nodes_nodeids", "nodes_treeids"].map((name) => integers(attributes, name));
  if (!nodes || !trees || modes.length === 0 || nodes.length !== modes.length || trees.length !== modes.length)
    return null;
  const leaves = new Map<number, Map<number, number>>();
  const decoder = new TextDecoder();
  for (const [at, mode] of modes.entries()) {
    const tree = leaves.get(trees[at]!) ?? new Map<number, number>();
    leaves.set(trees[at]!, tree);
    if (decoder.decode(mode) === "LEAF") tree.set(nodes[at]!, 0);
  }
  return leaves;
}

/** A list of numbers, of either precision; empty where it is absent, null where it cannot be read. */
function numbersOf(attributes: Attributes, name: string): readonly number[] | null {
  const exact = attributes.get(`${name}_as_tensor`)?.t;
  if (!exact) return attributes.get(name)?.floats ?? [];
  const values = constantFact(exact).values?.filter((value) => value !== null);
  return values ?? null;
}

function mostOf({ sums }: Trees, bases: readonly number[]): number {
  return total(
    sums.map((leaves) => maximum(leaves.values())),
    bases,
  );
}

function leastOf({ sums }: Trees, bases: readonly number[]): number {
  return total(
    sums.map((leaves) => minimum(leaves.values())),
    bases,
  );
}

function total(ofTrees: readonly number[], bases: readonly number[]): number {
  return [...ofTrees, ...bases].reduce((sum, value) => sum + value, 0);
}
