import type { Disparity } from "@evenodds/core";
import type { GatedMetric } from "../verdict/verdict.js";
import type { AttributeReport } from "./audit-report.js";

/** The disparity of an attribute that a gate of its audit is about. */
export const gatedDisparity: Readonly<Record<GatedMetric, (attribute: AttributeReport) => Disparity | undefined>> = {
  equalizedOddsDifference: ({ equalizedOdds }) => equalizedOdds,
  // A gate on it needs a positive class, and then there is one entry.
  equalOpportunityDifference: ({ equalOpportunity }) => equalOpportunity[0],
  diagonalRecallGap: ({ diagonalRecallGap }) => diagonalRecallGap,
  demographicParityDifference: ({ demographicParityDifference }) => demographicParityDifference,
};
