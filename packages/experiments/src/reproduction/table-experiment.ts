import type { SweepRecord, TrainingData } from "@evenodds/trainer";
import { beatenText } from "./beaten-text.js";
import { runFacts } from "./run-facts.js";
import type { Campaign } from "./campaigns.js";
import type { Experiment, ExperimentContext, ExperimentPage } from "./experiment.js";
import { differenceTable, page, pooledTable, referenceTable, resultTable } from "./markdown.js";
import { resultChart } from "./result-chart.js";
import { runSimple, simpleClassifiers, simpleNote } from "./simple-classifiers.js";
import { tableRows, type RowPlan, type SimpleRows, type TableRow } from "./table-rows.js";

/** A part of a page: one table with all that is said about it. */
export interface TableSection {
  readonly title: string;
  /** What is special about these runs. */
  readonly introduction: string;
  /** Whose runs the rows are made of. */
  readonly campaigns: readonly Campaign[];
  /** The first is what the others are compared with. */
  readonly rows: readonly RowPlan[];
  /** Name of its chart, without ending. */
  readonly chart: string;
}

/** Returns an experiment whose page has a section per table. */
export function tableExperiment(plan: {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly introduction: string;
  readonly sections: readonly TableSection[];
  /** What is said after the tables, from their rows by section. */
  readonly reading?: ((rows: readonly (readonly TableRow[])[]) => readonly string[]) | undefined;
}): Experiment {
  return {
    name: plan.name,
    title: plan.title,
    summary: plan.summary,
    run: async (context) => {
      let parts = [`# ${plan.title}`, plan.introduction, howToRead];
      const charts = new Map<string, string>();
      const all: (readonly TableRow[])[] = [];
      for (const section of plan.sections) {
        const { rows, records } = await collectRows(section, context);
        all.push(rows);
        charts.set(`${section.chart}.svg`, resultChart(rows));
        parts = parts.concat(sectionParts(section, { rows, records }));
      }
      const reading = plan.reading?.(all) ?? [];
      return {
        markdown: page(parts, reading.length > 0 ? ["## Reading", ...reading] : []),
        charts: Object.fromEntries(charts),
      };
    },
  } satisfies Experiment & { run: (context: ExperimentContext) => Promise<ExperimentPage> };
}

/** Trains or finds what a section needs. */
export async function collectRows(
  { campaigns, rows }: Pick<TableSection, "campaigns" | "rows">,
  context: ExperimentContext,
): Promise<{ rows: TableRow[]; records: readonly SweepRecord[] }> {
  let records: SweepRecord[] = [];
  for (const campaign of campaigns) records = records.concat(await context.collect(campaign));
  const [first] = campaigns as readonly [Campaign];
  const data = await context.load(first.graph);
  return { rows: tableRows(rows, records, simpleRows({ records, data })), records };
}

/** Runs every simple classifier on the splits of some records. */
export function simpleRows({
  records,
  data,
}: {
  readonly records: readonly SweepRecord[];
  readonly data: TrainingData;
}): SimpleRows[] {
  const seeds = [...new Set(records.map(({ seed }) => seed))].sort((a, b) => a - b);
  const base = records[0]!.options;
  return simpleClassifiers.map((classifier) => ({
    title: classifier.title,
    runs: runSimple(classifier, { base, seeds, data }),
  }));
}

/** Returns a section as the parts of a page. */
export function sectionParts(
  section: Omit<TableSection, "rows">,
  { rows, records }: { readonly rows: readonly TableRow[]; readonly records: readonly SweepRecord[] },
): string[] {
  const has = (whose: "paper" | "rerun") => rows.some((row) => row[whose] !== null);
  return [
    `## ${section.title}`,
    section.introduction,
    runFacts(records, section.campaigns),
    `![Accuracy, ΔEO and ΔSP by method](${section.chart}.svg)`,
    "Test nodes, percent: mean over splits ± standard error of the mean (standard deviation).",
    resultTable(rows),
    simpleNote,
    beatenText(rows),
    ...(has("paper")
      ? [
          "**Beside the paper**: ours / the paper's (difference in standard errors of the difference). What the paper calls " +
            "F1-micro is weighted F1; micro F1 equals accuracy here.",
          referenceTable(rows, "paper"),
        ]
      : []),
    ...(has("rerun")
      ? [
          "**Beside an independent re-run** of the published code's protocol in PyTorch, with other splits: " +
            "ours / theirs (difference in standard errors of the difference).",
          referenceTable(rows, "rerun"),
        ]
      : []),
    `**Differences from ${rows[0]!.title}**, paired by split: mean ± standard error in points, and the two-sided p-value of ` +
      "flipping signs (all patterns for up to 13 splits, else 10,000 random ones). No correction for the number of comparisons.",
    differenceTable(rows),
    "**Pooled over all test appearances**: the share of right answers of one group minus that of the other, by label, signed, with " +
      "the counts. A node counts once for every split that tests it, so these counts are not independent.",
    pooledTable(rows),
  ];
}

const howToRead =
  "ΔEO is the paper's: the largest difference between groups in the share of right answers within a label, every cell counted " +
  "however small. **The noise floor** beside it is what a classifier that treats the groups alike would score with the same " +
  "cells and predictions, by permuting the attribute within each label: a ΔEO near its floor says little about bias.";
