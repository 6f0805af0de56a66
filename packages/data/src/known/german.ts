import type { KnownDataSet } from "./known-data-set.js";

/** German credit data. Gender is not a feature; `OtherLoansAtStore` is 0 throughout and `PurposeOfLoan` is text. */
export const german: KnownDataSet = {
  name: "german",
  files: [
    {
      name: "german.csv",
      copies: [
        {
          source: "chirag126/nifty, dataset/german/german.csv",
          bytes: 77_765,
          sha256: "49cc549b1ca3f1650e3bdcd8cfce62313c763abfbcbf785d32b07fb76ae078ca",
          gitBlob: "febc8f18bb8bace8203648dc8cf6e6598d926c89",
        },
      ],
      note: "line ends are CRLF; another size may mean that they were converted",
    },
    {
      name: "german_edges.txt",
      copies: [
        {
          source: "chirag126/nifty, dataset/german/german_edges.txt",
          bytes: 1_248_500,
          sha256: "404d107384e05a14ce9befe04a710d7df0a7492095569dc35ffb5d47742ee300",
          gitBlob: "3510911bdca0225647eeee212159eb23c3b9e374",
        },
      ],
    },
  ],
  sensitive: "Gender",
  card: `name: german
description: >-
  Applicants for a loan from the German credit data, linked where their features are similar. A woman is never single in
  this file, so that the feature Single tells much of Gender.
license: MIT (repository chirag126/nifty); terms of the original UCI data set not looked at
citation: >-
  Agarwal, Lakkaraju and Zitnik, "Towards a Unified Framework for Fair and Stable Graph Representation Learning",
  UAI 2021
nodes:
  files: german.csv
  label:
    column: GoodCustomer
    classes: { -1: bad, 1: good }
  sensitive:
    Gender:
      levels: { Male: Male, Female: Female }
  features:
    exclude: [PurposeOfLoan, OtherLoansAtStore]
edges:
  files: german_edges.txt
  numeric_ids: true
`,
  statistics: {
    nodes: 1000,
    edges: 21_742,
    edgeRows: 24_970,
    features: 26,
    labelled: 1000,
    classes: { bad: 300, good: 700 },
    groups: { Male: 690, Female: 310 },
    interGroupEdges: 4244,
    intraGroupEdges: 17_498,
  },
};
