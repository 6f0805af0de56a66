import { InputError, UsageError } from "../errors.js";
import { IntegerIndex } from "../collections/integer-index.js";
import { compressRows } from "../graph/compressed-rows.js";
import type { Random } from "../random/random.js";
import { splitParts, type Split } from "./split.js";

/** Shares of the labelled nodes for training and validation; the rest is for testing. */
export interface SplitFractions {
  readonly train: number;
  readonly validation: number;
}

export const defaultSplitFractions: SplitFractions = { train: 0.5, validation: 0.25 };

/**
 * Splits the labelled nodes of one graph into training, validation and test nodes (a transductive split: all nodes stay
 * in the graph). The indices of labelled nodes are shuffled and cut at `floor(n · train)` and
 * `floor(n · (train + validation))`, as in the paper's code (50 % / 25 % / 25 %).
 *
 * With `stratify` (`[N]`, a category code for each node, −1 = missing) every category is shuffled and cut on its own,
 * so that each part holds the same share of each category, up to one node.
 *
 * Unlabelled nodes (`label` −1) are in no part. Throws {@link UsageError} for fractions outside [0, 1] or with a sum
 * above 1, and {@link InputError} where a part that should have nodes gets none.
 */
export function splitNodes(
  label: Int32Array,
  options: { random: Random; fractions?: SplitFractions; stratify?: Int32Array | Float64Array | undefined },
): Split {
  const { random, fractions = defaultSplitFractions, stratify } = options;
  checkFractions(fractions);
  const labelled = nodesWhere(label.length, (node) => label[node]! >= 0);
  const strata = new IntegerIndex();
  const stratum = labelled.map((node) => strata.add(stratify === undefined ? 0 : stratify[node]! + 1));
  const { pointer, column } = compressRows(stratum, labelled, strata.size);
  const part = new Int8Array(label.length).fill(-1);
  for (const key of strata.keys.slice().sort()) {
    const s = strata.at(key);
    const nodes = random.shuffle(column.subarray(pointer[s], pointer[s + 1]));
    const first = Math.floor(nodes.length * fractions.train);
    const second = Math.floor(nodes.length * (fractions.train + fractions.validation));
    nodes.forEach((node, i) => (part[node] = i < first ? 0 : i < second ? 1 : 2));
  }
  const [train, validation, test] = splitParts.map((_, p) => nodesWhere(label.length, (node) => part[node] === p));
  const split = { train: train!, validation: validation!, test: test! };
  checkParts(split, fractions);
  return split;
}

function checkFractions({ train, validation }: SplitFractions): void {
  const inRange = train > 0 && train <= 1 && validation >= 0 && train + validation <= 1;
  if (!inRange) {
    throw new UsageError({
      argument: "split fractions",
      expected: "train in (0, 1], validation ≥ 0 and a sum of at most 1",
      found: `train ${train}, validation ${validation}`,
    });
  }
}

function checkParts(split: Split, { train, validation }: SplitFractions): void {
  const wanted = { train, validation, test: 1 - train - validation };
  for (const part of ["train", "validation", "test"] as const) {
    if (wanted[part] > 1e-9 && split[part].length === 0) {
      const labelled = split.train.length + split.validation.length + split.test.length;
      throw new InputError({
        argument: `${part} nodes`,
        expected: "at least one",
        found: `none out of ${labelled} labelled nodes`,
        hint: "label more nodes or choose other fractions",
      });
    }
  }
}

function nodesWhere(nodeCount: number, isIn: (node: number) => boolean): Int32Array {
  return Int32Array.from({ length: nodeCount }, (_, node) => node).filter(isIn);
}
