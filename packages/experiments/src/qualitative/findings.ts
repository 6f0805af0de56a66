import { escapeMarkdown } from "@evenodds/auditor";
import type { ChangeSummary, GroupFindings, QualitativeStudy } from "./qualitative.js";
import { formatCount } from "../render/format-count.js";
import { countNodes, formatMeanPoints, formatPercent, formatPoints, groupTitle } from "./wording.js";

/** What was found in a group, as one paragraph of Markdown with the measured figures in it. */
export function groupFinding(findings: GroupFindings, study: QualitativeStudy): string {
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
