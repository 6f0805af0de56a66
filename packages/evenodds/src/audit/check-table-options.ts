import { UsageError } from "@evenodds/core";

/** Throws {@link UsageError} for what only nodes of a graph have. */
export function checkTableOptions({
  split,
  ofGraph = false,
}: {
  readonly split: string;
  /** Whether clusters are asked for that follow from arcs. */
  readonly ofGraph?: boolean;
}): void {
  const [argument] = [...(split === "all" ? [] : ["‘split’"]), ...(ofGraph ? ["‘cluster’"] : [])];
  if (argument === undefined) return;
  const expected = argument === "‘split’" ? "all, because models on tables record no split" : "a column of the table";
  throw new UsageError({ argument, expected, found: "what only a graph has" });
}
