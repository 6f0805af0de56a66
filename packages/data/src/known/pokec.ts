import type { KnownCopy, KnownDataSet, KnownStatistics } from "./known-data-set.js";

/** Sensitive attributes of the samples, one at a time; the other one is a feature. */
export const pokecAttributes = ["gender", "region"] as const;
export type PokecAttribute = (typeof pokecAttributes)[number];

const folder = "EnyanDai/FairGNN, dataset/pokec";

/**
 * Both samples of the Slovak network Pokec that FairGNN made, each with gender and with region as sensitive attribute.
 */
export const pokec: readonly KnownDataSet[] = [
  pokecZ("gender", { groupRatio: 1.02, interGroupEdges: 339_461, intraGroupEdges: 278_497 }),
  pokecZ("region", { groupRatio: 1.84, interGroupEdges: 30_519, intraGroupEdges: 587_439 }),
  pokecN("gender"),
  pokecN("region"),
];

function pokecZ(sensitive: PokecAttribute, edges: KnownStatistics): KnownDataSet {
  return {
    name: `pokec-z-${sensitive}`,
    files: files("region_job", {
      nodes: {
        bytes: 38_608_131,
        gitBlob: "c50552a998e224f9ee214fff80c249fb5cf40bf9",
        sha256: "62f299e6",
      },
      edges: {
        bytes: 11_351_174,
        gitBlob: "0b346e3a3d8f42b4eb489984cbc178f3988b0eeb",
        sha256: "a3494594",
      },
    }),
    sensitive,
    card: card("z", {
      sensitive,
      file: "region_job",
      // Students and pupils; services, trade and construction; unemployed: the three classes of the EqGNN paper.
      classes: `
    # Values with the same name are one class.
    classes:
      0: student-or-education
      2: student-or-education
      1: trade-or-construction
      4: trade-or-construction
      3: unemployed`,
    }),
    statistics: {
      nodes: 67_796,
      edges: 617_958,
      edgeRows: 882_765,
      features: 276,
      labelled: 10_262,
      ...edges,
    },
  };
}

/** Its counts and what its labels mean are not known here: every value but −1 is a class of its own. */
function pokecN(sensitive: PokecAttribute): KnownDataSet {
  return {
    name: `pokec-n-${sensitive}`,
    files: files("region_job_2", {
      nodes: { bytes: 36_477_998, gitBlob: "7f836f487358af4f0cbbb2b1204e41810a45cc74" },
      edges: { bytes: 10_280_603, gitBlob: "d0a0833805331cffb09a03820e70066990f15c10" },
    }),
    sensitive,
    card: card("n", { sensitive, file: "region_job_2", classes: "" }),
    statistics: {},
  };
}

function files(
  name: string,
  known: { readonly nodes: Omit<KnownCopy, "source">; readonly edges: Omit<KnownCopy, "source"> },
): KnownDataSet["files"] {
  return [
    { name: `${name}.csv`, copies: [{ source: `${folder}/${name}.csv`, ...known.nodes }] },
    { name: `${name}_relationship.txt`, copies: [{ source: `${folder}/${name}_relationship.txt`, ...known.edges }] },
  ];
}

function card(
  sample: "z" | "n",
  { sensitive, file, classes }: { readonly sensitive: PokecAttribute; readonly file: string; readonly classes: string },
): string {
  return `name: pokec-${sample}-${sensitive}
description: >-
  Users of the Slovak network Pokec and their friendships, sample ${sample} of FairGNN, with ${sensitive} as sensitive
  attribute. The files describe real people. AGE is 0 where it is not known.
license: none stated by the source (repository EnyanDai/FairGNN); from SNAP's soc-Pokec
citation: >-
  Takac and Zabovsky, "Data Analysis in Public Social Networks", 2012; Dai and Wang, "Say No to the Discrimination:
  Learning Fair Graph Neural Networks with Limited Sensitive PokecAttribute Information", WSDM 2021
nodes:
  files: ${file}.csv
  id: user_id
  label:
    column: I_am_working_in_field
    missing: -1${classes}
  sensitive:
    ${sensitive}:
      levels: [0, 1]
  connected_only: true
  order: id
edges:
  files: ${file}_relationship.txt
`;
}
