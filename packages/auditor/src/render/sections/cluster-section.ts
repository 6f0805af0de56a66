import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import type { ClusterReport } from "../../report/optional-reports.js";
import { formatCount, formatInterval, formatLevel, formatPValue, formatRate, plainPValue } from "../numbers.js";
import { headings, intervalHeading } from "./headings.js";
import { numberColumn, sentence, textColumn, undefinedBecause, type Section } from "./section.js";

const meaning =
  "Errors within a cluster may be correlated. Where the p-value is larger or the interval wider by cluster, part of what looks like " +
  "evidence is the same error counted again; then the figures by cluster are the ones to trust.";

/** Returns the test and the interval that allow for clusters, beside those that do not; null where none were given. */
export function clusterSection(attribute: AttributeReport, { settings }: AuditReport): Section | null {
  const { clusters, permutation, evidence } = attribute;
  if (clusters === null) return null;
  const { name, test, intervals, bootstrap } = clusters;
  const level = formatLevel(settings.alpha);
  const effect = intervals.designEffect;
  const rows = [
    [headings.pValue, pText(permutation), pText(test)],
    [headings.noiseFloor, floorText(permutation), floorText(test)],
    [`${intervalHeading(level)} of the largest difference`, boundsText(evidence), boundsText(intervals)],
  ];
  return {
    title: `Clusters by ${name}`,
    pieces: [
      sentence(meaning),
      {
        kind: "table",
        table: {
          caption: `Rows as independent, and in ${formatCount(test.clusters)} clusters`,
          columns: [textColumn("figure"), numberColumn("rowsIndependent"), numberColumn("byCluster")],
          rows,
        },
      },
      ...(effect === null ? [] : [sentence(effectText(effect))]),
      sentence(bootstrapText(bootstrap, level)),
    ],
  };
}

/** Returns the same in one line; null where no clusters were given. */
export function clusterSentence({ clusters }: AttributeReport, { settings }: AuditReport): string | null {
  if (clusters === null) return null;
  const { name, test, intervals } = clusters;
  const p = test.pValue === null ? `p undefined (${test.reason ?? "not run"})` : `p ${formatPValue(test.pValue)}`;
  const { lower, upper } = intervals;
  const interval =
    lower === null || upper === null
      ? ""
      : `, ${formatLevel(settings.alpha)} interval ${formatInterval({ lower, upper })}`;
  return `By cluster (${name}, ${formatCount(test.clusters)} clusters): ${p}${interval}.`;
}

function effectText(effect: number): string {
  return effect < 1.005
    ? "Clusters do not raise the variance of any compared difference (design effect 1)."
    : `Clusters raise the variance of a compared difference by a factor of up to ${effect.toFixed(2)} (design effect).`;
}

function bootstrapText(bootstrap: ClusterReport["bootstrap"], level: string): string {
  const { standardError, lower, upper, draws, dropped, reason } = bootstrap;
  if (standardError === null || lower === null || upper === null) {
    return `Spread of the gap over draws of clusters: undefined, ${reason ?? "it was not computed"}.`;
  }
  const left = dropped === 0 ? "" : `, ${formatCount(dropped)} of them without a gap`;
  return (
    `Over ${formatCount(draws)} draws of clusters${left}, the gap has a standard error of ${formatRate(standardError)}, and ` +
    `${level} of the draws lie from ${formatInterval({ lower, upper })}. This is a spread, not a test.`
  );
}

function pText({ pValue, reason }: { readonly pValue: number | null; readonly reason: string | null }) {
  return pValue === null ? undefinedBecause(reason) : plainPValue(pValue);
}

function floorText({ floor, reason }: { readonly floor: number | null; readonly reason: string | null }) {
  return floor === null ? undefinedBecause(reason) : formatRate(floor);
}

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly reason: string | null;
}

function boundsText({ lower, upper, reason }: Bounds) {
  return lower === null || upper === null ? undefinedBecause(reason) : formatInterval({ lower, upper });
}
