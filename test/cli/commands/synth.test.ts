import { readFile, readdir } from "node:fs/promises";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds synth", () => {
  const folder = useTempFolder();
  const synth = (name: string, ...flags: string[]) =>
    runCli(["synth", "pokec-like", "--out", folder.at(name), "--nodes", "200", "--features", "12", ...flags]);

  it("writes a graph of the size that was asked for and says that it is synthetic", async () => {
    const flags = ["--edges", "600", "--sensitive", "region", "--class-sizes", "30,20"];
    const { code, out, log } = await synth("graph", ...flags, "--group-homophily", "0.8", "--label-homophily", "0.5");
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
      await synth(`${format}-a`, "--seed", "1", "--format", format);
      await synth(`${format}-b`, "--seed", "1", "--format", format);
      await synth(`${format}-c`, "--seed", "2", "--format", format);
      const nodes = (name: string) => readFile(folder.at(`${format}-${name}`, `nodes.${format}`));
      expect(await nodes("a")).to.deep.equal(await nodes("b"));
      expect(await nodes("a")).not.to.deep.equal(await nodes("c"));
    }
  });

  it("names what cannot be", async () => {
    for (const [args, message] of [
      [["synth", "pokek-like", "--out", folder.at("x")], /Allowed choices are pokec-like/],
      [["synth", "pokec-like", "--out", folder.at("x"), "--nodes", "3"], /nodes: expected a whole number from 20/],
      [["synth", "pokec-like", "--out", folder.at("x"), "--class-sizes", "3,x"], /--class-sizes.*It must be a number/],
      [["synth", "pokec-like", "--out", folder.at("x"), "--class-sizes", "3,0"], /whole number from 1/],
    ] as const) {
      const { code, log } = await runCli(args);
      expect(code).to.equal(2);
      expect(log.join("\n")).to.match(message);
    }
  });
});
