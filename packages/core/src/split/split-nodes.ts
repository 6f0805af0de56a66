import { InputError, UsageError } from "../errors.js";
import type { Random } from "../random/random.js";
import type { Split } from "./split.js";

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
 * With `stratify` (`[N]`, a category code for each node) every category is shuffled and cut on its own, so that each part
 * holds the same share of each category, up to one node.
 *
 * Unlabelled nodes (`label` −1) are in no part. Throws {@link UsageError} for fractions outside [0, 1] or with a sum above
 * 1, and {@link InputError} where a part that should have nodes gets none.
 */
export function splitNodes(
  label: Int32Array,
  options: { random: Random; fractions?: SplitFractions; stratify?: Int32Array | undefined },
): Split {
  const { random, fractions = defaultSplitFractions, stratify } = options;
  checkFractions(fractions);
  const strata = new Map<number, number[]>();
  for (let n = 0; n < label.length; n++) {
    if (label[n]! < 0) continue;
    const key = stratify === undefined ? 0 : stratify[n]!;
    const stratum = strata.get(key);
    if (stratum === undefined) strata.set(key, [n]);
    else stratum.push(n);
  }
  const parts: Record<keyof Split, number[]> = { train: [], validation: [], test: [] };
  for (const key of [...strata.keys()].sort((a, b) => a - b)) {
    const nodes = random.shuffle(strata.get(key)!);
    const first = Math.floor(nodes.length * fractions.train);
    const second = Math.floor(nodes.length * (fractions.train + fractions.validation));
    parts.train.push(...nodes.slice(0, first));
    parts.validation.push(...nodes.slice(first, second));
    parts.test.push(...nodes.slice(second));
  }
  const split = { train: ascending(parts.train), validation: ascending(parts.validation), test: ascending(parts.test) };
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

function ascending(nodes: number[]): Int32Array {
  return Int32Array.from(nodes).sort();
}
