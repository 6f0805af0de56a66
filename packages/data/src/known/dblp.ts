import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { withDatabase, allRows } from "../source/with-database.js";
import { checkRowsRead, openTable } from "../source/open-table.js";
import { writeTable, type OutputColumn } from "../write/write-table.js";
import type { KnownDataSet } from "./known-data-set.js";
import { readSparseRows } from "./read-sparse-rows.js";

const source = "mengcao327/attack-gnn-fairness, dataset/dblp";
const people = "dblp.csv";
const terms = "dblp_csr_emb.npz";

/** Authors of DBLP, linked where they wrote together; features count terms of their papers. */
export const dblp: KnownDataSet = {
  name: "dblp",
  files: [
    {
      name: people,
      copies: [
        {
          source: `${source}/${people}`,
          bytes: 775_432,
          sha256: "6e20b3936e5c9d95b57d2255776eee2fc492ca071894e072bbbae7699321f659",
          gitBlob: "ac50f85fe1779bb919a045160be0627a5c00d826",
        },
      ],
    },
    {
      name: "dblp_relationship.txt",
      copies: [
        {
          source: `${source}/dblp_relationship.txt`,
          bytes: 3_408_432,
          sha256: "c32edd23c98b53165e981742b696a275bd6b94b62ed5fb22db331d79f7977834",
          gitBlob: "8c930ed9ec373543b83e78e4ed0c84939d97ef36",
        },
      ],
    },
    {
      name: terms,
      copies: [
        {
          source: `${source}/${terms}`,
          bytes: 647_657,
          sha256: "6d1e7067be8fec80b5513d7ab92887e1508948e21fcda897ab7f1fab885d973e",
          gitBlob: "a60a0496e1652061b62e26b31c49f0e56c314349",
        },
      ],
    },
  ],
  derived: { name: "nodes.parquet", replaces: [people, terms], write: (from, to) => writeAuthors(from, to) },
  sensitive: "gender",
  card: `name: dblp
description: >-
  Authors of DBLP, linked where they wrote together, with counts of the terms of their papers. Names are not in the
  converted file. The label is the area of the conferences, known for 4,236 authors; gender is known for 15,555. The
  source uses the largest component and the first 2,491 terms; here is everything.
license: none stated by the source (repository mengcao327/attack-gnn-fairness); gender from GESIS, 10.7802/1520
citation: repository mengcao327/attack-gnn-fairness; DBLP of June 2017 and AMiner citation network v10
nodes:
  files: nodes.parquet
  id: index
  label:
    column: label
    missing: 0
    classes: { 1: databases, 2: data-mining, 3: machine-learning, 4: information-retrieval }
  sensitive:
    gender:
      levels: { m: m, f: f }
      missing: none
edges:
  files: dblp_relationship.txt
  numeric_ids: true
`,
  statistics: {
    nodes: 28_702,
    edges: 66_832,
    edgeRows: 66_832,
    features: 2530,
    labelled: 4236,
    classes: { databases: 1249, "data-mining": 781, "machine-learning": 1167, "information-retrieval": 1039 },
    groups: { m: 12_733, f: 2822 },
    interGroupEdges: 6191,
    intraGroupEdges: 17_609,
  },
};

/** Joins people and terms, row by row, and leaves out the names. */
async function writeAuthors(folder: string, file: string): Promise<void> {
  const { rows, columns, pointer, column, value } = await readSparseRows(join(folder, terms), terms);
  const authors = await withDatabase(async (connection) => {
    const options = { files: [{ path: people }], folder, layout: { header: true } };
    const { parts, columns: names } = await openTable(connection, options);
    const wanted = ["index", "gender", "label"].map((name) => `column${names.indexOf(name)}`);
    const found = await allRows(connection, `SELECT ${wanted.join(", ")} FROM ${parts[0]!.sql}`);
    checkRowsRead(parts[0]!, found.length);
    return found;
  });
  if (authors.length !== rows) {
    throw new InputError({ argument: terms, expected: `${authors.length} rows, as ${people}`, found: `${rows}` });
  }
  const dense = new Int32Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let i = pointer[r]!; i < pointer[r + 1]!; i++) dense[r * columns + column[i]!] = value[i]!;
  }
  const text = (name: string, at: number): OutputColumn => ({
    name,
    kind: "text",
    at: (row) => String(authors[row]![at]),
  });
  await writeTable(file, {
    columns: [
      text("index", 0),
      text("gender", 1),
      text("label", 2),
      ...Array.from({ length: columns }, (_, c): OutputColumn => ({
        name: `term${c}`,
        kind: "int32",
        at: (row) => dense[row * columns + c]!,
      })),
    ],
    rows,
    format: "parquet",
  });
}
