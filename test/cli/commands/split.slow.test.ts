import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AuditReport } from "@evenodds/auditor";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";
import { trainQuickly, writeLearnable } from "../support/trained-run.js";

describe("evenodds split", () => {
  const folder = useTempFolder();
  beforeEach(() => writeLearnable(folder.at("graph"), { nodes: 60 }));
  const split = (training: string, heldOut: string, ...flags: string[]) =>
    runCli([
      "split",
      folder.at("graph"),
      "--training",
      folder.at(training),
      "--held-out",
      folder.at(heldOut),
      ...flags,
    ]);

  it("cuts a graph into two that share no node, and accounts for every arc", async () => {
    const { code, out, log } = await split("known", "new", "--share", "0.25");
    expect({ code, out }).to.deep.equal({ code: 0, out: "" });
    const [whole, known, fresh] = await Promise.all(
      ["graph", "known", "new"].map((name) => loadGraph(folder.at(name))),
    );
    expect([known!.graph.nodeCount, fresh!.graph.nodeCount]).to.deep.equal([45, 15]);
    expect(new Set([...known!.graph.nodeIds, ...fresh!.graph.nodeIds]).size).to.equal(60);
    const cut = Number(/^(\d+) arcs between/.exec(log.at(-1)!)![1]);
    expect(known!.graph.source.length + fresh!.graph.source.length + cut).to.equal(whole!.graph.source.length);
    expect(known!.nodes.classes).to.deep.equal(whole!.nodes.classes);
  });

  it("gives the same cut for the same seed and another for another", async () => {
    await split("a", "b", "--seed", "4");
    await split("c", "d", "--seed", "4");
    await split("e", "f", "--seed", "5");
    const nodes = (name: string) => readFile(folder.at(name, "nodes.csv"), "utf8");
    expect(await nodes("a")).to.equal(await nodes("c"));
    expect(await nodes("a")).not.to.equal(await nodes("e"));
  });

  it("makes a graph on which a model of the other can be audited: none of its nodes was trained on", async () => {
    await split("known", "new");
    await trainQuickly(folder.at("known"), folder.at("run"));
    await runCli(["export", folder.at("run"), "--out", folder.at("model.onnx")]);
    const audit = (graph: string, ...flags: string[]) =>
      runCli(["audit", folder.at("model.onnx"), folder.at(graph), "--json", ...flags]);
    const fresh = await audit("new");
    const report = JSON.parse(fresh.out) as AuditReport;
    expect(report.trainingNodes).to.equal(0);
    expect(report.attributes[0]!.rows.used).to.equal(30);
    expect(fresh.log.join("\n")).not.to.contain("trained on");
    expect((JSON.parse((await audit("known")).out) as AuditReport).trainingNodes).to.equal(15);
    const none = await audit("new", "--split", "test");
    expect(none.code).to.equal(2);
    expect(none.log.join("\n")).to.match(/found none of 30 nodes; .*--split all/);
  });

  it("writes neither graph where one of them has no place", async () => {
    await folder.write({ "used/file": "" });
    for (const [training, heldOut, message] of [
      ["known", "known", /--held-out: expected a place of its own, found .*known, which --training writes too/],
      ["known", "graph", /--held-out: expected a folder that is not read, found .*graph, which is read as graph/],
      ["graph", "new", /--training: expected a folder that is not read/],
      ["known", "known/new", /known\/new of --held-out within .*known of --training/],
      ["used", "new", /--training: expected a new or empty folder, found .*used with "file"/],
    ] as const) {
      const { code, log } = await split(training, heldOut);
      expect(code).to.equal(2);
      expect(log).to.have.length(1);
      expect(log[0]).to.match(message);
    }
    expect(existsSync(folder.at("known")) || existsSync(folder.at("new"))).to.equal(false);
  });
});
