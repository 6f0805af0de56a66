import { escapeMarkdown } from "@evenodds/auditor";
import type { Example, QualitativeStudy, ChangeSummary, GroupFindings } from "./qualitative-study.js";
import { changeTable, comparisonTable, modelTable, rolesOf, ruleTable } from "./tables.js";
import { formatCount } from "../render/format-count.js";
import { groupTitle, formatPercent, countNodes, formatMeanPoints, formatPoints } from "./wording.js";

/** What is shown beside the text. */
export interface QualitativePage {
  /**
   * Paths or addresses of the drawings of {@link drawNeighbourhood}, by the example's `number`. An example without one
   * is shown without image.
   */
  readonly charts?: Readonly<Record<number, string>> | undefined;
}

/**
 * Returns the study as GitHub Markdown: what the paper shows, how many nodes satisfy its rule in each group, what
 * changes on all of them and on all test nodes, the best and the median example of each group, and what this does and
 * does not show.
 */
export function renderQualitative(study: QualitativeStudy, { charts = {} }: QualitativePage = {}): string {
  const examples = study.findings.flatMap((group) => group.examples);
  return (
    [
      "# Nodes with another label than most around them",
      introduction(study),
      "## The rule",
      qualitativeRules(study)
        .map((rule) => `- ${rule}`)
        .join("\n"),
      "## How many nodes satisfy it",
      ruleTable(study),
      ...(study.testNodesWithoutGroup > 0
        ? [`${formatCount(study.testNodesWithoutGroup)} test nodes have no known group and can be no example.`]
        : []),
      "## What changes on them",
      ...study.findings.map((group) => groupFinding(group, study)),
      changeTable(study),
      "Changes are in percentage points, mean ± standard error over nodes of one training and one split. Neighbourhoods " +
        "overlap, so that nodes are not independent and the error is rather too small.",
      "## The paper's figure beside ours",
      comparisonTable(study, examples),
      paperNote,
      ...examples.flatMap((example) => exampleSection(example, { study, chart: charts[example.number] })),
      "## The two models",
      modelTable(study),
      "## What this shows, and what not",
      limits.map((limit) => `- ${limit}`).join("\n"),
    ].join("\n\n") + "\n"
  );
}

function introduction({
  graph,
  attribute,
  labelName,
  engine,
  seed,
  gamma,
  testNodes,
  models,
}: QualitativeStudy): string {
  const [before, after] = models.map(({ lambda, method }) => `λ = ${lambda} (${method})`);
  return (
    "Repeats the qualitative figure of EqGNN: nodes among their own group that have another label than most around them. " +
    "Does the model without adversary give them the label of those around, and the other their own? " +
    `Data ${escapeMarkdown(graph)}, label ${escapeMarkdown(labelName)}, groups by ${escapeMarkdown(attribute)}, ` +
    `${before} against ${after}, γ = ${gamma}, seed ${seed}, ${formatCount(testNodes)} test nodes, engine ${engine}.`
  );
}

const paperNote =
  "The paper's nodes are of Pokec-gender with λ = 0 and λ = 1. Its figures for λ = 1 do not add up to 100 %, because its " +
  "classifier has further classes. It shows one node of each gender and no count; a sentence commented out of its source says " +
  "that these two were all that were left with at least five neighbours. By its table of data sets 45 % of the edges of " +
  "Pokec-gender join the same gender, so that a node with more than 80 % of its own around it is unusual there.";

function exampleSection(
  example: Example,
  { study, chart }: { readonly study: QualitativeStudy; readonly chart: string | undefined },
): string[] {
  const { number, counts, drawn, label, neighboursLabel } = example;
  const { classes } = study;
  const group = escapeMarkdown(groupTitle(example.group, study));
  const omitted = drawn.omittedDirect + drawn.omittedSecond;
  const name = (code: number) => escapeMarkdown(classes[code]!);
  const text =
    `${group}, label ${name(label)}; the most frequent other label around it is ${name(neighboursLabel)}. ` +
    `${formatCount(counts.direct)} direct neighbours, ${formatCount(counts.withinTwoHops)} nodes within two hops: ` +
    `${formatCount(counts.sameGroup)} of ${formatCount(counts.knownGroup)} have ${group}, ` +
    `${formatCount(counts.otherLabel)} of ${formatCount(counts.labelled)} labelled ones have another label. ` +
    (omitted === 0
      ? "All are drawn."
      : `Not drawn: ${formatCount(drawn.omittedDirect)} direct neighbours and ${formatCount(drawn.omittedSecond)} nodes ` +
        "of the second hop.");
  return [
    `### Node ${number}: ${group}, ${rolesOf(example)}`,
    text,
    ...(chart === undefined
      ? []
      : [`![Neighbourhood of node ${number} with the probabilities of both models](${chart})`]),
  ];
}

