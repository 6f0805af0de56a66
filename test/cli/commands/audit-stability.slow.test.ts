import { availableParallelism } from "node:os";
import { readFile } from "node:fs/promises";
import type { AuditReport, RegressionReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { requireWebGpu } from "../../support/on-webgpu.js";
import { linearModel } from "../../support/onnx-models.js";
import { splitModel, racingModels } from "../../support/racing-models.js";
import { skipBecause } from "../../support/skip-because.js";
import { auditCase, equal, unequal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds audit --stability", function () {
  this.timeout(120_000);
  const folder = useTempFolder();
  const audit = (...flags: string[]) =>
    runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", "--draws", "0", ...flags]);

  it("runs again with one and with two threads, and changes no other byte of the report", async () => {
    await folder.write(auditCase(unequal));
    const once = await audit("--json", "--max-gap", "0.5");
    const again = await audit("--json", "--max-gap", "0.5", "--stability");
    expect(once.log).to.deep.equal([]);
    expect(again.log).to.deep.equal([
      "stability: on cpu with 1 thread 0 of 6 audited predictions differ; all 12 numbers of the output are the same",
      "stability: on cpu with 2 threads 0 of 6 audited predictions differ; all 12 numbers of the output are the same",
    ]);
    const { stability, options, ...rest } = JSON.parse(again.out) as AuditReport;
    const { stability: asked, ...others } = options!;
    expect(asked).to.equal(true);
    expect({ ...rest, options: others }).to.deep.equal(JSON.parse(once.out));
    expect(stability!.runs.map(({ threads }) => threads)).to.deep.equal([1, 2]);
    expect([once.code, again.code]).to.deep.equal([1, 1]);
    expect((await audit("--json", "--max-gap", "0.5", "--stability")).out).to.equal(again.out);
  });

  it("runs on the providers that it names, which stand before arguments too", async () => {
    await folder.write(auditCase(equal));
    const { out } = await runCli([
      ...["audit", "--stability", "cpu", folder.at("model.onnx"), folder.at("graph")],
      ...["--min-support", "1", "--json"],
    ]);
    expect((JSON.parse(out) as AuditReport).stability!.runs).to.deep.equal([
      { provider: "cpu", threads: null, flipped: 0 },
    ]);
  });

  it("does not take the model for a provider, and says what to write", async () => {
    await folder.write(auditCase(equal));
    const model = folder.at("model.onnx");
    const { code, log } = await runCli(["audit", "--stability", model, folder.at("graph")]);
    expect(code).to.equal(2);
    expect(log).to.have.length(1);
    expect(log[0]).to.include(`'${model}' is invalid. It must be providers (cpu, cuda, webgpu), separated by commas;`);
    expect(log[0]).to.include("write --stability behind the model and the data");
    for (const [value, message] of [
      ["auto", /must be providers/],
      ["cpu,gpu", /must be providers/],
      ["cpu,cpu", /each once, and "cpu" is there twice/],
    ] as const) {
      const refused = await audit("--stability", value);
      expect(refused.code).to.equal(2);
      expect(refused.log.join("\n")).to.match(message);
    }
    const twice = await audit("--stability", "--stability", "cpu");
    expect(twice.log[0]).to.match(/^evenodds: --stability: expected one value, found "" and "cpu"/);
  });

  it("is refused where nothing runs", async () => {
    const columns = ["--label", "y", "--prediction", "p", "--sensitive", "s", "--stability"];
    for (const source of [
      ["--counts", "c.csv"],
      ["--predictions", "p.csv"],
      ["--sql", "select 1"],
    ]) {
      const { code, log } = await runCli(["audit", ...source, ...columns]);
      expect(code).to.equal(2);
      expect(log[0]).to.match(
        /--stability: expected an option of an audit of .*, found one that is meant for .*; nothing runs there; leave it out/,
      );
    }
  });

  it("is said of a regression in every form of its report", async () => {
    const numbers = { "evenodds.feature_names": '["left"]', "evenodds.classes": "[]", "evenodds.task": "regression" };
    const files = auditCase(equal);
    await folder.write({
      ...files,
      "graph/graph.yaml": String(files["graph/graph.yaml"]).replace(/label: .*/, "label: { column: y, numeric: true }"),
      "model.onnx": linearModel({ features: 1, classes: 1 }, { metadata: numbers }),
    });
    const { code, log, out } = await audit("--stability", "--max-error-gap", "1", "--out", folder.at("out"));
    expect({ code, log: log.slice(0, 2) }).to.deep.equal({
      code: 0,
      log: [1, 2].map((threads) => {
        const run = `on cpu with ${threads} ${threads === 1 ? "thread" : "threads"}`;
        return `stability: ${run} all 6 numbers of the output are the same`;
      }),
    });
    const said =
      "Stability: the model ran again on cpu with 1 thread and on cpu with 2 threads; every gate is judged alike in all runs.";
    expect(out.replace(/\s+/g, " ")).to.include(said);
    for (const page of ["report.md", "report.html"]) {
      const text = await readFile(folder.at(`out/${page}`), "utf8");
      expect(text.replace(/\s+/g, " "), page).to.include(said).and.to.include("When the model runs again");
    }
    const report = JSON.parse(await readFile(folder.at("out/report.json"), "utf8")) as RegressionReport;
    expect(report.stability!.verdictDepends).to.equal(false);
  });

  it("is on by itself where a ScatterND races", async () => {
    const [model] = racingModels(1, { seed: 1, nodes: equal.length });
    await folder.write({ ...auditCase(equal), "model.onnx": model!.bytes });
    const { log, out } = await audit();
    expect(log.filter((line) => line.startsWith("stability: on cpu with"))).to.have.length(2);
    expect(out.replace(/\s+/g, " ")).to.match(
      /Stability: 0 of 6 audited nodes got another prediction when the model ran again on cpu with 1 thread and on cpu with 2 threads; another time some may/,
    );
  });

  it("ends with 3 where the verdict depends on the number of threads, unless that is softened", async function () {
    if (availableParallelism() < 2) skipBecause(this, "two threads need two processors");
    const nodes = Array.from({ length: 24 }, (_, n) => {
      const [y, b] = [Math.floor(n / 2) % 2, n % 2];
      return `n${n},${y},${b ? "b" : "a"},${1 - y},${y},${b === 1 && y === 0 ? 2 : 0}`;
    });
    const files = auditCase(equal);
    await folder.write({
      ...files,
      "graph/nodes.csv": ["id,y,group,left,right,swing", ...nodes, ""].join("\n"),
      "graph/edges.csv": "n0,n1\n",
      "model.onnx": splitModel(),
    });
    const { code, log, out } = await audit("--max-gap", "0.1");
    expect(code).to.equal(3);
    expect(log[1]).to.equal(
      "stability: on cpu with 2 threads 6 of 24 audited predictions differ; " +
        "6 of 48 numbers of the output differ, by at most 2.00",
    );
    const flat = out.replace(/\s+/g, " ");
    expect(flat).to.match(/^INCONCLUSIVE .*but the gate is violated where the model runs again on cpu with 2 threads/);
    expect(flat).to.include("! some of 24 audited nodes get another prediction when the model runs again");
    expect((await audit("--max-gap", "0.1", "--on-inconclusive", "warn")).code).to.equal(0);
  });
});

