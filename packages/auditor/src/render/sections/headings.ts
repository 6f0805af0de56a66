/** A name from the input, which is cut where it is long, and set apart where a format can. */
export interface Name {
  readonly name: string;
}

/** Words with names from the input among them. */
export type Words = readonly (string | Name)[];

/**
 * Headings of columns and of rows, in every report and every format: a word that is changed here is changed everywhere.
 * Headings that hold a name from the input are made by the functions below.
 */
export const headings = {
  accuracy: "Accuracy",
  adjusted: "Adjusted",
  adjustedPValue: "adjusted p",
  arcs: "Arcs that count",
  auc: "AUC",
  audit: "Audit",
  balancedAccuracy: "Balanced accuracy",
  between: "Between",
  brier: "Brier score",
  by: "By",
  attribute: "Attribute",
  changes: "What changed",
  byCluster: "By cluster",
  calibration: "ECE",
  changedRows: "Changed",
  commonThreshold: "Common threshold",
  demographicParity: "Demographic parity difference",
  demographicParityRatio: "Demographic parity ratio",
  dependence: "Any dependence",
  details: "Details",
  difference: "Difference",
  edge: "Edge",
  effectiveRows: "Effective rows",
  equalizedOdds: "Equalized odds difference",
  evidenceRule: "Evidence rule",
  f1Macro: "F1, macro",
  f1Weighted: "F1, weighted",
  errorGap: "Gap in mean error",
  figure: "Figure",
  flipped: "Flipped",
  fnr: "FNR",
  fpr: "FPR",
  from: "From",
  furthestRate: "Furthest rate",
  gap: "Gap",
  gate: "Gate",
  group: "Group",
  interval: "Interval",
  label: "Label",
  level: "Level",
  limit: "Limit",
  mean: "Mean",
  meanError: "Mean error",
  meaning: "Meaning",
  median: "Median",
  most: "Most",
  nodesWith: "Nodes with",
  noiseFloor: "Noise floor",
  npv: "NPV",
  onlyA: "Only A right",
  onlyB: "Only B right",
  ownThreshold: "Own threshold",
  option: "Option",
  pBeyondLimit: "p beyond limit",
  pValue: "p-value",
  point: "Point",
  pointRule: "Point rule",
  ppv: "PPV",
  predicted: "predicted",
  rate: "Rate",
  ratio: "Ratio",
  referenceCounts: "Reference",
  rightA: "Right in A",
  rightB: "Right in B",
  rightBesideRest: "Right, beside the rest",
  rows: "Rows",
  rowsIndependent: "Rows independent",
  run: "Run",
  series: "Series",
  share: "Share",
  since: "Since",
  size: "n",
  standardError: "Standard error",
  status: "Status",
  sumOfWeights: "Sum of weights",
  tnr: "TNR",
  to: "To",
  tpr: "TPR",
  trueLabel: "True label",
  value: "Value",
  verdict: "Verdict",
  weight: "weight",
  what: "What",
  why: "Why",
} as const satisfies Record<string, string>;

/** The key of a heading. */
export type Heading = keyof typeof headings;

/** Returns the heading of the rates of a prediction in tables of one true label. */
export const predictedHeading = (prediction: string): Words => [`${headings.predicted} `, { name: prediction }];

/** Returns the heading of a rate where a table has several true labels, or none: `P(good | bad)`, `P(good)`. */
export function rateHeading(prediction: string, label: string | null = null): Words {
  return ["P(", { name: prediction }, ...(label === null ? [] : [" | ", { name: label }]), ")"];
}

/** Returns the heading of a quantile of errors. */
export const quantileHeading = (quantile: number): Words => [`Quantile ${quantile}`];

/** Returns the heading of the gap in a quantile of errors. */
export const quantileGapHeading = (quantile: number): string => `Gap in error quantile ${quantile}`;

/** Returns the heading of an interval: `95 % interval`. */
export const intervalHeading = (level: string): string => `${level} interval`;

/** Returns a heading as it stands in the middle of a sentence. */
export const inText = (heading: string): string => heading.charAt(0).toLowerCase() + heading.slice(1);
