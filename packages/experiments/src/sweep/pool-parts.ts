import { addCounts } from "@evenodds/core";
import type { ErrorSums, PartOutcome } from "@evenodds/trainer";

/** Returns the sum over parts of several splits, in which a node counts as often as it appears; null without parts. */
export function poolParts(parts: readonly PartOutcome[]): PartOutcome | null {
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  return rest.reduce<PartOutcome>(
    (sum, { nodes, counts, errors }) => ({
      nodes: sum.nodes + nodes,
      counts: sum.counts === null || counts === null ? null : addCounts(sum.counts, counts),
      errors: sum.errors === null || errors === null ? null : addErrors(sum.errors, errors),
    }),
    first,
  );
}

/** Runs of one sweep list the same groups in the same order. */
function addErrors(a: ErrorSums, b: ErrorSums): ErrorSums {
  const add = (key: "n" | "error" | "absolute" | "squared") => a[key].map((value, g) => value + b[key][g]!);
  return { groups: a.groups, n: add("n"), error: add("error"), absolute: add("absolute"), squared: add("squared") };
}
