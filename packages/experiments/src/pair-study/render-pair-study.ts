import { pairKinds, type PairKind } from "@evenodds/trainer";
import { markdownTable } from "markdown-table";
import { pairTestNames, type PairStudy, paperPairCount, type PairStudyRow, type PairTestName } from "./pair-study.js";
import { formatCount } from "../render/format-count.js";
import { dataTitles, formatPValue, formatValue, testTitle } from "./wording.js";
import { maximum, minimum } from "@evenodds/core";
import { describeSample } from "../statistics/describe-sample.js";

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

/** What the paper leaves open, as it was fixed before the study was first run. */
const pairStudyRules: readonly string[] = [
  "T-test: one linear unit is trained to maximise Welch's |t| between both sides; p is two-sided, of Welch's t of its " +
    "outputs on the test pairs.",
  "Paired T-test: the same with the paired t; p is two-sided with n − 1 degrees of freedom. Where the differences on the " +
    "test pairs have a standard deviation of at most a millionth of their mean, t is undefined and p = 0.",
  "C2ST: a linear classifier sees one point and says on which side of its pair it lies. Permutation: a classifier sees both " +
    "points of a pair in a random order, drawn anew in each step, and says in which. For both p is one-sided, exact " +
    "binomial: the chance that a fair coin is right at least as often on the test points (2n) or test pairs (n), taken as " +
    "independent.",
  "The test pairs of the permutation test are shown in a random order too. The paper's listing leaves them in their given " +
    "order, in which the classifier's answers say nothing about the drawn bits.",
  "Training is full-batch Adam with a fixed number of steps; p is averaged over the seeds. A p below 1e-308 is shown as 0.",
];

/** What the rows say about the paper's claims, as paragraphs of Markdown with the measured figures in them. */
function pairStudyFindings(study: PairStudy): string[] {
  const largest = maximum(study.n);
  return [
    linearFinding(study, largest),
    hiddenFinding(study, largest),
    ...(study.n.includes(paperPairCount) ? [shiftFinding(study)] : []),
  ];
}

function linearFinding(study: PairStudy, n: number): string {
  const withBias = rowOf(study, { test: "permutation-linear", data: "rotation", n });
  const without = rowOf(study, { test: "permutation-linear-without-bias", data: "rotation", n });
  return (
    "**A linear permutation classifier fails on the rotation**, where the paper has p = 0 for it. Shown in order, a rotated " +
    "pair is (x, Rx); turned round, it is (u, R⁻¹u). Both have mean zero, so the drawn bit enters the loss of a linear logit " +
    "only through a mean that is zero; the loss is convex, and weights 0 are its optimum. Without a bias every linear rule " +
    "has accuracy exactly ½ in expectation. With a bias b it has ½ + ½(Φ(b/σ₁) − Φ(b/σ₀)), where σ is the spread of the " +
    "logit in either order and chance decides which is larger: a run can lie far from ½, with a small p, without having " +
    `learned the order. Measured at n = ${formatCount(n)}: without a bias accuracy ${rangeOf(without)}, ` +
    `mean p ${formatPValue(without.meanPValue)}, ${significantRuns(without)}; with one accuracy ${rangeOf(withBias)}, ` +
    `mean p ${formatPValue(withBias.meanPValue)}, ${significantRuns(withBias)}.`
  );
}

function hiddenFinding(study: PairStudy, n: number): string {
  const row = rowOf(study, { test: "permutation-mlp", data: "rotation", n });
  return (
    "**With one hidden layer it can succeed.** The cross product of the two points is +|x|² in one order and −|x|² in the " +
    `other, and ReLU units approximate its sign. With ${study.hidden} of them, at n = ${formatCount(n)}: accuracy ` +
    `${rangeOf(row)}, mean p ${formatPValue(row.meanPValue)}.`
  );
}

function shiftFinding(study: PairStudy): string {
  const n = paperPairCount;
  const t = rowOf(study, { test: "t-test", data: "shift", n });
  const c2st = rowOf(study, { test: "c2st", data: "shift", n });
  const isSmall = ({ meanPValue }: PairStudyRow) => meanPValue !== null && meanPValue < 0.05;
  const claim =
    isSmall(t) && isSmall(c2st)
      ? "**The paper's Shift column (T-test 0.24, C2ST 0.5) is not reproducible with standard p-values at n = 10,000.** "
      : "**The paper's Shift column has 0.24 for the T-test and 0.5 for C2ST at n = 10,000.** ";
  return (
    `${claim}Means of 10,000 points that are 0.1 apart differ by t = 0.1/√(2/n) = 7.1, p = 1.6e-12. Measured: T-test ` +
    `|t| ${rangeOf(t)}, mean p ${formatPValue(t.meanPValue)}; C2ST accuracy ${rangeOf(c2st)}, mean p ` +
    `${formatPValue(c2st.meanPValue)}. ${otherReadings(study)}`
  );
}

function otherReadings(study: PairStudy): string {
  const few = minimum(study.n);
  const error = meanError(rowOf(study, { test: "c2st", data: "shift", n: paperPairCount }));
  const reading = `The column fits other readings: an error rate in place of p (C2ST ${error}, permutation 0)`;
  if (few >= paperPairCount) return `${reading}.`;
  const [t, c2st] = (["t-test", "c2st"] as const).map((test) => rowOf(study, { test, data: "shift", n: few }));
  return (
    `${reading}, or tests on a few hundred pairs (n = ${formatCount(few)}: T-test mean p ${formatPValue(t!.meanPValue)}, ` +
    `C2ST ${formatPValue(c2st!.meanPValue)}).`
  );
}

function significantRuns({ runs }: PairStudyRow): string {
  const small = runs.filter(({ pValue }) => pValue !== null && pValue < 0.05).length;
  return `p below 0.05 in ${small} of ${runs.length} runs`;
}

function meanError({ runs }: PairStudyRow): string {
  const { mean } = describeSample(runs.flatMap(({ value }) => (value === null ? [] : [1 - value])));
  return mean === null ? "undefined" : mean.toFixed(2);
}

/** Finds a row of the study, which has one for every test, data and n. */
function rowOf(
  { rows }: PairStudy,
  place: { readonly test: PairTestName; readonly data: PairKind; readonly n: number },
): PairStudyRow {
  return rows.find((row) => row.test === place.test && row.data === place.data && row.n === place.n)!;
}

/**
 * Returns `0.5204 (0.5180 to 0.5230)`: the mean over the runs, with the smallest and the largest; `no spread` without
 * t.
 */
function rangeOf({ runs, figure }: PairStudyRow): string {
  const values = runs.flatMap(({ value }) => (value === null ? [] : [value]));
  const { mean } = describeSample(values);
  if (values.length < runs.length || mean === null) return formatValue(null, figure);
  const [low, high] = [minimum(values), maximum(values)].map((value) => formatValue(value, figure));
  return low === high ? low! : `${formatValue(mean, figure)} (${low} to ${high})`;
}
