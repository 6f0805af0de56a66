import { InputError } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { edited, loadTiny, rejection, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const card = tiny["graph.yaml"];
const nodes = tiny["nodes.csv"];

/** What is changed in the tiny graph, and the words that the message must have. */
const cases: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>, readonly string[]])[] = [
  ["an id twice", { "nodes.csv": `${nodes}a,1,F,1,1\n` }, ["nodes.csv", "each id once", '"a"']],
  ["the same id twice", { "nodes.csv": "id,y,s,x\na,0,M,1\na ,0,M,1\n" }, ["each id once", '"a"']],
  ["a row without id", { "nodes.csv": `${nodes},1,F,1,1\n` }, ["an id in every row", "data row 4"]],
  ["an edge with an unknown id", { "edges.csv": "a,b\na,z\n" }, ["edges.csv", '"a → z"', "unmatched: drop"]],
  ["an edge file whose header was not announced", { "edges.csv": "from,to\na,b\n" }, ["from → to", "header: true"]],
  ["an edge row with one field", { "edges.csv": "a,b\na\n" }, ["edges.csv", "Expected Number of Columns: 2"]],
  ["an edge file of one column", { "edges.csv": "a\nb\n" }, ["target column", "position 1"]],
  [
    "a feature that is text",
    { "nodes.csv": edited(nodes, "b,1,F,2,-1", "b,1,F,tall,-1") },
    ['"x1"', '"tall"', '"b"', "exclude"],
  ],
  ["a blank feature", { "nodes.csv": edited(nodes, "0.5", "") }, ['"x2"', "nothing", '"a"']],
  ["a feature that is NaN", { "nodes.csv": edited(nodes, "0.5", "NaN") }, ['"x2"', '"NaN"', '"a"']],
  ["an infinite feature", { "nodes.csv": edited(nodes, "0.5", "inf") }, ['"x2"', '"inf"', '"a"']],
  ["a feature beyond float32", { "nodes.csv": edited(nodes, "0.5", "1e39") }, ['"x2"', '"1e39"']],
  [
    "a mistyped label column",
    { "graph.yaml": edited(card, "label: y", "label: yy") },
    ["label column", '"yy"', 'mean "y"'],
  ],
  [
    "a mistyped sensitive column",
    { "graph.yaml": edited(card, "sensitive: s", "sensitive: [t]") },
    ["sensitive column", '"t"'],
  ],
  ["a mistyped id column", { "graph.yaml": edited(card, "id: id", "id: idd") }, ["id column", 'did you mean "id"']],
  [
    "a mistyped exclusion",
    { "graph.yaml": edited(card, "id: id", "id: id\n  features: { exclude: [x3] }") },
    ["features.exclude", '"x1"'],
  ],
  [
    "the label as a feature",
    { "graph.yaml": edited(card, "id: id", "id: id\n  features: { include: [y] }") },
    ["features.include", "the id or the label"],
  ],
  ["no feature", { "nodes.csv": "id,y,s\na,0,M\nb,0,M\nc,0,M\n" }, ["at least one column"]],
  ["an empty node file", { "nodes.csv": "" }, ["nodes.csv", "an empty file"]],
  ["a header without rows", { "nodes.csv": "id,y,s,x\n" }, ["nodes.csv", "at least one node", "no rows"]],
  ["a predicate that leaves nothing", { "graph.yaml": edited(card, "id: id", "id: id\n  where: false") }, ["where"]],
  [
    "a predicate that is not SQL",
    { "graph.yaml": edited(card, "id: id", "id: id\n  where: x1 <") },
    ["where", "SQL predicate"],
  ],
  [
    "a predicate with an unknown column",
    { "graph.yaml": edited(card, "id: id", "id: id\n  where: x9 < 1") },
    ["where", "x9"],
  ],
  [
    "a predicate that is two statements",
    { "graph.yaml": edited(card, "id: id", 'id: id\n  where: "true); DROP TABLE node; SELECT (1"') },
    ["where", "more than one statement"],
  ],
  [
    "a predicate that reads a file",
    { "graph.yaml": edited(card, "id: id", "id: id\n  where: id IN (SELECT content FROM read_text('/etc/hosts'))") },
    ["where", "disabled"],
  ],
  ["a missing file", { "graph.yaml": edited(card, "nodes.csv", "node.csv") }, ["node.csv", "nothing at this path"]],
  [
    "an unknown extension",
    { "graph.yaml": edited(card, "nodes.csv", "nodes.xls"), "nodes.xls": "x" },
    ["nodes.xls", ".csv", "a workbook", "save the sheet as CSV"],
  ],
  [
    "a column name twice",
    { "nodes.csv": "id,y,s,x,x\na,0,M,1,1\n" },
    ['one column "x" in nodes.csv', "2, in places 4 and 5", "features.exclude"],
  ],
  ["a quote that never ends", { "nodes.csv": edited(nodes, "a,0", '"a,0') }, ["nodes.csv"]],
  ["Latin-1", { "nodes.csv": Buffer.from("id,y,s,x\nJosé,0,M,1\n", "latin1") }, ["nodes.csv", "utf-8"]],
  ["UTF-16", { "nodes.csv": Buffer.from("\ufeffid,y\n", "utf16le") }, ["nodes.csv", "UTF-16"]],
  [
    "broken Parquet",
    { "graph.yaml": edited(card, "nodes.csv", "n.parquet"), "n.parquet": "nothing" },
    ["n.parquet", "Parquet"],
  ],
  ["broken JSON", { "graph.yaml": edited(card, "nodes.csv", "n.json"), "n.json": '[{"id": ' }, ["n.json"]],
  [
    "files with other columns",
    { "graph.yaml": edited(card, "files: nodes.csv", "files: [nodes.csv, n2.csv]"), "n2.csv": "id,y\n" },
    ["n2.csv", "the columns of nodes.csv"],
  ],
  [
    "another checksum",
    { "graph.yaml": edited(card, "files: nodes.csv", `files: { path: nodes.csv, sha256: ${"ab".repeat(32)} }`) },
    ["nodes.csv", "sha256 abab"],
  ],
  [
    "other counts than expected",
    { "graph.yaml": `${card}expect: { nodes: 4, edges: 2, labelled: 3 }\n` },
    ["4 nodes, 3 labelled", "found 3 nodes, 2 labelled"],
  ],
  [
    "numeric ids that are not numbers",
    { "graph.yaml": edited(card, "edges: edges.csv", "edges: { files: edges.csv, numeric_ids: true }") },
    ["whole numbers below 2^53", '"a"'],
  ],
];

describe("loadGraph refuses", () => {
  for (const [title, changes, words] of cases) {
    it(title, async () => {
      const error = await rejection(loadTiny(changes));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  it("a path without anything, and a folder without a card", async () => {
    const folder = await tempFolder({ "nodes.csv": nodes });
    expect((await rejection(loadGraph(`${folder}/none`))).message)
      .to.include("no file or folder")
      .and.include("none");
    const error = await rejection(loadGraph(folder));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("no graph.yaml in");
  });

  it("a feature of the model that is not there, with near matches", async () => {
    const error = await rejection(loadTiny({}, { featureNames: ["x1", "x22"] }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("feature of the model").and.include('did you mean "x2"');
  });

  it("a feature of the model that is named twice", async () => {
    expect((await rejection(loadTiny({}, { featureNames: ["x1", "x1"] }))).message).to.include('"x1" twice');
  });
});