const limits: readonly string[] = [
  "The best example was chosen by its result: among enough nodes one rises even if λ changes nothing on average. Only the " +
    "means over all candidates, beside those over all test nodes, say whether nodes of this kind gain.",
  "A model that is less sure of everything leaves more probability to the labels that it does not predict. A rise towards an " +
    "even chance is not an insight about a node; look at flips and at the largest probability too.",
  "Candidates have a label that is rare around them, which makes it harder for a model that learns from neighbours, whatever " +
    "their group. That the group is the same is part of the rule, not shown to be the reason.",
  "Two examples say nothing about equal treatment of groups. That is what the equalized odds difference over all test nodes " +
    "measures, and it needs several splits.",
];

/** The rules of the experiment with what the paper leaves open, fixed before it was first run. */
function qualitativeRules({
  share,
  minimumNeighbours,
  models,
}: Pick<QualitativeStudy, "share" | "minimumNeighbours" | "models">): string[] {
  const [before, after] = models.map(({ lambda }) => `λ = ${lambda}`);
  return [
    "A node's two hops are the distinct nodes whose messages reach it over at most two arcs, itself left out: what a " +
      "classifier of two layers sees.",
    `A test node is a candidate if its group has more than ${formatPercent(share)} of its two hops (of those whose group is ` +
      `known), it has at least ${minimumNeighbours} direct neighbours, and more than half of its labelled two hops have ` +
      "another label. The paper has the first and the last; the number of neighbours is in a sentence that is commented out " +
      "of its source.",
    "The neighbours' label is the most frequent one within two hops that is not the node's own, the first of equals.",
    `Candidates are ranked by how much the probability of their right label rises from ${before} to ${after}. The best one ` +
      "of each group stands for what the paper shows, which does not say how its two nodes were chosen; the median one " +
      "(of two in the middle, the one that rises less) shows what is usual.",
    "A drawing has all nodes within two hops, or, where these are too many, direct neighbours first and then a random part of " +
      "the second hop. Nodes have running numbers and no identifiers.",
  ];
}

/** What was found in a group, as one paragraph of Markdown with the measured figures in it. */
function groupFinding(findings: GroupFindings, study: QualitativeStudy): string {
  const { candidates, everyone, ruleCounts } = findings;
  const group = escapeMarkdown(groupTitle(findings.group, study));
  if (ruleCounts.testNodes === 0) return `**${group}: no test node is of this group.**`;
  if (ruleCounts.candidates === 0) return `**${group}: no node satisfies the rule.** ${reasonForNone(findings, study)}`;
  const { n } = candidates.rise;
  return [
    `**${group}: ${countNodes(n)} of ${formatCount(ruleCounts.testNodes)} ${n === 1 ? "satisfies" : "satisfy"} the rule.**`,
    `The probability of the right label changes by ${formatMeanPoints(candidates.rise)} points` +
      (n === 1
        ? ","
        : ` on average (from ${formatPoints(candidates.smallestRise)} to ${formatPoints(candidates.largestRise)}),`),
    `from ${formatPercent(candidates.rightBefore)} to ${formatPercent(candidates.rightAfter)};`,
    `${flips(candidates)}.`,
    `On all test nodes of the group it changes by ${formatMeanPoints(everyone.rise)} points; ${flips(everyone)}.`,
    ...confidenceFinding(candidates),
  ].join(" ");
}

function flips({ wrongToRight, rightToWrong }: ChangeSummary): string {
  return `${formatCount(wrongToRight)} predicted wrong become right, ${formatCount(rightToWrong)} right become wrong`;
}

function confidenceFinding({ confidenceBefore, confidenceAfter }: ChangeSummary): string[] {
  const fell = confidenceBefore !== null && confidenceAfter !== null && confidenceAfter < confidenceBefore;
  if (!fell) return [];
  return [
    `The second model is less sure of them (largest probability ${formatPercent(confidenceBefore)}, then ` +
      `${formatPercent(confidenceAfter)}), which by itself tends to raise the right label where the prediction is wrong.`,
  ];
}

function reasonForNone({ ruleCounts }: GroupFindings, { share, minimumNeighbours }: QualitativeStudy): string {
  const { enoughNeighbours, largestOwnShare, amongOwnGroup, testNodes } = ruleCounts;
  if (enoughNeighbours === 0) {
    return `None of its ${formatCount(testNodes)} test nodes has at least ${minimumNeighbours} neighbours.`;
  }
  if (amongOwnGroup > 0) {
    return `${countNodes(amongOwnGroup)} with more than ${formatPercent(share)} of their own group within two hops have the label of most of them.`;
  }
  const largest =
    largestOwnShare === null ? "no group is known" : `the own group has at most ${formatPercent(largestOwnShare)}`;
  return `Within two hops of its ${countNodes(enoughNeighbours)} with enough neighbours ${largest}; the rule asks for more than ${formatPercent(share)}.`;
}
