import { InputError, type OutcomeCounts, type SignedDifference } from "@evenodds/core";
import type { FinishedRun, SweepRecord } from "@evenodds/trainer";
import { compareSettings, type FiguresBySeed } from "../sweep/compare-settings.js";
import { describeFigures, figuresBySeed, signedGaps } from "../sweep/describe-runs.js";
import { figuresOf, type FigureName } from "../sweep/figures.js";
import { poolParts } from "../sweep/pool-parts.js";
import type { FigureSummaries, PairedDifference } from "../sweep/sweep-summary.js";
import type { References } from "./reference.js";

/** Which runs make a row, and what they are compared with. */
export interface RowPlan {
  readonly title: string;
  /** Values of options that its runs have; an option without effect on them does not count. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly paper?: References | undefined;
  readonly rerun?: References | undefined;
}

/** One row of a table, with everything that is said about it. Figures are shares in [0, 1]. */
export interface TableRow {
  readonly title: string;
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

/** Returns the rows of a table from the records of one or several campaigns; the first row is the baseline. */
export function tableRows(plans: readonly RowPlan[], records: readonly SweepRecord[]): TableRow[] {
  const rows = plans.map((plan) => describeRow(plan, records));
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
  const bySeed = figuresBySeed(finished);
  const pooled = poolParts(finished.map(({ test }) => test))!.counts!;
  return {
    title: plan.title,
    paper: plan.paper ?? null,
    rerun: plan.rerun ?? null,
    bySeed,
    figures: describeFigures(bySeed, figures),
    failed: own.length - finished.length,
    pooled,
    signedGaps: signedGaps(pooled),
  };
}

/** The values that a record has in its grid or among its other options. */
function matches({ values, options }: SweepRecord, wanted: RowPlan["values"]): boolean {
  const all = new Map<string, unknown>([...Object.entries(options), ...Object.entries(values)]);
  return Object.entries(wanted).every(([name, value]) => all.get(name) === value);
}
