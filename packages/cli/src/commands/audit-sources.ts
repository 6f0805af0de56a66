import { canonicalLevel, suggest, UsageError } from "@evenodds/core";
import {
  fileFormat,
  type FileLayout,
  type OutcomeRequest,
  type RequestedAttribute,
  type SqlFiles,
  type WhenMissing,
} from "@evenodds/data";
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
  readonly missingValues?: string[];
  readonly classes?: string[];
  readonly levels?: ReadonlyMap<string, readonly string[]>;
  readonly header: boolean;
  readonly delimiter?: string;
  readonly comment?: string;
  readonly given?: string;
  readonly weight?: string;
  readonly cross?: "all" | string[][];
}

/**
 * Returns the source that the flags name; null where they name none. Throws {@link UsageError} for a join without ids.
 */
export function requestedSource(flags: SourceFlags): TableSource | null {
  const { predictions, counts, sql, db, postgres, attributes, labels, id, unmatched, sqlFiles } = flags;
  if (predictions !== undefined) {
    const layout = requestedLayout(flags, [predictions, attributes ?? [], labels ?? []].flat());
    if (attributes === undefined && labels === undefined) return { predictions, ...layout };
    if (id === undefined) {
      throw new UsageError({ argument: "--id", expected: "the column by which the files are joined", found: "none" });
    }
    return { predictions, attributes, labels, id, unmatched, ...layout };
  }
  if (counts !== undefined) return { counts, count: flags.countColumn, ...requestedLayout(flags, counts) };
  if (sql !== undefined) return postgres === undefined ? { sql, db, sqlFiles } : { sql, postgres };
  return null;
}

/** How delimited text is cut. Throws {@link UsageError} where it is said and none of the files is text. */
function requestedLayout({ header, delimiter, comment }: SourceFlags, files: readonly string[]): FileLayout {
  const given = Object.entries({ "--no-header": !header || undefined, "--delimiter": delimiter, "--comment": comment });
  const [flag] = given.find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined && !files.some((file) => ["csv", "tsv"].includes(fileFormat(file)))) {
    const hint = "other formats bring their own columns; leave it out";
    throw new UsageError({ argument: flag, expected: "a file of delimited text", found: files.join(", "), hint });
  }
  return { header, delimiter, comment };
}

/**
 * Returns what is to be counted. Throws {@link UsageError} where attributes, or prediction and score, are not named.
 */
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
    missing: flags.missingValues,
    classes: flags.classes,
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

/** Returns the sensitive attributes. Throws {@link UsageError} for none, and for bins of what is not an attribute. */
export function requestedAttributes(flags: SourceFlags, sensitive: readonly string[]): RequestedAttribute[] {
  const { bins = new Map<string, number[]>(), levels = new Map<string, string[]>(), cross, missing } = flags;
  if (sensitive.length === 0) {
    throw new UsageError({ argument: "--sensitive", expected: "the columns of the groups", found: "none" });
  }
  if (cross === "all" && sensitive.length === 1) {
    const found = JSON.stringify(sensitive[0]);
    throw new UsageError({ argument: "--cross all", expected: "two or more attributes in --sensitive", found });
  }
  for (const [flag, columns] of Object.entries({ "--bins": bins, "--levels": levels })) {
    const strange = [...columns.keys()].find((name) => !sensitive.includes(name));
    if (strange === undefined) continue;
    const [expected, found] = ["one of the attributes of --sensitive", JSON.stringify(strange)];
    throw new UsageError({ argument: flag, expected, found, hint: suggest(strange, sensitive) });
  }
  refuseBothWays(flags);
  const both = sensitive.find((column) => bins.has(column) && levels.has(column));
  if (both !== undefined) {
    const found = `both of ${JSON.stringify(both)}`;
    throw new UsageError({ argument: "--levels", expected: "an attribute without --bins", found });
  }
  return sensitive.map((column) => ({
    column,
    bins: bins.get(column),
    levels: levels.get(column),
    whenMissing: missing,
  }));
}

/** Throws {@link UsageError} for a text that is said to be a value and to stand for none. */
function refuseBothWays({ missingValues = [], classes = [], levels = new Map<string, string[]>() }: SourceFlags): void {
  const missing = new Set(missingValues.map(canonicalLevel));
  const declared = [...levels.values()].map((names) => ({ flag: "--levels", names }));
  for (const { flag, names } of [{ flag: "--classes", names: classes }, ...declared]) {
    const both = names.find((name) => missing.has(canonicalLevel(name)));
    if (both === undefined) continue;
    const [expected, found] = ["texts that stand for a missing value", `${JSON.stringify(both)}, which ${flag} lists`];
    throw new UsageError({ argument: "--missing-values", expected, found, hint: "leave it out of one of the two" });
  }
}
