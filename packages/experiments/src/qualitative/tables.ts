import { escapeMarkdown } from "@evenodds/auditor";
import { markdownTable } from "markdown-table";
import type { ChangeSummary, Example, QualitativeStudy } from "./qualitative-study.js";
import { formatCount } from "../render/format-count.js";
import { formatMeanPoints, formatPercent, formatPoints, groupTitle } from "./wording.js";

/** How many test nodes of each group are left after each part of the rule. */
export function ruleTable(study: QualitativeStudy): string {
  const { findings, share, minimumNeighbours } = study;
  const rows = findings.map(({ group, ruleCounts }) => [
    escapeMarkdown(groupTitle(group, study)),
    formatCount(ruleCounts.testNodes),
    formatCount(ruleCounts.enoughNeighbours),
    formatPercent(ruleCounts.largestOwnShare),
    formatCount(ruleCounts.amongOwnGroup),
    formatCount(ruleCounts.candidates),
  ]);
  const head = [
    "Group",
    "test nodes",
    `with ${minimumNeighbours} neighbours or more`,
    "largest share of the own group within two hops",
    `more than ${formatPercent(share)}`,
    "and another label than most: candidates",
  ];
  return table([head, ...rows]);
}

/** What changes on the candidates of each group and on all its test nodes. */
export function changeTable(study: QualitativeStudy): string {
  const { findings, models } = study;
  const [before, after] = models.map(({ lambda }) => `λ = ${lambda}`);
  const row = (group: number, nodes: string, change: ChangeSummary) => [
    escapeMarkdown(groupTitle(group, study)),
    nodes,
    formatCount(change.rise.n),
    formatFromTo(change.rightBefore, change.rightAfter),
    formatMeanPoints(change.rise),
    change.smallestRise === null ? "–" : `${formatPoints(change.smallestRise)} to ${formatPoints(change.largestRise)}`,
    formatCount(change.wrongToRight),
    formatCount(change.rightToWrong),
    formatCount(change.rightBoth),
    formatCount(change.wrongBoth),
    formatFromTo(change.confidenceBefore, change.confidenceAfter),
  ];
  const head = [
    ...["Group", "nodes", "n", `right label, ${before} → ${after}`, "mean change", "range"],
    ...["wrong → right", "right → wrong", "right in both", "wrong in both", "largest probability"],
  ];
  const rows = findings.flatMap(({ group, candidates, everyone }) => [
    row(group, "candidates", candidates),
    row(group, "all test nodes", everyone),
  ]);
  return table([head, ...rows]);
}

function formatFromTo(before: number | null, after: number | null): string {
  return before === null ? "–" : `${formatPercent(before)} → ${formatPercent(after)}`;
}

/** The probabilities that the paper's figure has, for its two nodes and for the examples. */
export function comparisonTable(study: QualitativeStudy, examples: readonly Example[]): string {
  const { models } = study;
  const [before, after] = models.map(({ lambda }) => `λ = ${lambda}`);
  const head = [
    "Node",
    ...[before, after].map((lambda) => `neighbours' label, ${lambda}`),
    ...[before, after].map((lambda) => `right label, ${lambda}`),
  ];
  const ours = examples.map((example) => {
    const outputs = [example.before, example.after];
    const cells = [example.neighboursLabel, example.label].flatMap((label) =>
      outputs.map(({ probability }) => formatPercent(probability[label]!)),
    );
    return [`${example.number}: ${escapeMarkdown(groupTitle(example.group, study))}, ${rolesOf(example)}`, ...cells];
  });
  return table([head, ...paperRows, ...ours]);
}

/** Source: EqGNN, "Qualitative Example"; λ = 0 and λ = 1 on Pokec-gender. */
const paperRows: readonly string[][] = [
  ["paper, male", "52.55 %", "31.04 %", "not stated", "47.34 %"],
  ["paper, female", "54.55 %", "45.23 %", "not stated", "54.42 %"],
];

/** How a page says why an example is shown. */
export function rolesOf({ roles, rank }: Example): string {
  return roles.length === 2 ? "the only candidate" : roles[0] === "best" ? "largest rise" : `median (rank ${rank})`;
}

/** How the two models do on all test nodes. */
export function modelTable({ models }: QualitativeStudy): string {
  const rows = models.map(({ lambda, method, epochs, bestEpoch, accuracy, equalizedOddsDifference }) => [
    String(lambda),
    method,
    `${formatCount(bestEpoch)} of ${formatCount(epochs)}`,
    formatPercent(accuracy),
    formatPercent(equalizedOddsDifference),
  ]);
  return table([
    ["λ", "method", "best epoch", "accuracy on test nodes", "equalized odds difference on test nodes"],
    ...rows,
  ]);
}

function table(rows: readonly (readonly string[])[]): string {
  return markdownTable(
    rows.map((row) => [...row]),
    { alignDelimiters: false },
  );
}
