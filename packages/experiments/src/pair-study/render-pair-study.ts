import { pairKinds, type PairKind } from "@evenodds/trainer";
import { markdownTable } from "markdown-table";
import { pairStudyFindings, rangeOf, rowOf } from "./findings.js";
import { pairTestNames, type PairStudy } from "./pair-study.js";
import { pairStudyRules } from "./rules.js";
import { formatCount } from "../render/format-count.js";
import { dataTitles, formatPValue, formatValue, testTitle } from "./wording.js";

/**
 * Returns the study as GitHub Markdown: what it says about the paper's claims, a table for each kind of pairs with |t|
 * or accuracy beside every mean p and the paper's p, the rules by which p was computed, and every run. `chart` is the
 * path or address under which the page shows the chart of {@link pairStudyChart}; without it there is no image.
 */
export function renderPairStudy(study: PairStudy, { chart }: { readonly chart?: string | undefined } = {}): string {
  return (
    [
      "# The permutation loss on synthetic pairs",
      introduction(study),
      ...(chart === undefined ? [] : [`![p-values of every test on shifted and rotated pairs](${chart})`]),
      ...pairKinds.flatMap((data) => [`## ${dataTitles[data]}`, dataMeaning[data], resultTable(study, data)]),
      "## What it says",
      ...pairStudyFindings(study),
      "## How p was computed",
      "Fixed before the first run:",
      pairStudyRules.map((rule) => `- ${rule}`).join("\n"),
      "## Every run",
      ...pairKinds.map((data) => `${dataTitles[data]}, |t| or accuracy and p by seed:\n\n${runTable(study, data)}`),
    ].join("\n\n") + "\n"
  );
}

const dataMeaning: Readonly<Record<PairKind, string>> = {
  shift: "x₂ = x₁ + (0.1, 0), x₁ standard normal.",
  rotation: "x₂ is x₁ turned by a quarter, x₁ standard normal: both sides have the same distribution.",
};

function introduction({ engine, seeds, n, epochs, learningRate }: PairStudy): string {
  const sizes = n.map(formatCount).join(" and ");
  return (
    "Repeats the synthetic evaluation of EqGNN's permutation loss: can a test tell the two sides of pairs of points in the " +
    `plane apart? ${sizes} pairs for training and as many others for testing, ${seeds.length} seeds, ` +
    `${formatCount(epochs)} full-batch steps of Adam with a learning rate of ${learningRate}, engine ${engine}. ` +
    "Each cell is the mean over the seeds with the smallest and the largest; a small p says that the sides were told apart. " +
    "The paper measured at n = 10,000 and has one linear permutation classifier."
  );
}

function resultTable(study: PairStudy, data: PairKind): string {
  const head = [
    "Test",
    ...study.n.flatMap((n) => [`n = ${formatCount(n)}: \\|t\\| or accuracy`, "mean p"]),
    "paper's p",
  ];
  const rows = pairTestNames.map((test) => {
    const cells = study.n.map((n) => rowOf(study, { test, data, n }));
    const paper = cells[0]!.paperPValue;
    return [
      testTitle(test, study),
      ...cells.flatMap((row) => [
        `${row.figure === "t" ? "\\|t\\|" : "accuracy"} ${rangeOf(row)}`,
        formatPValue(row.meanPValue),
      ]),
      paper === null ? "–" : String(paper),
    ];
  });
  return markdownTable([head, ...rows], { alignDelimiters: false });
}

function runTable(study: PairStudy, data: PairKind): string {
  const head = ["Test", "n", ...study.seeds.map((seed) => `seed ${seed}`)];
  const rows = pairTestNames.flatMap((test) =>
    study.n.map((n) => {
      const { runs, figure } = rowOf(study, { test, data, n });
      const cells = runs.map(({ value, pValue }) => `${formatValue(value, figure)}, p ${formatPValue(pValue)}`);
      return [testTitle(test, study), formatCount(n), ...cells];
    }),
  );
  return markdownTable([head, ...rows], { alignDelimiters: false });
}
