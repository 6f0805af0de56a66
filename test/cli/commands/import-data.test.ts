import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const german = join(import.meta.dirname, "../../../samples/german");

describe("evenodds import-data", () => {
  const folder = useTempFolder();

  it("makes a graph folder and says whose files they are", async () => {
    const out = folder.at("graph");
    const { code, out: printed, log } = await runCli(["import-data", "german", german, "--out", out]);
    expect({ code, printed }).to.deep.equal({ code: 0, printed: "" });
    expect(log).to.deep.equal([
      "german.csv: the file of chirag126/nifty, dataset/german/german.csv",
      "german_edges.txt: the file of chirag126/nifty, dataset/german/german_edges.txt",
      `wrote ${out}: 1000 nodes, 21742 edges, 26 features, 1000 labelled`,
    ]);
    const [made, sample] = [await loadGraph(out), await loadGraph(german)];
    expect(made.graph).to.deep.equal(sample.graph);
    expect(made.nodes).to.deep.equal(sample.nodes);
  });

  it("refers to files and converts them on request", async () => {
    for (const [way, names] of [
      ["reference", ["graph.yaml"]],
      ["parquet", ["edges.parquet", "graph.yaml", "nodes.parquet"]],
    ] as const) {
      await runCli(["import-data", "german", german, "--out", folder.at(way), "--files", way]);
      expect((await readdir(folder.at(way))).sort()).to.deep.equal(names);
      expect((await loadGraph(folder.at(way))).graph.source.length).to.equal(2 * 21742);
    }
  });

  it("names a wrong file, a wrong name and a folder that is in use", async () => {
    await folder.write({ "files/region_job.csv": "user_id\n" });
    const wrong = await runCli(["import-data", "pokec-z-gender", folder.at("files"), "--out", folder.at("x")]);
    expect(wrong.code).to.equal(2);
    expect(wrong.log).to.have.length(1);
    expect(wrong.log[0]).to.match(
      /^evenodds: region_job\.csv: expected 38608131 bytes.*found 8 bytes.*EnyanDai\/FairGNN/,
    );
    const name = await runCli(["import-data", "pokec", folder.at(), "--out", folder.at("x")]);
    expect(name.code).to.equal(2);
    expect(name.log.join("\n")).to.match(/Allowed choices are nba, german, bail, pokec-z-gender/);
    const used = await runCli(["import-data", "german", german, "--out", folder.at()]);
    expect(used.code).to.equal(2);
    expect(used.log[0]).to.match(/--out: expected a new or empty folder/);
  });
});
