import type {
  ChangeSummary,
  DrawnNeighbourhood,
  Example,
  GroupFindings,
  QualitativeStudy,
} from "@evenodds/experiments/internal";

const nobody: ChangeSummary = {
  ...{ rightBefore: null, rightAfter: null, smallestRise: null, largestRise: null },
  ...{ confidenceBefore: null, confidenceAfter: null },
  rise: { n: 0, mean: null, sd: null, sem: null },
  ...{ wrongToRight: 0, rightToWrong: 0, rightBoth: 0, wrongBoth: 0 },
};

const candidates: ChangeSummary = {
  ...{ rightBefore: 0.4, rightAfter: 0.45, smallestRise: -0.05, largestRise: 0.15 },
  ...{ confidenceBefore: 0.7, confidenceAfter: 0.65 },
  rise: { n: 4, mean: 0.05, sd: 0.04, sem: 0.02 },
  ...{ wrongToRight: 1, rightToWrong: 0, rightBoth: 1, wrongBoth: 2 },
};

const everyone: ChangeSummary = {
  ...{ rightBefore: 0.7, rightAfter: 0.69, smallestRise: -0.2, largestRise: 0.15 },
  ...{ confidenceBefore: 0.8, confidenceAfter: 0.75 },
  rise: { n: 1200, mean: -0.01, sd: 0.05, sem: 0.0014 },
  ...{ wrongToRight: 20, rightToWrong: 30, rightBoth: 900, wrongBoth: 250 },
};

/** A node with three neighbours and two nodes further out: of all groups, and one without label. */
export const drawn: DrawnNeighbourhood = {
  nodes: [
    { hop: 0, label: 0, group: 0 },
    { hop: 1, label: 1, group: 0 },
    { hop: 1, label: 1, group: 1 },
    { hop: 1, label: -1, group: 0 },
    { hop: 2, label: 1, group: -1 },
    { hop: 2, label: 0, group: 0 },
  ],
  links: [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 4],
    [3, 5],
    [4, 5],
  ],
  omittedDirect: 0,
  omittedSecond: 14,
};

export const best: Example = {
  ...{ number: 1, roles: ["best"], rank: 1, group: 0, label: 0, neighboursLabel: 1 },
  counts: { direct: 3, withinTwoHops: 19, knownGroup: 18, sameGroup: 16, labelled: 12, otherLabel: 11 },
  before: { probability: [0.45, 0.55], prediction: 1 },
  after: { probability: [0.6, 0.4], prediction: 0 },
  drawn,
};

const median: Example = {
  ...{ ...best, number: 2, roles: ["median"], rank: 3 },
  after: { probability: [0.4625, 0.5375], prediction: 1 },
};

const male: GroupFindings = {
  group: 0,
  ruleCounts: { testNodes: 1200, enoughNeighbours: 1100, largestOwnShare: 0.96, amongOwnGroup: 9, candidates: 4 },
  ...{ candidates, everyone, examples: [best, median] },
};

const female: GroupFindings = {
  group: 1,
  ruleCounts: { testNodes: 300, enoughNeighbours: 200, largestOwnShare: 0.75, amongOwnGroup: 0, candidates: 0 },
  ...{ candidates: nobody, everyone: { ...everyone, rise: { ...everyone.rise, n: 300 } }, examples: [] },
};

/** A study with numbers made by hand: four candidates in one group, none in the other. */
export function madeStudy(): QualitativeStudy {
  return {
    ...{ graph: "town", engine: "wasm", attribute: "gender", groups: ["male", "female"] },
    ...{ labelName: "field", classes: ["study", "trade"], seed: 131, gamma: 50 },
    ...{ minimumNeighbours: 5, share: 0.8, testNodes: 1507, testNodesWithoutGroup: 7 },
    models: [
      { lambda: 0, method: "gcn", epochs: 300, bestEpoch: 250, accuracy: 0.651, equalizedOddsDifference: 0.123 },
      { lambda: 1, method: "eqgnn", epochs: 200, bestEpoch: 150, accuracy: 0.654, equalizedOddsDifference: null },
    ],
    findings: [male, female],
  };
}

/** The study with other findings for the second group. */
export function withSecondGroup(changes: Partial<GroupFindings["ruleCounts"]>): QualitativeStudy {
  return {
    ...madeStudy(),
    findings: [male, { ...female, ruleCounts: { ...female.ruleCounts, ...changes } }],
  };
}

/** The study with a single candidate, best and median at once. */
export function withOneCandidate(): QualitativeStudy {
  const rise = { n: 1, mean: 0.15, sd: null, sem: null };
  const one: GroupFindings = {
    ...male,
    ruleCounts: { ...male.ruleCounts, candidates: 1 },
    candidates: { ...candidates, rise, smallestRise: 0.15, largestRise: 0.15 },
    examples: [{ ...best, roles: ["best", "median"] }],
  };
  return { ...madeStudy(), findings: [one, female] };
}
