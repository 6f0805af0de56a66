import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { hashGraph, InputError } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { edited, loadTiny, rejection, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const refusal = async (changes: Parameters<typeof loadTiny>[0]): Promise<string> => {
  const error = await rejection(loadTiny(changes));
  expect(error).to.be.instanceOf(InputError);
  return error.message;
};

describe("loadGraph, booleans", () => {
  const header = "id,y,s,x1,x2\n";
  const csv = (yes: string, no: string) =>
    `${header}a,${yes},${no},${yes},0.5\nb,${no},${yes},${no},-1\nc,,${no},${yes},0\n`;
  const json = [
    { id: "a", y: true, s: false, x1: true, x2: 0.5 },
    { id: "b", y: false, s: true, x1: false, x2: -1 },
    { id: "c", y: null, s: false, x1: true, x2: 0 },
  ];

  it("are one graph as CSV in any capitals, as JSON and as Parquet", async () => {
    const folder = await tempFolder({ ...tiny, "nodes.csv": csv("True", "False") });
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const columns = "id, y::BOOLEAN AS y, s::BOOLEAN AS s, x1::BOOLEAN AS x1, x2";
    await connection.run(
      `COPY (SELECT ${columns} FROM '${join(folder, "nodes.csv")}') TO '${join(folder, "nodes.parquet")}'`,
    );
    connection.closeSync();
    instance.closeSync();
    const parquet = await loadGraph(await withCard(folder, edited(tiny["graph.yaml"], "nodes.csv", "nodes.parquet")));
    expect(parquet.nodes.classes).to.deep.equal(["false", "true"]);
    expect(parquet.nodes.sensitive[0]!.levels).to.deep.equal(["false", "true"]);
    expect(Array.from(parquet.graph.features)).to.deep.equal([1, 0.5, 0, -1, 1, 0]);
    const others = [
      await loadTiny({ "nodes.csv": csv("True", "False") }),
      await loadTiny({ "nodes.csv": csv("TRUE", "FALSE") }),
      await loadTiny({ "nodes.csv": `${header}a,TRUE,false,true,0.5\nb,False,True,FALSE,-1\nc,,FALSE,True,0\n` }),
      await loadTiny({
        "graph.yaml": edited(tiny["graph.yaml"], "nodes.csv", "nodes.json"),
        "nodes.json": JSON.stringify(json),
      }),
    ];
    for (const { graph, nodes } of others)
      expect(hashGraph(graph, nodes)).to.equal(hashGraph(parquet.graph, parquet.nodes));
  });

  it("that are features are not mixed with numbers", async () => {
    const message = await refusal({ "nodes.csv": `${header}a,0,M,True,1\nb,1,F,3.5,1\n`, "edges.csv": "a,b\n" });
    expect(message).to.include('"x1"').and.to.include("true or false").and.to.include('"3.5"');
  });
});

async function withCard(folder: string, card: string): Promise<string> {
  const { writeFile } = await import("node:fs/promises");
  await writeFile(join(folder, "graph.yaml"), card);
  return folder;
}

describe("loadGraph, values of a card", () => {
  for (const [value, other] of [
    ["False", "True"],
    ["01", "1"],
    ["1e3", "1000"],
    ["1_000", "1000"],
    ["0x1F", "31"],
    ["0o7", "7"],
    ["~", "no"],
    ["2020-01-01", "yes"],
    ["null", "off"],
  ] as const) {
    it(`take ${value} and ${other} as they are written`, async () => {
      const label = `label: { column: y, classes: { ${value}: ${other}, ${other}: ${value} } }`;
      const { nodes } = await loadTiny({
        "graph.yaml": edited(tiny["graph.yaml"], "label: y", label),
        "nodes.csv": `id,y,s,x1\na,${value},M,1\nb,${other},F,2\nc,,M,3\n`,
      });
      expect(nodes.classes).to.deep.equal([other, value]);
      expect(Array.from(nodes.label)).to.deep.equal([0, 1, -1]);
    });

    it(`take ${value} for missing, and not ${other}`, async () => {
      const { nodes } = await loadTiny({
        "graph.yaml": edited(tiny["graph.yaml"], "sensitive: s", `sensitive: { s: { missing: [${value}] } }`),
        "nodes.csv": `id,y,s,x1\na,0,${value},1\nb,1,${other},2\nc,,M,3\n`,
      });
      expect(nodes.sensitive[0]!.code[0]).to.equal(-1);
      expect(nodes.sensitive[0]!.code[1]).to.be.at.least(0);
    });
  }

  it("name columns as they are written", async () => {
    const { graph, nodes } = await loadTiny({
      "graph.yaml": `
nodes: { files: nodes.csv, id: 1e3, label: 01, sensitive: [True], features: { include: [0x1F, 1.0] } }
edges: { files: edges.csv, source: 1e1, target: "0" }
`,
      "nodes.csv": "1e3,01,True,0x1F,1.0\na,0,M,1,2\nb,1,F,2,3\n",
      "edges.csv": "0,1e1\na,b\n",
    });
    expect(graph.featureNames).to.deep.equal(["0x1F", "1.0"]);
    expect(nodes.labelName).to.equal("01");
    expect(nodes.sensitive[0]!.name).to.equal("True");
    expect(graph.source).to.have.length(2);
  });
});

describe("loadGraph, ids", () => {
  const nodes = (...ids: string[]) => `id,y,s,x1\n${ids.map((id, i) => `${id},${i % 2},M,${i * i}\n`).join("")}`;
  const arcs = async (changes: Parameters<typeof loadTiny>[0]) => {
    const { graph } = await loadTiny(changes);
    return Array.from(graph.source, (s, e) => `${graph.nodeIds[s]}→${graph.nodeIds[graph.target[e]!]}`).sort();
  };

  it("are the texts of the node files, however the edge files write them", async () => {
    for (const edges of ["0.00,1.00\n", "0,1\n", "0.0,+1\n"]) {
      expect(await arcs({ "nodes.csv": nodes("0.00", "1.00"), "edges.csv": edges }), edges).to.deep.equal(
        ["0.00→1.00", "1.00→0.00"].sort(),
      );
    }
    expect(await arcs({ "nodes.csv": nodes("0", "1"), "edges.csv": "0.0,1.00\n" })).to.deep.equal(["0→1", "1→0"]);
  });

  it("that differ in their spelling only are different nodes", async () => {
    const changes = { "nodes.csv": nodes("1.0", "1.00", "TRUE", "true"), "edges.csv": "1.0,TRUE\n1.00,true\n" };
    expect(await arcs(changes)).to.deep.equal(["1.0→TRUE", "1.00→true", "TRUE→1.0", "true→1.00"].sort());
  });

  it("are refused where one may be either of two nodes", async () => {
    const message = await refusal({ "nodes.csv": nodes("1.0", "1.00", "2"), "edges.csv": "1,2\n" });
    expect(message).to.include("ids of edges.csv").and.to.include('"1", which may mean "1.0" or "1.00"');
  });

  it("are refused where a column has two of what would be one node", async () => {
    const message = await refusal({ "nodes.csv": nodes("1", "2", "3"), "edges.csv": "1,2\n1.0,3\n" });
    expect(message).to.include('"1" and "1.0", which would both be node "1"').and.to.include("numeric_ids");
    const numeric = edited(tiny["graph.yaml"], "edges: edges.csv", "edges: { files: edges.csv, numeric_ids: true }");
    const changes = { "graph.yaml": numeric, "nodes.csv": nodes("1", "2", "3"), "edges.csv": "1,2\n1e0,3\n" };
    expect(await arcs(changes)).to.deep.equal(["1→2", "1→3", "2→1", "3→1"]);
  });

  it("stand in one order, and are known by one hash, however a whole number is written", async () => {
    const card = edited(tiny["graph.yaml"], "label: y", "label: y\n  order: id");
    const load = (...ids: string[]) =>
      loadTiny({ "graph.yaml": card, "nodes.csv": nodes(...ids), "edges.csv": "10,2\n" });
    const [plain, floats] = [await load("2", "10", "7"), await load("2.0", "10.0", "7.0")];
    expect(plain.graph.nodeIds).to.deep.equal(["10", "2", "7"]);
    expect(floats.graph.nodeIds).to.deep.equal(["10.0", "2.0", "7.0"]);
    expect(hashGraph(floats.graph, floats.nodes)).to.equal(hashGraph(plain.graph, plain.nodes));
  });
});

describe("loadGraph, classes and groups", () => {
  const nodes = (...rows: string[]) => `id,y,s,x1\n${rows.map((row, i) => `n${i},${row},${i * i}\n`).join("")}`;
  const edges = "n0,n1\n";

  for (const [what, rows, words] of [
    ["in two spellings", ["Yes,M", "yes,F", "no,F"], ['both "Yes" and "yes"', "nodes.label.classes"]],
    ["in two habits", ["1,M", "True,F", "0,F"], ['both "1" and "true"']],
    ["with a code for unknown", ["-1,M", "0,F", "1,F"], ['"-1" beside "0", "1"', "missing: -1 under nodes.label"]],
  ] as const) {
    it(`refuses labels ${what}, unless the card lists them`, async () => {
      const message = await refusal({ "nodes.csv": nodes(...rows), "edges.csv": edges });
      for (const word of words) expect(message).to.include(word);
      const values = rows.map((row) => row.split(",")[0]!);
      const listed = edited(tiny["graph.yaml"], "label: y", `label: { column: y, classes: [${values.join(", ")}] }`);
      const { nodes: table } = await loadTiny({
        "graph.yaml": listed,
        "nodes.csv": nodes(...rows),
        "edges.csv": edges,
      });
      expect(table.classes).to.have.length(3);
    });
  }

  it("takes -1 and 1, and -1 that the card calls missing", async () => {
    const signed = await loadTiny({ "nodes.csv": nodes("-1,M", "1,F"), "edges.csv": edges });
    expect(signed.nodes.classes).to.deep.equal(["-1", "1"]);
    const card = edited(tiny["graph.yaml"], "label: y", "label: { column: y, missing: -1 }");
    const marked = await loadTiny({ "graph.yaml": card, "nodes.csv": nodes("-1,M", "1,F", "0,F"), "edges.csv": edges });
    expect(marked.nodes.classes).to.deep.equal(["0", "1"]);
  });

  it("warns of groups in two spellings and of a code for unknown, with their numbers, unless the card lists them", async () => {
    const files = { "nodes.csv": nodes("0,Female", "1,female", "1,female", "0,Male"), "edges.csv": edges };
    const { warnings } = await loadTiny(files);
    expect(warnings.map(({ code }) => code)).to.deep.equal(["near-levels"]);
    expect(warnings[0]!.message)
      .to.include('"Female" (n = 1) and "female" (n = 2)')
      .and.to.include("nodes.sensitive.s.levels");
    const coded = await loadTiny({ "nodes.csv": nodes("0,-1", "1,0", "1,1"), "edges.csv": edges });
    expect(coded.warnings.map(({ code }) => code)).to.deep.equal(["unknown-code"]);
    const listed = edited(
      tiny["graph.yaml"],
      "sensitive: s",
      "sensitive: { s: { levels: { Female: f, female: f, Male: m } } }",
    );
    const { warnings: none, nodes: table } = await loadTiny({ ...files, "graph.yaml": listed });
    expect(none).to.deep.equal([]);
    expect(table.sensitive[0]!.levels).to.deep.equal(["f", "m"]);
  });
});

describe("loadGraph, an index among the features", () => {
  const file = (name: string, at: (row: number) => number, rows = 6) =>
    `${name},id,y,s,x\n${Array.from({ length: rows }, (_, i) => `${at(i)},n${i},${i % 2},M,${(i * 7) % 5}\n`).join("")}`;
  const codes = async (changes: Parameters<typeof loadTiny>[0], features?: readonly string[]) => {
    const { warnings } = await loadTiny({ "edges.csv": "n0,n1\n", ...changes }, { featureNames: features });
    return warnings.map(({ code, message }) => `${code} ${/"(.*?)"/.exec(message)![1]}`);
  };

  it("is warned of where it counts the rows from 0 or 1, whatever its name", async () => {
    for (const [name, from] of [
      ["Unnamed: 0", 0],
      ["number", 0],
      ["number", 1],
    ] as const) {
      expect(await codes({ "nodes.csv": file(name, (i) => i + from) })).to.deep.equal([`index-feature ${name}`]);
    }
  });

  it("is warned of where a column of such a name rises by whole numbers, as in a filtered table", async () => {
    expect(await codes({ "nodes.csv": file("Unnamed: 0", (i) => 3 * i + 5) })).to.deep.equal([
      "index-feature Unnamed: 0",
    ]);
    expect(await codes({ "nodes.csv": file("age", (i) => 3 * i + 5) })).to.deep.equal([]);
    expect(await codes({ "nodes.csv": file("index", (i) => (i * 5) % 6) })).to.deep.equal([]);
  });

  it("is warned of where it begins anew in each file, and where a model takes it", async () => {
    const two = edited(tiny["graph.yaml"], "files: nodes.csv", "files: [nodes.csv, more.csv]");
    const more = file("k", (i) => i, 4).replaceAll(",n", ",m");
    expect(await codes({ "graph.yaml": two, "nodes.csv": file("k", (i) => i), "more.csv": more })).to.deep.equal([
      "index-feature k",
    ]);
    const excluded = edited(tiny["graph.yaml"], "sensitive: s", "sensitive: s\n  features: { exclude: [k] }");
    const files = { "graph.yaml": excluded, "nodes.csv": file("k", (i) => i) };
    expect(await codes(files)).to.deep.equal([]);
    expect(await codes(files, ["k", "x"])).to.deep.equal(["index-feature k"]);
  });

  it("is no matter where the card lists it, where it is the id, and in three rows", async () => {
    const listed = edited(tiny["graph.yaml"], "sensitive: s", "sensitive: s\n  features: { include: [k, x] }");
    expect(await codes({ "graph.yaml": listed, "nodes.csv": file("k", (i) => i) })).to.deep.equal([]);
    expect(await codes({ "nodes.csv": file("k", (i) => i, 3) })).to.deep.equal([]);
  });
});

describe("loadGraph, further columns of edge files", () => {
  const withEdges = (edges: string) =>
    edited(tiny["graph.yaml"], "edges: edges.csv", `edges: { files: edges.csv, ${edges} }`);
  const named = withEdges("source: from, target: to");

  for (const name of ["weight", "Weight", "w", "edge_weight", "value", "rating", "similarity"]) {
    it(`refuses the numbers of a column ${name} unless they are ignored on purpose`, async () => {
      const files = { "edges.csv": `from,to,${name}\na,b,0.5\nb,c,2\n` };
      const message = await refusal({ "graph.yaml": named, ...files });
      expect(message)
        .to.include(`"${name}" of edges.csv`)
        .and.to.include(`edge_weight: ${name} under edges in the card, or ignore: [${name}]`);
      const ignored = withEdges(`source: from, target: to, ignore: ${name}`);
      const { notes, graph } = await loadTiny({ "graph.yaml": ignored, ...files });
      expect(notes).to.deep.equal([]);
      expect(graph.source).to.have.length(4);
    });
  }

  it("refuses bare numbers after the ends in a file without header", async () => {
    const message = await refusal({ "edges.csv": "a,b,0.5\nb,c,2\n" });
    expect(message).to.include("position 2 of edges.csv").and.to.include("ignore: [2]");
    const ignored = await loadTiny({ "graph.yaml": withEdges("ignore: [2]"), "edges.csv": "a,b,0.5\nb,c,2\n" });
    expect(ignored.graph.source).to.have.length(4);
  });

  it("takes weights that are all 1 and columns that weigh nothing, and says that they are not used", async () => {
    const files = { "graph.yaml": named, "edges.csv": "from,to,weight,when,kind\na,b,1,2020,x\nb,c,1.0,2021,y\n" };
    expect((await loadTiny(files)).notes).to.deep.equal(['Of edges.csv, "weight", "when", "kind" are not used.']);
    const texts = await loadTiny({ "edges.csv": "a,b,friend\nb,c,foe\n" });
    expect(texts.notes).to.deep.equal(["Of edges.csv, position 2 is not used."]);
    expect((await loadTiny()).notes).to.deep.equal([]);
  });

  it("takes an index without a name before the ends for no weight, and one behind them for a weight", async () => {
    const index = await loadTiny({ "graph.yaml": named, "edges.csv": ",from,to\n0,a,b\n1,b,c\n" });
    expect(index.notes).to.deep.equal(["Of edges.csv, position 0 is not used."]);
    expect(index.graph.source).to.have.length(4);
    const weights = { "edges.csv": "from,to,\na,b,0.5\nb,c,2\n" };
    expect(await refusal({ "graph.yaml": named, ...weights })).to.include("position 2 of edges.csv");
    const ignored = withEdges("source: from, target: to, ignore: [2]");
    expect((await loadTiny({ "graph.yaml": ignored, ...weights })).graph.source).to.have.length(4);
  });

  it("refuses an end by its position that has no name: it may be the index of a saved table", async () => {
    const files = { "edges.csv": ",from,to\n0,a,b\n1,b,c\n", "graph.yaml": withEdges("header: true") };
    expect(await refusal(files))
      .to.include("source column")
      .and.to.include("position 0, which has none");
  });

  it("refuses to ignore what is not there, and the ends", async () => {
    const files = { "edges.csv": "from,to,weight\na,b,2\n" };
    const absent = await refusal({ ...files, "graph.yaml": withEdges("source: from, target: to, ignore: wieght") });
    expect(absent).to.include("edges.ignore").and.to.include('did you mean "weight"');
    const end = await refusal({ ...files, "graph.yaml": withEdges("source: from, target: to, ignore: to") });
    expect(end).to.include("edges.ignore").and.to.include("besides the ends");
  });
});
