import { InputError, type OutcomeCounts, type SignedDifference } from "@evenodds/core";
import type { FinishedRun, SweepRecord } from "@evenodds/trainer";
import { compareSettings, type FiguresBySeed } from "../sweep/compare-settings.js";
import { describeFigures, figuresBySeed, signedGaps } from "../sweep/describe-runs.js";
import { figuresOf, type FigureName } from "../sweep/sweep-figures.js";
import { poolParts } from "../sweep/pool-parts.js";
import type { FigureSummaries, PairedDifference } from "../sweep/sweep-summary.js";
import type { References } from "./reference.js";
import type { SimpleRun } from "./simple-classifiers.js";

/** Which runs make a row, and what they are compared with. */
export interface RowPlan {
  readonly title: string;
  /** Values of options that its runs have; an option without effect on them does not count. */
  readonly values: SweepRecord["values"];
  readonly paper?: References | undefined;
  readonly rerun?: References | undefined;
}

/** One row of a table, with everything that is said about it. Figures are shares in [0, 1]. */
export interface TableRow {
  readonly title: string;
  /** Whether it is one of the classifiers without a graph that a method should beat. */
  readonly simple: boolean;
  readonly paper: References | null;
  readonly rerun: References | null;
  readonly bySeed: FiguresBySeed;
  readonly figures: FigureSummaries;
  /** Runs that failed. */
  readonly failed: number;
  /** Test outcomes of all seeds in one table. */
  readonly pooled: OutcomeCounts;
  /** `P(Ŷ=y | Y=y)` of every other group minus that of the first, pooled; signed. */
  readonly signedGaps: readonly SignedDifference[];
  /** This row minus the baseline, paired by split; null in the baseline's own row. */
  readonly differences: Readonly<Partial<Record<FigureName, PairedDifference>>> | null;
}

const figures = figuresOf.classification;

/** A simple classifier, run on every split. */
export interface SimpleRows {
  readonly title: string;
  readonly runs: readonly SimpleRun[];
}

/**
 * Returns the rows of a table from the records of one or several campaigns, then those of the simple classifiers; the
 * first row is the baseline.
 */
export function tableRows(
  plans: readonly RowPlan[],
  records: readonly SweepRecord[],
  simple: readonly SimpleRows[] = [],
): TableRow[] {
  const rows = [
    ...plans.map((plan) => describeRow(plan, records)),
    ...simple.map(({ title, runs }) => describeRuns(runs, { title, simple: true, failed: 0 })),
  ];
  const baseline = rows[0]!;
  return rows.map((row, i) => ({
    ...row,
    differences:
      i === 0 ? null : compareSettings({ setting: row.title, runs: row.bySeed, baseline: baseline.bySeed }, figures),
  }));
}

function describeRow(plan: RowPlan, records: readonly SweepRecord[]): Omit<TableRow, "differences"> {
  const own = records.filter((record) => matches(record, plan.values));
  const finished = own.filter((record): record is FinishedRun => record.status === "finished");
  if (finished.length === 0) {
    throw new InputError({ argument: plan.title, expected: "finished runs", found: `none among ${records.length}` });
  }
  return {
    ...describeRuns(finished, { title: plan.title, simple: false, failed: own.length - finished.length }),
    paper: plan.paper ?? null,
    rerun: plan.rerun ?? null,
  };
}

function describeRuns(
  runs: readonly (SimpleRun & Partial<Pick<FinishedRun, "epochs">>)[],
  head: Pick<TableRow, "title" | "simple" | "failed">,
): Omit<TableRow, "differences"> {
  const bySeed = figuresBySeed(runs);
  const pooled = poolParts(runs.map(({ test }) => test))!.counts!;
  return {
    ...head,
    paper: null,
    rerun: null,
    bySeed,
    figures: describeFigures(bySeed, figures),
    pooled,
    signedGaps: signedGaps(pooled),
  };
}

/** The values that a record has in its grid or among its other options. */
function matches({ values, options }: SweepRecord, wanted: RowPlan["values"]): boolean {
  const all = new Map<string, unknown>([...Object.entries(options), ...Object.entries(values)]);
  return Object.entries(wanted).every(([name, value]) => all.get(name) === value);
}
