import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { readCard } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

const read = async (text: string) => (await readCard(await tempFolder({ "graph.yaml": text }))).card;

const minimal = "nodes:\n  files: n.csv\n  id: id\n  label: y\n  sensitive: s\nedges: e.csv\n";

describe("readCard", () => {
  it("fills a card of six lines with defaults", async () => {
    const card = await read(minimal);
    expect(card.nodes).to.deep.include({
      files: [{ path: "n.csv" }],
      header: true,
      connectedOnly: false,
      order: "file",
      features: {},
      label: { name: "y", column: "y", levels: undefined, missing: [], numeric: false },
      sensitive: [{ name: "s", column: "s", levels: undefined, missing: [], bins: undefined }],
    });
    expect(card.edges).to.deep.include({
      files: [{ path: "e.csv" }],
      header: false,
      source: 0,
      target: 1,
      directed: false,
      duplicates: "merge",
      numericIds: false,
      unmatched: "error",
    });
  });

  it("expects a header in the edge file where its columns have names", async () => {
    const card = await read("nodes: n.csv\nedges: { files: e.csv, source: from, target: to }\n");
    expect(card.edges.header).to.equal(true);
  });

  it("keeps the order of classes, negative and zero-padded values among them", async () => {
    const card = await read(
      'nodes: { files: n.csv, label: { column: y, missing: [-2, "?"], classes: { 1: good, -1: bad, "01": odd } } }\nedges: e.csv',
    );
    expect(card.nodes.label!.levels).to.deep.equal([
      { value: "1", name: "good" },
      { value: "-1", name: "bad" },
      { value: "01", name: "odd" },
    ]);
    expect(card.nodes.label!.missing).to.deep.equal(["-2", "?"]);
  });

  it("takes a bare list of levels, and whole numbers above 2^53", async () => {
    const card = await read(
      "nodes: { files: n.csv, sensitive: { s: { levels: [b, 9007199254740993] } } }\nedges: e.csv",
    );
    expect(card.nodes.sensitive[0]!.levels).to.deep.equal([
      { value: "b", name: "b" },
      { value: "9007199254740993", name: "9007199254740993" },
    ]);
  });

  it("looks into no table and no model for a card", async () => {
    const folder = await tempFolder({ "nodes.csv": "id,label\n", "big.PARQUET": "PAR1", "model.onnx": "" });
    for (const [name, what] of [
      ["nodes.csv", "a table"],
      ["big.PARQUET", "a table"],
      ["model.onnx", "a model"],
    ] as const) {
      const error = await rejection(readCard(join(folder, name)));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include(`${name}: expected a graph card, found ${what}`);
    }
  });

  it("takes a card file under any name", async () => {
    const folder = await tempFolder({ "my card.yaml": minimal });
    expect((await readCard(`${folder}/my card.yaml`)).folder).to.equal(folder);
  });

  it("takes the license in both spellings", async () => {
    for (const key of ["license", "licence"]) {
      const { card } = await readCard(await tempFolder({ "graph.yaml": `${minimal}${key}: MIT\n` }));
      expect(card.license).to.equal("MIT");
      expect(card).not.to.have.property("licence");
    }
    const { card } = await readCard(await tempFolder({ "graph.yaml": minimal }));
    expect(card.license).to.equal(undefined);
  });

  const refused: readonly (readonly [string, string, readonly string[]])[] = [
    ["a license in two spellings", `${minimal}license: MIT\nlicence: MIT\n`, ["graph.yaml: license", "both"]],
    ["an unknown key", `${minimal}licens: MIT\n`, ['"licens"', 'did you mean "license"']],
    [
      "an unknown key of a part",
      minimal.replace("label:", "labell:"),
      ["graph.yaml: nodes", '"labell"', 'did you mean "label"'],
    ],
    [
      "an unknown key of an attribute",
      minimal.replace("sensitive: s", "sensitive: { s: { level: [a] } }"),
      ["nodes.sensitive.s", '"level"', '"levels"'],
    ],
    [
      "an unknown key of a file",
      minimal.replace("files: n.csv", "files: [{ path: n.csv, sha: 1 }]"),
      ["nodes.files.0", '"sha"', '"sha256"'],
    ],
    ["no edges", "nodes: n.csv\n", ["edges"]],
    ["a wrong type", minimal.replace("id: id", "id: [id]"), ["nodes.id", "text"]],
    ["a wrong word", minimal.replace("id: id", "id: id\n  order: ids"), ["nodes.order", "file", "id"]],
    [
      "a checksum that is none",
      minimal.replace("files: n.csv", "files: { path: n.csv, sha256: abc }"),
      ["sha256", "64 hexadecimal digits"],
    ],
    [
      "include with exclude",
      minimal.replace("id: id", "id: id\n  features: { include: [a], exclude: [b] }"),
      ["features", "not both"],
    ],
    [
      "kept duplicates of an undirected graph",
      minimal.replace("edges: e.csv", "edges: { files: e.csv, duplicates: keep }"),
      ["edges.duplicates", "not directed"],
    ],
    [
      "a value twice, in two spellings",
      minimal.replace("sensitive: s", 'sensitive: { s: { levels: ["1", "1.0"] } }'),
      ["nodes.sensitive.s.levels", "each value once"],
    ],
    ["a key twice", `${minimal}edges: f.csv\n`, ["YAML", "unique"]],
    ["text that is not YAML", "nodes: [", ["graph.yaml", "YAML"]],
    ["an empty card", "", ["graph.yaml"]],
    ["text without keys", "id,label\n1,2\n", ["graph.yaml", "graph card", "without keys"]],
    [
      "a long value, of which it shows the start",
      `nodes: x\nedges: {files: e, directed: ${"x".repeat(99)}}\n`,
      ["edges.directed", "xxx…"],
    ],
  ];
  for (const [title, text, words] of refused) {
    it(`refuses ${title}`, async () => {
      const error = await rejection(read(text));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }
});
