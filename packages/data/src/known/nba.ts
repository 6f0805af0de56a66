import type { KnownDataSet } from "./known-data-set.js";

const rekeyed = "samples/nba of evenodds, with other ids of the same size";

/** NBA players: the 355 nodes of the EqGNN paper's Table 1. */
export const nba: KnownDataSet = {
  name: "nba",
  files: [
    {
      name: "nba.csv",
      copies: [
        {
          source: "EnyanDai/FairGNN, dataset/NBA/nba.csv",
          bytes: 128_489,
          sha256: "fe295195cff01f20b785fe9de1e24062123cb146bdae080ce8b3ea8315d45b80",
          gitBlob: "81cbb6eca011f472b7f408a1f96b43b4ce825fe5",
        },
        {
          source: rekeyed,
          bytes: 128_774,
          sha256: "5e9257ee2303dd058596c86bae20011f309d3a77bf322d08973c14940230c54a",
        },
      ],
      note: "the copy in the EqGNN repository has 11 ids damaged by a spreadsheet and is not taken",
    },
    {
      name: "nba_relationship.txt",
      copies: [
        {
          source: "EnyanDai/FairGNN, dataset/NBA/nba_relationship.txt",
          bytes: 325_785,
          sha256: "14c73245e5d6b6457cce7504e2bb0ded6b81155e25bf0e7d23793df7c01b4873",
          gitBlob: "cdd10b20ac12f9a3eec421c4a5c0109310d8fe95",
        },
        {
          source: rekeyed,
          bytes: 350_264,
          sha256: "b0dcde868dfa4a410cee8907680a52109c738a508f7a672934d827ff6be3fcfc",
        },
      ],
    },
  ],
  sensitive: "country",
  card: `name: nba
description: >-
  NBA players with their statistics, linked by follow relations on Twitter. The rules below select the 355
  nodes of the EqGNN paper's Table 1. The ids of the original are those of real people.
license: none stated by the source (repository EnyanDai/FairGNN); research data
citation: >-
  Dai and Wang, "Say No to the Discrimination: Learning Fair Graph Neural Networks with Limited Sensitive Attribute
  Information", WSDM 2021
nodes:
  files: nba.csv
  id: user_id
  label:
    column: SALARY
    missing: -1
    classes: { 0: below-median, 1: above-median }
  sensitive:
    country:
      levels: { 0: US, 1: overseas }
  # Ids of 19 digits fit into a HUGEINT, not into a double.
  where: CAST(user_id AS HUGEINT) < 2147483648
  connected_only: true
  order: id
edges:
  files: nba_relationship.txt
`,
  statistics: {
    nodes: 355,
    edges: 9477,
    edgeRows: 16_570,
    features: 95,
    labelled: 279,
    classes: { "below-median": 133, "above-median": 146 },
    groups: { US: 268, overseas: 87 },
    groupRatio: 3.08,
    interGroupEdges: 2472,
    intraGroupEdges: 7005,
  },
};
