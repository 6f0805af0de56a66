import { ModelError } from "@evenodds/core";

/** `error` refuses the run, `exclude` leaves the nodes out and counts them. */
export const nonFinitePolicies = ["error", "exclude"] as const;
export type NonFinite = (typeof nonFinitePolicies)[number];

/** What to do with nodes on which a model gives NaN or infinity. */
export interface NonFinitePolicy {
  /** Default: `error`. */
  readonly nonFinite?: NonFinite | undefined;
  /** `[N]`, to name a node in the error; its index is named without. */
  readonly nodeIds?: readonly string[] | undefined;
}

/** Returns the error that names how many of `nodes` have no finite output, and the first of them. */
export function nonFiniteError(
  output: string,
  found: {
    readonly nonFinite: number;
    readonly nodes: number;
    readonly first: number;
    readonly nodeIds?: readonly string[] | undefined;
  },
): ModelError {
  const { nonFinite, nodes, first, nodeIds } = found;
  return new ModelError({
    argument: output,
    expected: "finite numbers on every node",
    found: `NaN or infinite ones on ${nonFinite} of ${nodes} nodes, first on node ${JSON.stringify(nodeIds?.[first] ?? first)}`,
    hint: "look for unscaled features, or have such nodes excluded and counted",
  });
}
