import type { ClusterMeasured } from "./clusters.js";
import { level, settling, type Measured } from "./grid.js";

const largestTypeOne = 0.055;
const smallestCoverage = 1 - level - 0.01;

/** Standard errors by which a simulated share may miss its bound before the setting counts as a limit. */
const noise = 2.6;

interface Judged {
  readonly setting: Measured;
  readonly typeOne: number;
  readonly equal: number;
  readonly different: number;
  readonly mark: "ok" | "noise" | "limit";
  readonly limits: readonly string[];
}

/** What was found, in a few sentences and one table of the worst settings. */
export function gridSummary(measured: readonly Measured[], { trials }: { readonly trials: number }): string[] {
  const judged = measured.map(judge);
  const count = (mark: Judged["mark"]) => judged.filter((one) => one.mark === mark).length;
  const worst = (pick: (one: Judged) => number) => judged.reduce((a, b) => (pick(b) < pick(a) ? b : a));
  const named = (one: Judged) =>
    `${one.setting.groups} groups, ${one.setting.classes} classes, n = ${one.setting.n}, rate ${one.setting.rate}`;
  const [size, equal, different] = [worst((o) => -o.typeOne), worst((o) => o.equal), worst((o) => o.different)];
  const settled = measured.filter((setting) => setting.trials === settling.trials).length;
  const again = measured.filter((setting) => setting.trials > trials).length;
  return [
    `${judged.length} settings: n rows in every (group, label) cell, each predicted right with the given rate, wrong predictions spread`,
    `evenly. Nominal level ${level}. Coverage: all simultaneous intervals contain their true difference, ${trials} simulated models each`,
    "with equal rates in all groups, and with rates that differ by up to 1 on the logit scale. Type-I error: equal models that the",
    "permutation test rejects (exact where at most 20,000 tables exist, else 99 draws).",
    "",
    `${again} settings that missed a bound were simulated again with ${4 * trials} models and another seed. ${settled} of them still missed it by`,
    `less than the noise of the simulation, and were settled with ${settling.trials} models, all of them tested with ${settling.draws} draws. The table`,
    "has the last result of each.",
    "",
    `Wanted: coverage ≥ ${smallestCoverage}, type-I error ≤ ${largestTypeOne}. \`ok\`: met (${count("ok")}). \`noise\`: missed by less than ${noise} standard`,
    `errors of the simulation (${count("noise")}). \`limit\`: missed by more (${count("limit")}).`,
    "",
    "| worst | value | setting |",
    "| --- | --- | --- |",
    `| type-I error | ${size.typeOne.toFixed(4)} of ${size.setting.tested} | ${named(size)} |`,
    `| coverage, equal rates | ${equal.equal.toFixed(4)} | ${named(equal)} |`,
    `| coverage, different rates | ${different.different.toFixed(4)} | ${named(different)} |`,
    "",
    ...limitTable(judged),
  ];
}

function limitTable(judged: readonly Judged[]): string[] {
  const limits = judged.filter(({ mark }) => mark === "limit");
  if (limits.length === 0) return ["No setting is a limit."];
  return ["Limits:", "", ...rows(limits)];
}

export function gridTable(measured: readonly Measured[]): string[] {
  return rows(measured.map(judge));
}

function rows(judged: readonly Judged[]): string[] {
  return [
    "| groups | classes | n | rate | type-I error | tested | coverage, equal | coverage, different | models | |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...judged.map(({ setting, typeOne, equal, different, mark, limits }) => {
      const { groups, classes, n, rate, tested, trials } = setting;
      const cells = [
        groups,
        classes,
        n,
        rate,
        typeOne.toFixed(4),
        tested,
        equal.toFixed(4),
        different.toFixed(4),
        trials,
      ];
      return `| ${cells.join(" | ")} | ${mark}${limits.length === 0 ? "" : `: ${limits.join(", ")}`} |`;
    }),
  ];
}

/** Whether a share lies on the wrong side of its bound, by however little. */
export function missesBound(setting: Measured): boolean {
  return judge(setting).mark !== "ok";
}

/** Whether a setting misses its bound by so little that chance may have done it. */
export function isOpen(setting: Measured): boolean {
  return judge(setting).mark === "noise";
}

function judge(setting: Measured): Judged {
  const { tested, rejected, trials, coveredEqual, coveredDifferent } = setting;
  const checks = [
    { name: "type-I error", over: rejected / tested - largestTypeOne, n: tested, bound: largestTypeOne },
    { name: "coverage, equal", over: smallestCoverage - coveredEqual / trials, n: trials, bound: smallestCoverage },
    {
      name: "coverage, different",
      over: smallestCoverage - coveredDifferent / trials,
      n: trials,
      bound: smallestCoverage,
    },
  ];
  const missed = checks.filter(({ over }) => over > 0);
  const beyond = missed.filter(({ over, n, bound }) => over > noise * Math.sqrt((bound * (1 - bound)) / n));
  return {
    setting,
    typeOne: rejected / tested,
    equal: coveredEqual / trials,
    different: coveredDifferent / trials,
    mark: beyond.length > 0 ? "limit" : missed.length > 0 ? "noise" : "ok",
    limits: (beyond.length > 0 ? beyond : missed).map(({ name }) => name),
  };
}

export function clusterTable(measured: readonly ClusterMeasured[]): string[] {
  const share = (count: number, { trials }: ClusterMeasured) => (count / trials).toFixed(3);
  return [
    "Communities of 20 nodes, two groups, two labels. All models satisfy equalized odds; how often right they are varies from",
    "community to community by a normal effect on the logit scale, so errors are homophilous. Every figure is the share of models",
    `that are wrongly told apart; nominal ${level}. Minority share 0.5: both groups live together; 0.1: each has its communities.`,
    `${measured[0]?.trials ?? 0} models each.`,
    "",
    "| communities | effect sd | minority share | permutation test | cluster test | intervals exclude 0 | cluster intervals exclude 0 |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...measured.map((one) => {
      const { clusters, spread, mixing } = one;
      const figures = [one.permutation, one.clusterPermutation, one.intervals, one.clusterIntervals];
      return `| ${[clusters, spread, mixing, ...figures.map((figure) => share(figure, one))].join(" | ")} |`;
    }),
  ];
}
