import type { KnownDataSet } from "./known-data-set.js";

/** Credit card clients. Age is not a feature; Single is left out because it is 1 − Married but for a few. */
export const credit: KnownDataSet = {
  name: "credit",
  files: [
    {
      name: "credit.csv",
      copies: [
        {
          source: "chirag126/nifty, dataset/credit/credit.csv",
          bytes: 1_152_844,
          sha256: "5d7a93f25a09dd1648c78b5e0c6a883ca832ee88259d89dfe1062e8c848bfe5d",
          gitBlob: "8f8c017fdc9eb4d841736e5987d4df7083128416",
        },
      ],
    },
    {
      name: "credit_edges.txt",
      copies: [
        {
          source: "BUPT-GAMMA/GraphPAR, data/credit/credit_edges.txt",
          gitBlob: "b2a9a67e05f42783ffc56d9a000e50c5ed159272",
        },
      ],
      note: `no copy of this file could be had to examine it: the repository's listing names it, its content is not known \
here, and rebuilding it takes the distances of all pairs of 30,000 rows`,
    },
  ],
  sensitive: "Age",
  card: `name: credit
description: >-
  Credit card clients, linked where their features are similar. The source does not say what 0 and 1 of Age mean. The
  edge file could not be examined; its counts are not checked.
license: MIT (repository chirag126/nifty); terms of the original data set not looked at
citation: >-
  Agarwal, Lakkaraju and Zitnik, "Towards a Unified Framework for Fair and Stable Graph Representation Learning",
  UAI 2021
nodes:
  files: credit.csv
  label:
    column: NoDefaultNextMonth
    classes: [0, 1]
  sensitive:
    Age:
      levels: [0, 1]
  features:
    exclude: [Single]
edges:
  files: credit_edges.txt
  numeric_ids: true
`,
  statistics: {
    nodes: 30_000,
    features: 12,
    labelled: 30_000,
    classes: { 0: 6636, 1: 23_364 },
    groups: { 0: 27_315, 1: 2685 },
  },
};