describe("evenodds audit --stability cpu,webgpu", function () {
  this.timeout(180_000);
  before(function () {
    requireWebGpu(this);
  });

  it("compares a model of this repository on two providers", async () => {
    const line = ["audit", "models/nba-gcn/model.onnx", "samples/nba", "--split", "test", "--draws", "0", "--json"];
    const { out, log, code } = await runCli([...line, "--stability", "cpu,webgpu"]);
    const { stability, options, ...rest } = JSON.parse(out) as AuditReport;
    const { stability: asked, ...others } = options!;
    expect(asked).to.deep.equal(["cpu", "webgpu"]);
    expect(code).to.equal(0);
    expect(stability).to.deep.equal({
      ...{ compared: 70, flips: false, flipped: 0, reason: null, verdictDepends: null },
      runs: [
        { provider: "cpu", threads: null, flipped: 0 },
        { provider: "webgpu", threads: null, flipped: 0 },
      ],
    });
    expect({ ...rest, options: others }).to.deep.equal(JSON.parse((await runCli(line)).out));
    expect(log[0]).to.equal(
      "stability: on cpu 0 of 70 audited predictions differ; all 710 numbers of the output are the same",
    );
    expect(log[1]).to.match(/^stability: on webgpu 0 of 70 audited predictions differ; .* numbers of the output/);
  });
});
