import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, type Graph, type NodeTable } from "@evenodds/core";
import { loadGraph, syntheticGraph, writeGraph } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

/** Names and levels that a careless writer would damage. */
const graph: Graph = {
  nodeCount: 3,
  source: Int32Array.of(1, 0, 2),
  target: Int32Array.of(0, 1, 2),
  features: Float32Array.of(0.1, 1 / 3, -0, 1e-38, 16777217, 3.4e38),
  featureNames: ["a, b", "group"],
  nodeIds: ["9007199254740993", 'say "x"', "007"],
};
const nodes: NodeTable = {
  label: Int32Array.of(1, -1, 0),
  classes: ["z", "NA", "unused"],
  labelName: "y",
  sensitive: [{ name: "group", code: Int32Array.of(0, 1, -1), levels: ["2", "1.0"] }],
};

describe("writeGraph", () => {
  for (const format of ["csv", "parquet"] as const) {
    it(`writes ${format} that loadGraph reads back equal`, async () => {
      const dir = join(await tempFolder(), "new/graph");
      await writeGraph(dir, { name: "odd names", graph, nodes, format, license: "none" });
      const loaded = await loadGraph(dir);
      expect(loaded.graph).to.deep.equal(graph);
      expect(loaded.nodes).to.deep.equal(nodes);
      expect(loaded).to.include({ name: "odd names" });
      expect(loaded.card!.license).to.equal("none");
    });
  }

  it("keeps the parts of a split, nodes in none among them, beside a feature of the column's name", async () => {
    const { nodeCount, features } = graph;
    const own: Graph = { ...graph, features: features.slice(0, nodeCount), featureNames: ["split"] };
    const split = { train: Int32Array.of(1), validation: new Int32Array(0), test: Int32Array.of(0) };
    const dir = join(await tempFolder(), "parts");
    await writeGraph(dir, { name: "parts", graph: own, nodes, split });
    const loaded = await loadGraph(dir);
    expect(loaded.split!.parts).to.deep.equal(split);
    expect(loaded.split!.from).to.equal('column "split_level" of nodes.csv');
    expect(loaded.graph).to.deep.equal(own);
    expect(loaded.nodes).to.deep.equal(nodes);
  });

  it("keeps any float32 and any arcs, directed and repeated ones among them", async () => {
    const index = fc.integer({ min: 0, max: 3 });
    const arcs = fc.array(fc.tuple(index, index), { maxLength: 8 });
    const values = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(arcs, values, async (pairs, features) => {
        const sorted = pairs.toSorted(([s, t], [u, v]) => t - v || s - u);
        const any: Graph = {
          nodeCount: 4,
          source: Int32Array.from(sorted, ([s]) => s),
          target: Int32Array.from(sorted, ([, t]) => t),
          features: Float32Array.from(features),
          featureNames: ["p", "q"],
          nodeIds: ["a", "b", "c", "d"],
          idScope: "somewhere",
        };
        const unlabelled: NodeTable = { label: new Int32Array(4).fill(-1), classes: [], labelName: "", sensitive: [] };
        const dir = join(await tempFolder(), "g");
        await writeGraph(dir, { name: "any", graph: any, nodes: unlabelled });
        const loaded = await loadGraph(dir);
        expect(loaded.graph).to.deep.equal(any);
        expect(loaded.nodes).to.deep.equal(unlabelled);
      }),
      { numRuns: 15 },
    );
  });

  for (const format of ["csv", "parquet"] as const) {
    it(`keeps weights of arcs in ${format} bit by bit, also where they differ by direction`, async () => {
      const both = { ...graph, edgeWeight: Float32Array.of(1 / 3, 0, 1e-30) };
      const dir = join(await tempFolder(), "g");
      await writeGraph(dir, { name: "weights", graph: both, nodes, format });
      expect((await loadGraph(dir)).graph).to.deep.equal(both);
    });
  }

  for (const format of ["csv", "parquet"] as const) {
    it(`keeps attributes of arcs in ${format} bit by bit, whatever their names, with and without weights`, async () => {
      const values = Float32Array.of(1 / 3, -7, 0, 1e-30, 16777217, -3.4e38, 0, 0, 1, 2, 3, 4);
      const names = ["source", "a, b", "weight", "0"];
      for (const edgeWeight of [undefined, Float32Array.of(2, 1, 0.5)]) {
        const both = { ...graph, ...(edgeWeight && { edgeWeight }), edgeAttributes: { names, values } };
        const dir = join(await tempFolder(), "g");
        await writeGraph(dir, { name: "attributes", graph: both, nodes, format });
        expect((await loadGraph(dir)).graph).to.deep.equal(both);
      }
    });
  }

  it("keeps attributes that differ by direction, and refuses names that cannot be read back", async () => {
    const edgeAttributes = { names: ["p"], values: Float32Array.of(1, -1, 0) };
    const dir = join(await tempFolder(), "g");
    await writeGraph(dir, { name: "x", graph: { ...graph, edgeAttributes }, nodes });
    expect((await loadGraph(dir)).graph.edgeAttributes).to.deep.equal(edgeAttributes);
    const odd = { ...graph, edgeAttributes: { ...edgeAttributes, names: [" p"] } };
    const error = await rejection(writeGraph(join(await tempFolder(), "h"), { name: "x", graph: odd, nodes }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("names of attributes of arcs: expected texts that are not blank, without outer");
  });

  it("writes a synthetic graph that is read back equal", async () => {
    const made = syntheticGraph({ seed: 4, nodes: 3000, edges: 9000, labelledShare: 0.5 });
    const dir = join(await tempFolder(), "g");
    await writeGraph(dir, { name: "made", ...made });
    const loaded = await loadGraph(dir);
    expect(loaded.graph).to.deep.equal(made.graph);
    expect(loaded.nodes).to.deep.equal(made.nodes);
    expect(loaded.accounting.edges).to.deep.equal({ read: 9000, used: 9000, excluded: [] });
  });

  for (const format of ["csv", "parquet"] as const) {
    it(`writes a numeric label to ${format} that is read back bit by bit, missing ones among them`, async () => {
      const value = Float64Array.of(1 / 3, NaN, 1e300);
      const regression: NodeTable = {
        ...nodes,
        label: Int32Array.of(0, -1, 0),
        classes: [],
        target: { name: "y", value },
      };
      const dir = join(await tempFolder(), "g");
      await writeGraph(dir, { name: "numbers", graph, nodes: regression, format });
      const loaded = await loadGraph(dir);
      expect(loaded.nodes).to.deep.equal(regression);
      expect(loaded.card!.nodes.label).to.deep.include({ numeric: true, levels: undefined });
    });
  }

  it("refuses a target with another name than the label", async () => {
    const value = Float64Array.of(1, 2, 3);
    const odd = { ...nodes, label: new Int32Array(3), classes: [], target: { name: "z", value } };
    const error = await rejection(writeGraph(join(await tempFolder(), "g"), { name: "x", graph, nodes: odd }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include('target: expected the name of the label, "y", found "z"');
  });

  it("writes whole numbers without a fraction, and a README where there is one", async () => {
    const whole = { ...graph, features: Float32Array.of(1, 0.5, 0, 1, -7, 2) };
    const dir = join(await tempFolder(), "g");
    await writeGraph(dir, { name: "x", graph: whole, nodes, readme: "# x\n" });
    const rows = (await readFile(join(dir, "nodes.csv"), "utf8")).trim().split("\n");
    expect(rows.map((row) => row.split(",").slice(-2).join(" ")).slice(1)).to.deep.equal(["1 0.5", "0 1.0", "-7 2.0"]);
    expect(await readFile(join(dir, "README.md"), "utf8")).to.equal("# x\n");
    await writeGraph(dir, { name: "x", graph: whole, nodes, overwrite: true });
    expect(await readdir(dir)).not.to.include("README.md");
  });

  it("writes a label and an attribute without any level", async () => {
    const missing = new Int32Array(3).fill(-1);
    const blank = {
      label: missing,
      classes: [],
      labelName: "y",
      sensitive: [{ name: "s", code: missing, levels: [] }],
    };
    const dir = join(await tempFolder(), "g");
    await writeGraph(dir, { name: "blank", graph, nodes: blank });
    expect((await loadGraph(dir)).nodes).to.deep.equal(blank);
  });

  it("refuses ids and levels that would not be read back the same", async () => {
    const dir = join(await tempFolder(), "g");
    const refused = async (change: Partial<Graph>, levels: readonly string[]) => {
      const sensitive = [{ name: "s", code: new Int32Array(3), levels }];
      return rejection(writeGraph(dir, { name: "x", graph: { ...graph, ...change }, nodes: { ...nodes, sensitive } }));
    };
    expect((await refused({ nodeIds: ["a", "b", " 1"] }, ["m"])).message)
      .to.include("node ids")
      .and.include('" 1"');
    expect((await refused({}, ["1", "1.0"])).message)
      .to.include('levels of "s"')
      .and.include('"1.0"');
    expect((await refused({}, [" "])).message).to.include('levels of "s"');
    expect(await refused({ features: new Float32Array(0), featureNames: [] }, ["m"])).to.be.instanceOf(InputError);
  });

  it("refuses a folder that is not empty, replaces a graph on request, and never anything else", async () => {
    const dir = join(await tempFolder(), "g");
    await writeGraph(dir, { name: "first", graph, nodes });
    const refused = await rejection(writeGraph(dir, { name: "second", graph, nodes }));
    expect(refused).to.be.instanceOf(InputError);
    expect(refused.message).to.include("a new or an empty folder");
    await writeGraph(dir, { name: "second", graph, nodes, overwrite: true });
    expect((await loadGraph(dir)).name).to.equal("second");
    await writeFile(join(dir, "thesis.txt"), "years of work");
    const foreign = await rejection(writeGraph(dir, { name: "third", graph, nodes, overwrite: true }));
    expect(foreign.message).to.include("thesis.txt");
    expect(await readFile(join(dir, "thesis.txt"), "utf8")).to.equal("years of work");
  });

  it("leaves nothing behind when it fails", async () => {
    const folder = await tempFolder();
    const broken = { ...graph, features: graph.features.map((_, i) => (i === 3 ? NaN : 0)) };
    const error = await rejection(writeGraph(join(folder, "g"), { name: "broken", graph: broken, nodes }));
    expect(error).to.be.instanceOf(InputError);
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
