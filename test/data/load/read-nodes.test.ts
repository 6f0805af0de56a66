import { loadGraph } from "@evenodds/data";
import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { edited, loadTiny, rejection, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

/** Rows a, a + 1, … with ids `n<row>` and the features row and −row: more than DuckDB hands over at once. */
function rows(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, i) => `n${from + i},0,M,${from + i},${-from - i}`);
  return ["id,y,s,x1,x2", ...lines, ""].join("\n");
}

const twoFiles = {
  ...tiny,
  "graph.yaml": edited(tiny["graph.yaml"], "files: nodes.csv", "files: [first.csv, second.csv]"),
  "first.csv": rows(0, 3000),
  "second.csv": rows(3000, 8000),
  "edges.csv": "n0,n7999\n",
};
const withPredicate = (card: string, where: string) => edited(card, "  id: id\n", `  id: id\n  where: ${where}\n`);

describe("readNodes", () => {
  it("keeps the order of rows and files over many blocks", async () => {
    const { graph } = await loadGraph(await tempFolder(twoFiles));
    expect(graph.nodeIds).to.deep.equal(Array.from({ length: 8000 }, (_, i) => `n${i}`));
    expect(graph.features).to.deep.equal(Float32Array.from({ length: 16000 }, (_, i) => (i % 2 === 0 ? i : 1 - i) / 2));
  });

  it("reads the same rows with a predicate that is always true", async () => {
    const card = withPredicate(twoFiles["graph.yaml"], "1 = 1");
    const filtered = await loadGraph(await tempFolder({ ...twoFiles, "graph.yaml": card }));
    const { graph, nodes } = await loadGraph(await tempFolder(twoFiles));
    expect(filtered.graph).to.deep.equal(graph);
    expect(filtered.nodes).to.deep.equal(nodes);
  });

  it("names a bad cell wherever it is, the first row's where there are several", async () => {
    const second = edited(
      edited(rows(3000, 8000), "n7000,0,M,7000,", "n7000,0,M,7000,x"),
      "n7001,0,M,7001,",
      "n7001,0,M,,",
    );
    for (const card of [twoFiles["graph.yaml"], withPredicate(twoFiles["graph.yaml"], "1 = 1")]) {
      const folder = await tempFolder({ ...twoFiles, "graph.yaml": card, "second.csv": second });
      const error = await rejection(loadGraph(folder));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include('"x2"').and.include('"x-7000" on node "n7000"');
    }
  });

  it("does not mind a bad cell of a row that is left out", async () => {
    const card = withPredicate(tiny["graph.yaml"], "s = 'M'");
    const nodes = edited(tiny["nodes.csv"], "b,1,F,2,-1", "b,1,F,two,");
    const { graph } = await loadTiny({ "graph.yaml": card, "nodes.csv": nodes, "edges.csv": "a,c\n" });
    expect([...graph.features]).to.deep.equal([1, 0.5, 3, 0]);
  });

  it("reads a column as a category and as a feature at once", async () => {
    const nodes = tiny["nodes.csv"].replaceAll("M", "1").replaceAll("F", "0");
    for (const card of [tiny["graph.yaml"], withPredicate(tiny["graph.yaml"], "s IN ('0', '1')")]) {
      const files = { "graph.yaml": card, "nodes.csv": nodes };
      const loaded = await loadTiny(files, { featureNames: ["s", "x1"] });
      expect([...loaded.graph.features]).to.deep.equal([1, 1, 0, 2, 1, 3]);
      expect(loaded.nodes.sensitive[0]!.levels).to.deep.equal(["0", "1"]);
    }
  });
});

describe("loadGraph's onStage", () => {
  it("is called once as each stage begins", async () => {
    const stages: string[] = [];
    await loadTiny({}, { onStage: (stage) => stages.push(stage) });
    expect(stages).to.deep.equal(["hash files", "read edges", "read nodes", "join edges", "check graph"]);
  });
});
