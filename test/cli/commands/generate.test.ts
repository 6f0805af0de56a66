import { readdir, readFile } from "node:fs/promises";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";
import { trainQuickly } from "../support/trained-run.js";

describe("evenodds generate", () => {
  const folder = useTempFolder();
  const generate = (name: string, ...flags: string[]) => runCli(["generate", "--out", folder.at(name), ...flags]);

  it("writes a graph of the size that was asked for, which can be trained on", async () => {
    const size = ["--nodes", "80", "--features", "5", "--edges", "200", "--classes", "3", "--groups", "4"];
    const { code, out, log } = await generate("graph", ...size);
    expect({ code, out }).to.deep.equal({ code: 0, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/graph: 80 nodes, 400 arcs, 5 features$/);
    const { graph, nodes } = await loadGraph(folder.at("graph"));
    expect([graph.nodeCount, graph.source.length, graph.featureNames.length]).to.deep.equal([80, 400, 5]);
    expect([nodes.classes.length, nodes.sensitive[0]!.levels.length]).to.deep.equal([3, 4]);
    await trainQuickly(folder.at("graph"), folder.at("run"));
  });

  it("gives the same files for the same seed and others for another", async () => {
    await generate("a", "--nodes", "50", "--seed", "1");
    await generate("b", "--nodes", "50", "--seed", "1");
    await generate("c", "--nodes", "50", "--seed", "2");
    const nodes = (name: string) => readFile(folder.at(name, "nodes.csv"), "utf8");
    expect(await nodes("a")).to.equal(await nodes("b"));
    expect(await nodes("a")).not.to.equal(await nodes("c"));
  });

  it("writes Parquet", async () => {
    await generate("graph", "--nodes", "50", "--format", "parquet");
    expect((await readdir(folder.at("graph"))).sort()).to.deep.equal(["edges.parquet", "graph.yaml", "nodes.parquet"]);
    expect((await loadGraph(folder.at("graph"))).graph.nodeCount).to.equal(50);
  });

  it("makes the label a number with --numeric", async () => {
    expect((await generate("graph", "--nodes", "50", "--numeric")).code).to.equal(0);
    const { nodes, labelled } = await loadGraph(folder.at("graph"));
    expect([nodes.classes.length, nodes.target!.name, labelled]).to.deep.equal([0, "label", 50]);
    expect(new Set(nodes.target!.value).size).to.be.above(45);
  });

  it("makes small graphs too, and names a number that is out of range", async () => {
    expect((await generate("small", "--nodes", "6")).code).to.equal(0);
    for (const [flags, message] of [
      [["--nodes", "0"], /nodes: expected a whole number from 1/],
      [["--nodes", "6", "--edges", "100"], /edges: expected a whole number from 0 to 3, found 100/],
      [["--homophily", "3"], /--homophily.*It must be a number from 0 to 1/],
    ] as const) {
      const { code, log } = await generate("wrong", ...flags);
      expect(code).to.equal(2);
      expect(log).to.have.length(1);
      expect(log[0]).to.match(message);
    }
    const again = await generate("small");
    expect(again.code).to.equal(2);
    expect(again.log.join("\n")).to.match(/--out: expected a new or empty folder, found .*small with/);
  });

  it("refuses flags that its graph has no use for, and says what to give instead", async () => {
    for (const [args, message] of [
      [["--sensitive", "gender"], /^evenodds: --sensitive: expected an option of writing a graph without a recipe/],
      [["--class-sizes", "3,4"], /--class-sizes: .*; name the recipe too, as in evenodds generate pokec-like$/],
      [["pokec-like", "--classes", "2"], /--classes: .*; --class-sizes says how many classes there are$/],
      [["pokec-like", "--homophily", "0.6"], /--homophily: .*; take --group-homophily and --label-homophily$/],
      [["pokec-like", "--groups", "2"], /--groups: .* graph of the recipe pokec-like, found one .*; leave it out$/],
      [["pokec-like", "--numeric"], /--numeric: .*found one that is meant for a graph without a recipe/],
    ] as const) {
      const { code, log } = await runCli(["generate", ...args, "--out", folder.at("refused")]);
      expect([code, log.length]).to.deep.equal([2, 1]);
      expect(log[0]).to.match(message);
    }
    expect(await readdir(folder.at())).not.to.include("refused");
  });
});

describe("evenodds generate pokec-like", () => {
  const folder = useTempFolder();
  const generate = (name: string, ...flags: string[]) =>
    runCli(["generate", "pokec-like", "--out", folder.at(name), "--nodes", "200", "--features", "12", ...flags]);

  it("writes a graph of the size that was asked for and says that it is synthetic", async () => {
    const flags = ["--edges", "600", "--sensitive", "region", "--class-sizes", "30,20"];
    const { code, out, log } = await generate(
      "graph",
      ...flags,
      "--group-homophily",
      "0.8",
      "--label-homophily",
      "0.5",
    );
    expect({ code, out }).to.deep.equal({ code: 0, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/graph: 200 nodes, 1200 arcs, 12 features, all synthetic$/);
    expect((await readdir(folder.at("graph"))).sort()).to.deep.equal([
      "README.md",
      "edges.csv",
      "graph.yaml",
      "nodes.csv",
    ]);
    const { graph, nodes, labelled, name } = await loadGraph(folder.at("graph"));
    expect([name, labelled, nodes.classes.length]).to.deep.equal(["pokec-like (synthetic)", 50, 2]);
    const { code: group } = nodes.sensitive[0]!;
    expect(graph.source.filter((s, e) => group[s] === group[graph.target[e]!]).length).to.equal(0.8 * 1200);
  });

  it("gives the same bytes for the same seed, as Parquet too", async () => {
    for (const format of ["csv", "parquet"]) {
      await generate(`${format}-a`, "--seed", "1", "--format", format);
      await generate(`${format}-b`, "--seed", "1", "--format", format);
      await generate(`${format}-c`, "--seed", "2", "--format", format);
      const nodes = (name: string) => readFile(folder.at(`${format}-${name}`, `nodes.${format}`));
      expect(await nodes("a")).to.deep.equal(await nodes("b"));
      expect(await nodes("a")).not.to.deep.equal(await nodes("c"));
    }
  });

  it("names what cannot be", async () => {
    for (const [args, message] of [
      [["pokek-like"], /Allowed choices are pokec-like/],
      [["pokec-like", "--nodes", "3"], /nodes: expected a whole number from 20/],
      [["pokec-like", "--class-sizes", "3,x"], /--class-sizes.*It must be a number/],
      [["pokec-like", "--class-sizes", "3,0"], /whole number from 1/],
    ] as const) {
      const { code, log } = await runCli(["generate", ...args, "--out", folder.at("x")]);
      expect(code).to.equal(2);
      expect(log.join("\n")).to.match(message);
    }
  });
});
