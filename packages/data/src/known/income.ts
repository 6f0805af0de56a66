import type { KnownDataSet } from "./known-data-set.js";

/** Income. What 0 and 1 of race and income mean is not stated by the source. */
export const income: KnownDataSet = {
  name: "income",
  files: [
    {
      name: "income.csv",
      copies: [
        {
          source: "BUPT-GAMMA/GraphPAR, data/income/income.csv",
          bytes: 841_656,
          sha256: "177ccfde55a54189cca725c8184b4c74232c9e3995fb511da5f194743bf715f6",
          gitBlob: "f92661a32fe8b95201e7abf580707752a9936692",
        },
      ],
      note: "line ends are CRLF; another size may mean that they were converted",
    },
    {
      name: "income_edges.txt",
      copies: [
        {
          source: "BUPT-GAMMA/GraphPAR, data/income/income_edges.txt",
          bytes: 2_620_686,
          sha256: "6e341f7fc039e8f370de7ee345aacb2e6633be0b2cbbff988454291c2a747aae",
          gitBlob: "7214dbb0b1ed1c89bf5c9a6bd14c51acebfd7aae",
        },
      ],
    },
  ],
  sensitive: "race",
  card: `name: income
description: >-
  Adults of a census, linked where their features are similar. The source does not say what 0 and 1 of race and income
  mean.
license: none stated by the source (repository BUPT-GAMMA/GraphPAR)
citation: repository BUPT-GAMMA/GraphPAR; the records come from the Adult data set of UCI
nodes:
  files: income.csv
  label:
    column: income
    classes: [0, 1]
  sensitive:
    race:
      levels: [0, 1]
edges:
  files: income_edges.txt
  numeric_ids: true
`,
  statistics: {
    nodes: 14_821,
    edges: 42_831,
    edgeRows: 51_386,
    features: 13,
    labelled: 14_821,
    classes: { 0: 11_611, 1: 3210 },
    groups: { 0: 10_136, 1: 4685 },
    interGroupEdges: 5806,
    intraGroupEdges: 37_025,
  },
};
