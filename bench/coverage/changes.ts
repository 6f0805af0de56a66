/**
 * Simulates how often comparisons and baselines are right, and prints Markdown tables.
 *
 * npx tsx --conditions=@evenodds/source bench/coverage/changes.ts [--trials 2000] [--seed 1]
 */
import { parseArgs } from "node:util";
import { measureBaseline, type BaselineSetting } from "./measure-baseline.js";
import { measureClusteredChange } from "./measure-clustered-change.js";
import { measureChange, type MeasuredChange } from "./measure-change.js";
import { pairedSettings } from "./paired-models.js";

const { values } = parseArgs({
  options: { trials: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
});
const [trials, seed] = [Number(values.trials), Number(values.seed)];
const share = (count: number) => (count / trials).toFixed(4);

const measured = pairedSettings().map((setting, i, all) => {
  report(`changes, setting ${i + 1} of ${all.length}`);
  return measureChange(setting, { trials, seed });
});
const worst = (pick: (one: MeasuredChange) => number) => share(Math.max(...measured.map(pick)));
const sizes = measured.flatMap(({ rejected }) => (rejected === null ? [] : [rejected]));

const baselines: BaselineSetting[] = [100, 400, 1600].flatMap((n) =>
  [0, 0.05, 0.1, 0.2].flatMap((drop) =>
    (["none", "high"] as const).map((agreement) => ({ groups: 4, classes: 2, n, rate: 0.85, drop, agreement })),
  ),
);
const held = baselines.map((setting, i, all) => {
  report(`baselines, setting ${i + 1} of ${all.length}`);
  return measureBaseline(setting, { trials, seed });
});

const clustered = [0, 0.5, 1].flatMap((effect) =>
  [12, 40].map((clusters) => {
    report(`${clusters} clusters, effect ${effect}`);
    return measureClusteredChange({ clusters, effect }, { trials, seed });
  }),
);

console.log(
  [
    "# How often comparisons and baselines are right",
    "",
    `\`npx tsx --conditions=@evenodds/source bench/coverage/changes.ts --trials ${trials} --seed ${seed}\``,
    "",
    `Two models on the same rows, n of them in every cell of group and label, ${trials} pairs of models per setting. What`,
    "each group's rates are is in `paired-models.ts`: _both equal_, no gaps; _both as unequal_, the same group is behind",
    "by 0.2 in both; _as unequal, others behind_, the gap is as large and another group's; _B unequal_ and _B equal_, the",
    "gap of 0.2 comes or goes; _B right oftener_, no gaps, and B is right more often by 0.15. Agreement _high_: nine rows",
    "of ten get the same prediction wherever the rates allow it.",
    "",
    "## Intervals of the change of a gap",
    "",
    "How often the interval at level 0.95 does not contain the true change; wanted: at most 0.05. _rows_: both",
    "predictions of each row are known; _margins_: only those of each model; _independent_: as for other rows, which these",
    "are not where agreement is high. _percentile_: the paired percentile bootstrap (99 resamples, of which the outermost",
    "on either side are left out: 0.96), for comparison: a largest difference is biased upwards in every resample, and",
    "more so in the model that errs more. _test_: how often the permutation test by swapping rejects at 0.05 where both",
    "models have the same rates (199 draws); `–`: they have not. It rejects less often where gaps are near 0 in both: a",
    "swap can change a gap by no more than the sum of both differences.",
    "",
    `Worst: rows ${worst((one) => one.missed.rows)}, margins ${worst((one) => one.missed.margins)}, independent ${worst((one) => one.missed.independent)}, percentile bootstrap ${worst((one) => one.missed.percentile)}, test ${share(Math.max(...sizes))}.`,
    "",
    "| situation | groups | classes | n | agreement | rows | margins | independent | percentile | test | width, rows | width, margins |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...measured.map(({ setting, missed, rejected, width }) =>
      row([
        setting.what,
        setting.groups,
        setting.classes,
        setting.n,
        setting.agreement,
        share(missed.rows),
        share(missed.margins),
        share(missed.independent),
        share(missed.percentile),
        rejected === null ? "–" : share(rejected),
        width.rows.toFixed(3),
        width.margins.toFixed(3),
      ]),
    ),
    "",
    "## Baselines",
    "",
    "Four groups, two labels, right with rate 0.85; in the later model one group with one true label is right less often",
    "by _drop_. How often the judgement at alpha 0.05 fails it: with drop 0 falsely, wanted at most 0.05. _mean_: how",
    "often accuracy alone, with the same test over all rows, would have told.",
    "",
    "| n | drop | agreement | fails | by the gap | by a group | mean |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...held.map(({ setting, failed, byGap, byGroup, byMean }) =>
      row([setting.n, setting.drop, setting.agreement, ...[failed, byGap, byGroup, byMean].map(share)]),
    ),
    "",
    "## Clusters",
    "",
    "Clusters of 20 rows, of two groups and two labels, right with rate 0.8. How often each model is right varies from",
    "cluster to cluster by a normal effect on the logit scale, drawn for each model by itself; both models are alike. How",
    "often the test by swapping rows, and whole clusters, rejects at 0.05 (199 draws), and how often the intervals",
    "without and with clusters do not contain 0.",
    "",
    "| clusters | effect sd | test, rows | test, clusters | interval, rows | interval, clusters |",
    "| --- | --- | --- | --- | --- | --- |",
    ...clustered.map(({ setting, test, interval }) =>
      row([
        setting.clusters,
        setting.effect,
        ...[test.rows, test.clusters, interval.rows, interval.clusters].map(share),
      ]),
    ),
    "",
  ].join("\n"),
);

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function report(text: string): void {
  process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} s: ${text}\n`);
}
