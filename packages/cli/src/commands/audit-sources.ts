import { suggest, UsageError } from "@evenodds/core";
import type { OutcomeRequest, RequestedAttribute, SqlFiles, WhenMissing } from "@evenodds/data";
import type { TableSource } from "../workflows/table-source.js";

/** Flags of an audit of a table instead of a model on a graph. */
export interface SourceFlags {
  readonly predictions?: string[];
  readonly attributes?: string;
  readonly labels?: string;
  readonly id?: string;
  readonly unmatched?: "fail" | "exclude";
  readonly counts?: string[];
  readonly countColumn?: string;
  readonly sql?: string;
  readonly db?: string;
  readonly sqlFiles?: SqlFiles;
  readonly postgres?: string;
  readonly label?: string;
  readonly prediction?: string;
  readonly score?: string;
  readonly threshold?: number;
  readonly negative?: string;
  readonly bins?: ReadonlyMap<string, readonly number[]>;
  readonly missing: WhenMissing;
  readonly given?: string;
  readonly weight?: string;
  readonly cross?: "all" | string[][];
}

/** Returns the source that the flags name; null where they name none. Throws {@link UsageError} for a join without ids. */
export function requestedSource(flags: SourceFlags): TableSource | null {
  const { predictions, counts, sql, db, postgres, attributes, labels, id, unmatched, sqlFiles } = flags;
  if (predictions !== undefined) {
    if (attributes === undefined && labels === undefined) return { predictions };
    if (id === undefined) {
      throw new UsageError({ argument: "--id", expected: "the column by which the files are joined", found: "none" });
    }
    return { predictions, attributes, labels, id, unmatched };
  }
  if (counts !== undefined) return { counts, count: flags.countColumn };
  if (sql !== undefined) return postgres === undefined ? { sql, db, sqlFiles } : { sql, postgres };
  return null;
}

/** Returns what is to be counted. Throws {@link UsageError} where attributes, or prediction and score, are not named. */
export function requestedOutcomes(
  flags: SourceFlags,
  chosen: {
    readonly sensitive: readonly string[];
    readonly positive: string | undefined;
    readonly cluster: string | undefined;
  },
): OutcomeRequest {
  const { label, prediction, score, threshold, negative, given, weight, cross } = flags;
  const { sensitive, positive, cluster } = chosen;
  if ((prediction === undefined) === (score === undefined)) {
    throw new UsageError({
      argument: "--prediction",
      expected: "a column of predicted classes, or --score with a column of scores",
      found: prediction === undefined ? "neither" : "both",
    });
  }
  if (score !== undefined && threshold === undefined) {
    throw new UsageError({
      argument: "--threshold",
      expected: "a number with --score",
      found: "none",
      hint: "a row whose score is as large or larger is predicted as the positive class",
    });
  }
  return {
    sensitive: requestedAttributes(flags, sensitive),
    label,
    prediction,
    score,
    threshold,
    positive,
    negative,
    crossed: cross,
    condition: given,
    cluster,
    weight,
  };
}

/** Returns the sensitive attributes. Throws {@link UsageError} for none, and for bins of what is no attribute. */
export function requestedAttributes(
  { bins = new Map(), cross, missing }: SourceFlags,
  sensitive: readonly string[],
): RequestedAttribute[] {
  if (sensitive.length === 0) {
    throw new UsageError({ argument: "--sensitive", expected: "the columns of the groups", found: "none" });
  }
  if (cross === "all" && sensitive.length === 1) {
    const found = JSON.stringify(sensitive[0]);
    throw new UsageError({ argument: "--cross all", expected: "two or more attributes in --sensitive", found });
  }
  const strange = [...bins.keys()].find((name) => !sensitive.includes(name));
  if (strange !== undefined) {
    throw new UsageError({
      argument: "--bins",
      expected: "one of the attributes of --sensitive",
      found: JSON.stringify(strange),
      hint: suggest(strange, sensitive),
    });
  }
  return sensitive.map((column) => ({ column, bins: bins.get(column), whenMissing: missing }));
}
