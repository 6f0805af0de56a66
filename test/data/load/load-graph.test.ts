import { writeFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { InputError } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { edited, loadTiny, rejection, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const card = tiny["graph.yaml"];

describe("loadGraph", () => {
  it("reads ids, features, labels, levels and both arcs of every edge", async () => {
    const { graph, nodes, labelled, accounting } = await loadTiny();
    expect(graph.nodeIds).to.deep.equal(["a", "b", "c"]);
    expect(graph.featureNames).to.deep.equal(["x1", "x2"]);
    expect(Array.from(graph.features)).to.deep.equal([1, 0.5, 2, -1, 3, 0]);
    // Sorted by target, then source: b→a, a→b, c→b, b→c.
    expect(Array.from(graph.target)).to.deep.equal([0, 1, 1, 2]);
    expect(Array.from(graph.source)).to.deep.equal([1, 0, 2, 1]);
    expect(Array.from(nodes.label)).to.deep.equal([0, 1, -1]);
    expect(nodes.classes).to.deep.equal(["0", "1"]);
    expect(nodes.sensitive).to.deep.equal([{ name: "s", code: Int32Array.of(1, 0, 1), levels: ["F", "M"] }]);
    expect(labelled).to.equal(2);
    expect(graph.idScope).to.equal(undefined);
    expect(accounting.edges).to.deep.equal({ read: 2, used: 2, excluded: [] });
  });

  it("is named after its folder where the card has no name, and after the card otherwise", async () => {
    const folder = await tempFolder(tiny);
    expect(folder.endsWith((await loadGraph(folder)).name)).to.equal(true);
    expect((await loadTiny({ "graph.yaml": `name: three${card}` })).name).to.equal("three");
  });

  it("does not depend on the order and direction of edge rows", async () => {
    const pairs = ["a,b", "b,c", "c,a", "a,a"];
    const reference = await loadTiny({ "edges.csv": pairs.join("\n") });
    const anyOrder = fc.shuffledSubarray(pairs, { minLength: pairs.length });
    const anyWay = fc.array(fc.boolean(), { minLength: pairs.length, maxLength: pairs.length });
    await fc.assert(
      fc.asyncProperty(anyOrder, anyWay, async (order, reversed) => {
        const rows = order.map((pair, i) => (reversed[i] ? pair.split(",").reverse().join(",") : pair));
        const { graph } = await loadTiny({ "edges.csv": rows.join("\n") });
        expect(graph).to.deep.equal(reference.graph);
      }),
      { numRuns: 10 },
    );
  });

  it("merges repeated edges, keeps self loops and counts both", async () => {
    const { graph, accounting, findings } = await loadTiny({ "edges.csv": "a,b\nb,a\na,b\nc,c\n" });
    expect(graph.source.length).to.equal(3);
    expect(findings.selfLoops).to.equal(1);
    expect(accounting.edges).to.deep.equal({
      read: 4,
      used: 2,
      excluded: [{ reason: "repeated", rows: 2, examples: ["a → b"] }],
    });
  });

  it("keeps the direction of a directed graph, and its repeated arcs where the card says so", async () => {
    const directed = card.replace("edges: edges.csv", "edges: { files: edges.csv, directed: true }");
    const edges = "a,b\na,b\nb,a\n";
    expect((await loadTiny({ "graph.yaml": directed, "edges.csv": edges })).graph.source.length).to.equal(2);
    const keep = directed.replace("directed: true", "directed: true, duplicates: keep");
    const kept = await loadTiny({ "graph.yaml": keep, "edges.csv": edges });
    expect(kept.findings).to.include({ arcs: 3, duplicateArcs: 1 });
    expect(kept.accounting.edges.excluded).to.deep.equal([]);
  });

  it("takes row positions as ids without an id column, scoped by the hash of the file", async () => {
    const loaded = await loadTiny({
      "graph.yaml": edited(card, "  id: id\n", "  features: { exclude: [id] }\n"),
      "edges.csv": "0,1\n1,2\n",
    });
    expect(loaded.graph.nodeIds).to.deep.equal(["0", "1", "2"]);
    expect(loaded.graph.idScope).to.equal(loaded.files[0]!.sha256);
  });

  it("reads ids in floating-point notation where the card says numeric_ids", async () => {
    const loaded = await loadTiny({
      "graph.yaml": edited(card, "edges: edges.csv", "edges: { files: edges.csv, numeric_ids: true }"),
      "nodes.csv": "id,y,s,x\n838,0,M,1\n2,1,F,2\n",
      "edges.csv": "8.380000000000000000e+02 2.000000000000000000e+00\n",
    });
    expect(loaded.accounting.edges.used).to.equal(1);
  });

  it("keeps rows for which `where` is true, and says which it left out", async () => {
    const filtered = await loadTiny({
      "graph.yaml": edited(card, "  id: id\n", "  id: id\n  where: x1 < 3 -- comment\n"),
    });
    expect(filtered.graph.nodeIds).to.deep.equal(["a", "b"]);
    expect(filtered.accounting.nodes.excluded).to.deep.equal([{ reason: "where", rows: 1, examples: ["c"] }]);
    expect(filtered.accounting.edges.excluded).to.deep.equal([
      { reason: "excluded-node", rows: 1, examples: ["b → c"] },
    ]);
  });

  it("drops rows with unknown ids where the card says so, and counts them", async () => {
    const { accounting } = await loadTiny({
      "graph.yaml": edited(card, "edges: edges.csv", "edges: { files: edges.csv, unmatched: drop }"),
      "edges.csv": "a,b\na,z\n,c\n",
    });
    expect(accounting.edges).to.deep.equal({
      read: 3,
      used: 1,
      excluded: [{ reason: "unknown-node", rows: 2, examples: ["a → z", " → c"] }],
    });
  });

  it("sorts nodes by id where the card says so", async () => {
    const byId = edited(card, "  id: id\n", "  id: id\n  order: id\n");
    const { graph } = await loadTiny({
      "graph.yaml": byId,
      "nodes.csv": "id,y,s,x\n10,0,M,1\n9,0,M,2\n",
      "edges.csv": "9,10\n",
    });
    expect(graph.nodeIds).to.deep.equal(["10", "9"]);
    expect(Array.from(graph.features)).to.deep.equal([1, 2]);
  });

  it("reads several node and edge files in the order of the card", async () => {
    const several = edited(
      edited(card, "files: nodes.csv", "files: [n2.csv, nodes.csv]"),
      "edges.csv",
      "[edges.csv, e2.csv]",
    );
    const { graph, accounting } = await loadTiny({
      "graph.yaml": several,
      "n2.csv": "id,y,s,x1,x2\nz,1,F,9,9\n",
      "e2.csv": "z,a\n",
    });
    expect(graph.nodeIds).to.deep.equal(["z", "a", "b", "c"]);
    expect(accounting.edges.used).to.equal(3);
  });

  it("selects and orders the features that a model asks for, a sensitive column among them", async () => {
    const nodes = tiny["nodes.csv"].replaceAll("M", "1").replaceAll("F", "0");
    const { graph } = await loadTiny({ "nodes.csv": nodes }, { featureNames: ["x2", "s"] });
    expect(graph.featureNames).to.deep.equal(["x2", "s"]);
    expect(Array.from(graph.features)).to.deep.equal([0.5, 1, -1, 0, 0, 1]);
  });

  it("takes the listed features in their order, a sensitive one by name only", async () => {
    const included = edited(card, "  id: id\n", "  id: id\n  features: { include: [x2, x1] }\n");
    expect((await loadTiny({ "graph.yaml": included })).graph.featureNames).to.deep.equal(["x2", "x1"]);
  });

  it("loads a graph without labels, with -1 everywhere and labelled 0", async () => {
    const { nodes, labelled } = await loadTiny({
      "graph.yaml": edited(card, "  label: y\n", "  features: { exclude: [y] }\n"),
    });
    expect(Array.from(nodes.label)).to.deep.equal([-1, -1, -1]);
    expect(nodes.classes).to.deep.equal([]);
    expect(labelled).to.equal(0);
  });

  it("copes with byte-order mark, CRLF, semicolons, quoted delimiters and blank lines at the end", async () => {
    const reference = await loadTiny({
      "graph.yaml": edited(card, "id: id", "id: 'the id; really'"),
      "nodes.csv": edited(tiny["nodes.csv"], "id,", "the id; really,"),
    });
    const odd = tiny["nodes.csv"].replaceAll(",", ";").replace("id;", '"the id; really";').replaceAll("\n", "\r\n");
    const loaded = await loadTiny({
      "graph.yaml": edited(card, "id: id", "id: 'the id; really'"),
      "nodes.csv": `\ufeff${odd}\r\n\r\n`,
      "edges.csv": "\ufeffa;b\r\nb;c\r\n\r\n",
    });
    expect(loaded.graph).to.deep.equal(reference.graph);
    expect(loaded.nodes).to.deep.equal(reference.nodes);
  });

  it("gives the same graph from CSV, TSV, JSON, NDJSON and Parquet", async () => {
    // Ids beyond 2^53, labels as doubles, groups as booleans: what the formats tell differently.
    const rows = [
      { id: 9007199254740993n, y: 0, s: true, x: 0.1 },
      { id: 9007199254740995n, y: 1, s: false, x: 1e-7 },
      { id: 3n, y: null, s: true, x: 16777217 },
    ];
    const header = ["id", "y", "s", "x"] as const;
    const table = (mark: string) =>
      [header.join(mark), ...rows.map((row) => header.map((name) => row[name] ?? "").join(mark))].join("\n");
    const objects = rows.map(
      ({ id, y, s, x }) => `{"id": ${id}, "y": ${y === null ? "null" : y.toFixed(1)}, "s": ${s}, "x": ${x}}`,
    );
    const folder = await tempFolder({
      "nodes.csv": table(","),
      "nodes.tsv": table("\t"),
      "nodes.json": `[${objects.join(",\n")}]`,
      "nodes.ndjson": objects.join("\n"),
      "edges.csv": "9007199254740993,9007199254740995\n3,9007199254740993\n",
      "edges.json": '[{"a": 9007199254740993, "b": "9007199254740995"}, {"a": 3, "b": "9007199254740993"}]',
    });
    await runSql([
      `COPY (SELECT id::BIGINT AS id, y::DOUBLE AS y, s::BOOLEAN AS s, x::DOUBLE AS x FROM read_csv('${folder}/nodes.csv', all_varchar=true)) TO '${folder}/nodes.parquet'`,
      `COPY (SELECT column0::UBIGINT AS a, column1::VARCHAR AS b FROM read_csv('${folder}/edges.csv', header=false, all_varchar=true)) TO '${folder}/edges.parquet'`,
    ]);
    const loaded = [];
    for (const [nodes, edges] of [
      ["nodes.csv", "edges.csv"],
      ["nodes.tsv", "edges.json"],
      ["nodes.json", "edges.parquet"],
      ["nodes.ndjson", "edges.csv"],
      ["nodes.parquet", "edges.csv"],
    ]) {
      const text = `nodes: { files: ${nodes}, id: id, label: y, sensitive: [s] }\nedges: ${edges}\n`;
      const cardPath = `${folder}/${nodes}.yaml`;
      await writeFile(cardPath, text);
      loaded.push(await loadGraph(cardPath));
    }
    const [csv] = loaded;
    expect(csv!.graph.nodeIds).to.deep.equal(["9007199254740993", "9007199254740995", "3"]);
    expect(csv!.graph.features).to.deep.equal(Float32Array.of(0.1, 1e-7, 16777216));
    expect(csv!.nodes.classes).to.deep.equal(["0", "1"]);
    expect(csv!.nodes.sensitive[0]!.levels).to.deep.equal(["false", "true"]);
    for (const other of loaded) {
      expect(other.graph).to.deep.equal(csv!.graph);
      expect(other.nodes).to.deep.equal(csv!.nodes);
    }
  });

  it("refuses ids that went through a double and lost digits", async () => {
    const folder = await tempFolder({
      "graph.yaml": "nodes: { files: n.parquet, id: id }\nedges: e.csv\n",
      "e.csv": "1,2\n",
    });
    const nodes = (large: string) =>
      runSql([
        `COPY (SELECT * FROM (VALUES (1::DOUBLE, 0), (${large}::DOUBLE, 1)) AS v(id, x)) TO '${folder}/n.parquet'`,
      ]);
    await nodes("2.0");
    expect((await loadGraph(folder)).graph.nodeIds).to.deep.equal(["1", "2"]);
    await nodes("9007199254740994");
    const error = await rejection(loadGraph(folder));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include('column "id" of n.parquet').and.include("9007199254740994");
  });
});

async function runSql(statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
