import type { KnownDataSet } from "./known-data-set.js";

/**
 * Bail (recidivism). WHITE is not a feature, and TIME is left out because it gives the label away: TIME > 0 says RECID
 * = 1 rightly of 99.4 % of the rows.
 */
export const bail: KnownDataSet = {
  name: "bail",
  files: [
    {
      name: "bail.csv",
      copies: [
        {
          source: "chirag126/nifty, dataset/bail/bail.csv",
          bytes: 820_405,
          sha256: "11a7c62be2b7aed7cb069624789755d5f57acc8b69580564e2401b084e2d5faf",
          gitBlob: "a47a42ac9b546a54c94ff39a33fa1fa7d0ccaa37",
        },
      ],
      note: "yuwvandy/FairVGNN has the same file within dataset/bail.zip",
    },
    {
      name: "bail_edges.txt",
      copies: [
        {
          source: "chirag126/nifty, dataset/bail/bail_edges.txt",
          bytes: 20_198_850,
          sha256: "c43049fb5d9a0a994fcf4931fb34838716e4bf40e4ae30b9e504d9f4362ca0fe",
          gitBlob: "d1f789c0d2de6408de1189b1125810632d030503",
        },
        {
          source: "the same edges written as whole numbers",
          bytes: 4_382_653,
          sha256: "cef40d59236016f6ed17d17fed74ea8ec12f74fecb89881246bc93a7e64c9132",
          gitBlob: "da5313caa4bc729b40e8f338e17a484c8f815cd7",
        },
      ],
      note: "yuwvandy/FairVGNN has the same file within dataset/bail.zip",
    },
  ],
  sensitive: "WHITE",
  card: `name: bail
description: >-
  Defendants who were released, linked where their features are similar. The column TIME is left out of the features,
  because it gives the label away; PRIORS is -9 where it is probably unknown.
license: MIT (repository chirag126/nifty); the origin of the records is not stated in the files
citation: >-
  Agarwal, Lakkaraju and Zitnik, "Towards a Unified Framework for Fair and Stable Graph Representation Learning",
  UAI 2021
nodes:
  files: bail.csv
  label:
    column: RECID
    classes: { 0: no-recidivism, 1: recidivism }
  sensitive:
    WHITE:
      levels: [0, 1]
  features:
    # TIME > 0 says RECID = 1 rightly of 99.4 % of the rows.
    exclude: [TIME]
edges:
  files: bail_edges.txt
  numeric_ids: true
`,
  statistics: {
    nodes: 18_876,
    edges: 311_870,
    edgeRows: 403_977,
    features: 16,
    labelled: 18_876,
    classes: { "no-recidivism": 11_772, recidivism: 7104 },
    groups: { 0: 9317, 1: 9559 },
    interGroupEdges: 149_049,
    intraGroupEdges: 162_821,
  },
};
