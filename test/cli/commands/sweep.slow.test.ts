import { existsSync } from "node:fs";
import { readdir, readFile, rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { SweepSummary } from "@evenodds/experiments";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { runChild } from "../support/child.js";
import { useTempFolder } from "../support/temp-folder.js";
import { writeLearnable } from "../support/trained-run.js";

const results = ["pareto.svg", "runs.csv", "runs.parquet", "summary.json", "summary.md"];
const root = fileURLToPath(new URL("../../..", import.meta.url));
const script = fileURLToPath(new URL("../support/evenodds-from-source.ts", import.meta.url));

describe("evenodds sweep", () => {
  const folder = useTempFolder();
  beforeEach(() => writeLearnable(folder.at("graph")));
  const quickly = ["--sensitive", "group", "--hidden", "8", "--epochs", "12", "--engine", "wasm"];
  const grid = ["--grid", "method=gcn,eqgnn", "--grid", "lambda=0.5", "--seeds", "1..2"];
  const command = (out: string) => ["sweep", folder.at("graph"), ...quickly, ...grid, "--out", folder.at(out)];
  const sweep = (out: string, ...flags: string[]) => runCli([...command(out), ...flags]);

  async function expectSameResults(one: string, other: string): Promise<void> {
    const runs = await readdir(folder.at(one, "runs"));
    expect(await readdir(folder.at(other, "runs"))).to.deep.equal(runs);
    for (const file of [...results, "sweep.json", ...runs.map((run) => `runs/${run}`)]) {
      expect(await readFile(folder.at(one, file)), file).to.deep.equal(await readFile(folder.at(other, file)));
    }
  }

  it("trains every setting with every seed and writes tables, a page and a chart", async () => {
    const { code, out, log } = await sweep("out", "--workers", "2");
    expect(code, log.join("\n")).to.equal(0);
    expect(log[0]).to.equal("learnable: 2 settings × 2 seeds; 2 workers, engine wasm (SIMD, 1 thread)");
    expect(log[1]).to.match(/^sweep: 1 of 4 runs, \d+ s left, best so far method=\w+.* \(validation score -?[\d.]+\)$/);
    expect(log[4]).to.match(/^sweep: 4 of 4 runs, 0 s left/);
    expect(log.at(-1)).to.match(/^wrote .*out: 4 runs; read summary\.md$/);
    expect(out).to.match(/● +│ gcn +│ [\d.]+ ± [\d.]+ \([\d.]+\)/);
    expect(out).to.include("eqgnn, λ 0.5");
    expect((await readdir(folder.at("out"))).sort()).to.deep.equal(
      [...results, "runs", "sweep.json", "timings.csv"].sort(),
    );
    expect((await readdir(folder.at("out", "runs"))).sort()).to.deep.equal([
      "method=eqgnn,lambda=0.5,seed=1.json",
      "method=eqgnn,lambda=0.5,seed=2.json",
      "method=gcn,seed=1.json",
      "method=gcn,seed=2.json",
    ]);

    const summary = JSON.parse(await readFile(folder.at("out", "summary.json"), "utf8")) as SweepSummary;
    expect(summary.runs).to.deep.equal({ finished: 4, failed: 0 });
    expect(summary.fixed.heldOutLabels).to.equal("hidden");
    expect(summary.settings.map(({ setting }) => setting)).to.deep.equal(["method=gcn", "method=eqgnn,lambda=0.5"]);
    const csv = (await readFile(folder.at("out", "runs.csv"), "utf8")).trim().split("\n");
    expect(csv).to.have.length(5);
    const accuracies = csv
      .slice(1, 3)
      .map((line) => Number(line.split(",").at(csv[0]!.split(",").indexOf("accuracy") + 1)));
    expect(summary.settings[0]!.figures.accuracy!.mean).to.be.closeTo((accuracies[0]! + accuracies[1]!) / 2, 1e-12);
    const timings = (await readFile(folder.at("out", "timings.csv"), "utf8")).trim().split("\n");
    expect(timings).to.have.length(5);
    expect(timings[1]).to.match(/^"method=gcn,seed=1",[01],[\d.]+$/);
    expect(await readFile(folder.at("out", "summary.md"), "utf8")).to.include("](pareto.svg)");
  });

  it("goes on after Ctrl-C with the same command, to the same bytes", async () => {
    await sweep("whole", "--workers", "2");
    const stopped = await runCli([...command("out"), "--workers", "1"], {
      interruptOn: (line) => line.includes("2 of 4"),
    });
    expect(stopped.code).to.equal(130);
    expect(stopped.log.at(-1)).to.match(/^evenodds: sweep: .*2 runs left; the same command continues$/);
    expect(existsSync(folder.at("out", "summary.md"))).to.equal(false);

    const resumed = await sweep("out", "--workers", "2");
    expect(resumed.code, resumed.log.join("\n")).to.equal(0);
    expect(resumed.log[0]).to.include("2 settings × 2 seeds, 2 done before; 2 workers");
    await expectSameResults("whole", "out");
    // A finished sweep is read again, with another rule if that is wanted.
    const read = await sweep("out", "--select", "accuracy");
    expect(read.code).to.equal(0);
    expect(await readFile(folder.at("out", "summary.md"), "utf8")).to.include("--select accuracy");
  });

  it("goes on after a process was killed, to the same bytes", async () => {
    await sweep("whole");
    const node = [process.execPath, "--import", "tsx", "--conditions=@evenodds/source", script] as const;
    const killed = await runChild([...node, ...command("out"), "--workers", "1"], {
      cwd: root,
      onLog: (log, kill) => log.includes("1 of 4") && kill("SIGKILL"),
    });
    expect(killed.signal, killed.log).to.equal("SIGKILL");
    const kept = (await readdir(folder.at("out", "runs"))).filter((name) => name.endsWith(".json"));
    expect(kept.length).to.be.within(1, 3);
    // What a process that was killed while it wrote leaves behind.
    await rename(folder.at("out", "runs", kept[0]!), folder.at("out", "runs", `${kept[0]}.new`));

    const resumed = await sweep("out", "--workers", "2");
    expect(resumed.code, resumed.log.join("\n")).to.equal(0);
    await expectSameResults("whole", "out");
  });

  it("counts runs that fail, lists them and ends as an error", async () => {
    const args = ["sweep", folder.at("graph"), ...quickly, "--method", "gcn", "--out", folder.at("out")];
    const wild = [...args, "--seeds", "1", "--grid", "learning-rate=0.001,1e30", "--workers", "1"];
    const { code, log, out } = await runCli(wild);
    expect(code).to.equal(2);
    expect(log.join("\n")).to.match(
      /sweep: learning-rate=1e\+30,seed=1 failed: training: expected a finite validation loss/,
    );
    expect(log.join("\n")).to.match(/^failed: learning-rate=1e\+30,seed=1: training: /m);
    expect(log.at(-1)).to.match(/wrote .*: 1 runs, 1 failed; read summary\.md/);
    expect(out).to.include("undefined");
    expect(await readFile(folder.at("out", "summary.md"), "utf8")).to.include("1 of 2 runs gave no model.");
  });

  for (const [what, flags, message] of [
    ["an unknown option", ["--grid", "lamda=1"], /--grid: expected a training option.*did you mean "lambda"/],
    [
      "an unknown value",
      ["--grid", "scale=minmax"],
      /--grid scale: expected one of none, min-max.*did you mean "min-max"/,
    ],
    [
      "a flag beside its grid",
      ["--grid", "lambda=1,2", "--lambda", "1"],
      /--lambda: expected a flag or a grid.*leave --lambda out/,
    ],
    [
      "a flag beside its grid in camel case",
      ["--grid", "learningRate=1,2", "--learning-rate", "1"],
      /leave --learning-rate out/,
    ],
    [
      "a baseline that no setting has",
      ["--grid", "method=eqgnn", "--baseline", "method=gcn"],
      /--baseline: .*found method=gcn/,
    ],
    ["a baseline of no option", ["--baseline", "metod=gcn"], /--baseline: .*did you mean "method"/],
    ["an attribute that is not there", ["--sensitive", "grop"], /"grop"; did you mean "group"/],
    [
      "seeds in no order",
      ["--seeds", "5..1"],
      /--seeds.*It must be whole numbers and ranges, such as 1\.\.40 or 1,2,7/,
    ],
    ["a seed twice", ["--seeds", "1,1..3"], /It must list every seed once/],
    ["too many seeds", ["--seeds", "1..1000000"], /It must have at most 10000 seeds/],
    ["a seed of its own", ["--seed", "3"], /unknown option '--seed'.*--seeds/],
    ["no workers", ["--workers", "0"], /It must be a whole number from 1/],
    ["an unknown rule", ["--select", "best"], /Allowed choices are score, accuracy, gap, task-loss/],
  ] as const) {
    it(`refuses ${what} and writes nothing`, async () => {
      const { code, out, log } = await runCli([
        ...["sweep", folder.at("graph"), "--sensitive", "group", "--seeds", "1", "--engine", "wasm"],
        ...["--out", folder.at("out"), ...flags],
      ]);
      expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
      expect(log).to.have.length(1);
      expect(log[0]).to.match(message);
      expect(existsSync(folder.at("out"))).to.equal(false);
    });
  }

  it("needs groups for a rule that compares them", async () => {
    const args = ["sweep", folder.at("graph"), "--method", "gcn", "--seeds", "1", "--out", folder.at("out")];
    const { code, log } = await runCli(args);
    expect(code).to.equal(2);
    expect(log[0]).to.match(/--select score: expected a sensitive attribute.*--select accuracy/);
    const accuracy = await runCli([
      ...args,
      ...["--hidden", "8", "--epochs", "3", "--engine", "wasm", "--select", "accuracy"],
    ]);
    expect(accuracy.code, accuracy.log.join("\n")).to.equal(0);
    expect(accuracy.out).to.include("undefined");
  });
});
