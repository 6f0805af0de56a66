import { InputError } from "@evenodds/core";
import type { FinishedRun, PartOutcome, SweepRecord } from "@evenodds/trainer";
import { compareSettings } from "./compare-settings.js";
import { describeFigures, figuresBySeed, signedGaps } from "./describe-runs.js";
import { figuresOf } from "./sweep-figures.js";
import { findBaselines, usualBaseline, type BaselineSelector } from "./find-baseline.js";
import { groupRecords, type SettingRuns } from "./group-records.js";
import { poolParts } from "./pool-parts.js";
import { scoreSetting, selectSettings, type SettingRule, type ValidationOutcome } from "./select-settings.js";
import { summaryFormat, type PooledOutcome, type SettingSummary, type SweepSummary } from "./sweep-summary.js";

/**
 * Returns what the records of a sweep come to: every figure over the seeds, differences from the baseline paired by
 * seed, outcomes pooled over all test appearances, and the setting that `select` chooses for each method on the
 * validation nodes. Without `baseline` it is the method `gcn`, where the sweep has it.
 *
 * Edges: failed runs are counted and listed, and their settings are not chosen; a figure that is undefined in a run has
 * a smaller `n`. Throws {@link InputError} for no records and for records of different sweeps, `UsageError` for a
 * baseline that no setting has.
 */
export function summarizeSweep(
  records: readonly SweepRecord[],
  {
    select = "score",
    baseline,
  }: { readonly select?: SettingRule; readonly baseline?: BaselineSelector | undefined } = {},
): SweepSummary {
  const first = oneSweep(records);
  const settings = groupRecords(records);
  const finished = records.filter((record) => record.status === "finished");
  const task = finished.some(({ test }) => test.counts === null) ? "regression" : "classification";
  const figures = figuresOf[task];
  const bySeed = new Map(settings.map((one) => [one.setting, figuresBySeed(one.finished)]));

  const hasUsual = settings.some(({ options }) => options.method === usualBaseline.method);
  const selector = baseline ?? (hasUsual ? usualBaseline : null);
  const partners = selector === null ? null : findBaselines(settings, selector);
  const perMethod = selectSettings(settings.map(candidate), select);

  const varied = Object.keys(first.values).filter(
    (name) => new Set(settings.map((one) => valueOf(one, name))).size > 1,
  );
  return {
    format: summaryFormat,
    ...{ tool: first.tool, engine: first.engine, graph: first.graph, task },
    seeds: [...new Set(records.map(({ seed }) => seed))],
    varied,
    fixed: Object.fromEntries(
      Object.entries(first.options).filter(([name]) => !varied.includes(name) && name !== "seed"),
    ),
    sensitiveIsFeature: finished[0]?.sensitiveIsFeature ?? null,
    runs: { finished: finished.length, failed: records.length - finished.length },
    failures: records.flatMap((record) => (record.status === "failed" ? [{ key: record.key, ...record.error }] : [])),
    warnings: countWarnings(finished),
    settings: settings.map((one, index): SettingSummary => {
      const runs = bySeed.get(one.setting)!;
      const partner = partners?.get(one.setting) ?? null;
      return {
        number: index + 1,
        ...{ setting: one.setting, values: one.values },
        ...{ finished: one.finished.length, failed: one.failed.length },
        figures: describeFigures(runs, figures),
        validationScore: scoreSetting(validationOf(one), select),
        selected: perMethod.some(({ setting }) => setting === one.setting),
        pooled: pooledOutcome(poolParts(one.finished.map(({ test }) => test))),
        comparison:
          partner === null
            ? null
            : {
                baseline: partner.setting,
                differences: compareSettings(
                  { setting: one.setting, runs, baseline: bySeed.get(partner.setting)! },
                  figures,
                ),
              },
      };
    }),
    selection: { rule: select, perMethod },
    baseline: selector,
  };
}

function oneSweep(records: readonly SweepRecord[]): SweepRecord {
  const identity = ({ tool, engine, graph }: SweepRecord) => `${tool}, ${engine}, graph ${graph.sha256.slice(0, 12)}`;
  const [first] = records;
  const expected = "the runs of one sweep";
  if (first === undefined) throw new InputError({ argument: "records", expected, found: "none" });
  const other = records.find((record) => identity(record) !== identity(first));
  if (other === undefined) return first;
  throw new InputError({ argument: "records", expected, found: `${identity(first)} beside ${identity(other)}` });
}

/** What a choice may look at. */
function validationOf({ finished }: SettingRuns): ValidationOutcome[] {
  return finished.map(({ validation, validationTaskLoss }) => ({ validation, validationTaskLoss }));
}

function candidate(one: SettingRuns) {
  const { setting, options, failed } = one;
  return { setting, method: options.method, runs: validationOf(one), failed: failed.length > 0 };
}

function pooledOutcome(pooled: PartOutcome | null): PooledOutcome | null {
  if (pooled === null) return null;
  const { nodes, counts, errors } = pooled;
  const plain = counts && { groups: counts.groups, classes: counts.classes, counts: Array.from(counts.counts) };
  return { appearances: nodes, counts: plain, signedGaps: counts === null ? [] : signedGaps(counts), errors };
}

function countWarnings(runs: readonly FinishedRun[]): { message: string; runs: number }[] {
  const messages = [...new Set(runs.flatMap(({ warnings }) => warnings))];
  return messages.map((message) => ({
    message,
    runs: runs.filter(({ warnings }) => warnings.includes(message)).length,
  }));
}

function valueOf({ values }: SettingRuns, name: string): unknown {
  return Object.entries(values).find(([known]) => known === name)?.[1] ?? null;
}
