import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { demoAttribute, runDemo, watchRun } from "@evenodds/cli/internal";
import { writeGraph } from "@evenodds/data";
import { expect } from "chai";
import { fakeTerminal, runCli } from "../../support/fake-terminal.js";
import { learnableGraph } from "../../support/tiny-graphs.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds demo", () => {
  const folder = useTempFolder();

  it("takes the sample graph of the checkout, wherever it is called from", async () => {
    const start = process.cwd();
    await folder.write({ "elsewhere/note.txt": "" });
    process.chdir(folder.at("elsewhere"));
    try {
      const { code, log } = await runCli(["demo", "--out", "demo"], {
        interruptOn: (line) => line.includes("epoch 1 "),
      });
      expect(code).to.equal(130);
      expect(log[0]).to.match(/^nba: 355 nodes, 18954 arcs, 95 features, 279 labelled/);
    } finally {
      process.chdir(start);
    }
    expect(existsSync(folder.at("elsewhere", "demo", "gcn", "checkpoint.safetensors"))).to.equal(true);
  });

  it("names a file where its folder has to be", async () => {
    await folder.write({ file: "" });
    const { code, out, log } = await runCli(["demo", "--out", folder.at("file")]);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/--out: expected a folder to write, found the file/);
  });
});

describe("runDemo", () => {
  const folder = useTempFolder();

  it("leaves runs, models and one page with both, and does it again into the same folder", async () => {
    const { graph, nodes } = learnableGraph({ nodes: 60 });
    const named = { ...nodes, sensitive: [{ ...nodes.sensitive[0]!, name: demoAttribute }] };
    await writeGraph(folder.at("graph"), { name: "small", graph, nodes: named });
    const demo = async () => {
      const { terminal, log } = fakeTerminal();
      const request = { graph: folder.at("graph"), out: folder.at("demo"), seed: 7 };
      const reports = await runDemo(request, { watch: watchRun(terminal), log: terminal.log });
      return { reports, log, page: await readFile(folder.at("demo", "report.html"), "utf8") };
    };
    const first = await demo();
    expect(first.reports.map(({ name }) => name)).to.deep.equal(["GCN", "EqGNN"]);
    for (const { report } of first.reports) {
      expect(report).to.deep.include({ split: "test", trainingNodes: 0 });
      expect(report.settings.maxGap).to.equal(0.25);
      // A quarter of 60, and one that rounding down in four strata leaves.
      expect(report.attributes[0]!.rows.used).to.equal(16);
    }
    expect(first.page).to.match(/GCN beside EqGNN on small/);
    expect(
      first.log.filter((line) => /^(GCN|EqGNN): \d+ epochs, exported to .*logits equal on 5 graphs/.test(line)),
    ).to.have.length(2);
    expect((await readdir(folder.at("demo"))).sort()).to.deep.equal(["eqgnn", "gcn", "report.html"]);
    const again = await demo();
    expect(again.page).to.equal(first.page);
    expect(again.log).to.deep.equal(first.log);
  });
});
