/**
 * Sweeps over methods, options and splits, and the paper's experiments as pages. Everything here is a function of
 * graphs, options and seeds.
 *
 * @module
 */
export { quickCampaign, type Campaign } from "./reproduction/campaigns.js";
export type { Experiment, ExperimentContext, ExperimentPage } from "./reproduction/experiment.js";
export { experiments } from "./reproduction/experiments.js";
export { binomialTest } from "./statistics/binomial-test.js";
export { describeSample, type SampleSummary } from "./statistics/describe-sample.js";
export { pairedTTest } from "./statistics/paired-t-test.js";
export { signFlipPValue } from "./statistics/sign-flip-p-value.js";
export { welchTTest } from "./statistics/welch-t-test.js";
export { bestSetting, type BestSetting } from "./sweep/best-setting.js";
export { figuresOf, type SweepFigure, type FigureName } from "./sweep/sweep-figures.js";
export { findBaselines, type BaselineSelector } from "./sweep/find-baseline.js";
export { paretoChart } from "./sweep/pareto-chart.js";
export { renderSweepMarkdown } from "./sweep/render-sweep-markdown.js";
export {
  scoreSetting,
  selectionRules,
  selectSettings,
  type SettingCandidate,
  type SettingSelection,
  type SettingRule,
  type ValidationOutcome,
} from "./sweep/select-settings.js";
export { summarizeSweep } from "./sweep/summarize-sweep.js";
export type { PairedDifference, PooledOutcome, SettingSummary, SweepSummary } from "./sweep/sweep-summary.js";
export { sweepTable, type SweepTable } from "./sweep/sweep-table.js";
export { sampleText, settingTitle } from "./sweep/wording.js";
