import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { skipBecause } from "../../support/skip-because.js";
import { auditCase, equal, featureModel, undecided, unequal, type Rows } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds audit", () => {
  const folder = useTempFolder();
  const audit = (...flags: string[]) =>
    runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", ...flags]);
  const report = async (...flags: string[]) => JSON.parse((await audit("--json", ...flags)).out) as AuditReport;

  for (const [verdict, rows, code] of [
    ["pass", equal, 0],
    ["violated", unequal, 1],
    ["inconclusive", undecided, 3],
  ] as const) {
    it(`ends with ${code} where the gate says ${verdict}`, async () => {
      await folder.write(auditCase(rows));
      const result = await audit("--max-gap", "0.1");
      expect(result.code).to.equal(code);
      expect(result.out).to.match(new RegExp(`^${verdict.toUpperCase()}  `));
      expect(result.log).to.deep.equal([]);
    });
  }

  it("ends with 3 at the default support too, because six rows are too few", async () => {
    await folder.write(auditCase(undecided));
    const { code } = await runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--max-gap", "0.1"]);
    expect(code).to.equal(3);
  });

  it("ends with 0 and says so where no gate is configured, and with 2 where one is required", async () => {
    await folder.write(auditCase(unequal));
    const { code, out } = await audit();
    expect(code).to.equal(0);
    expect(out).to.match(/no gate configured/i);
    const required = await audit("--require-gate", "--out", folder.at("out"));
    expect(required).to.deep.include({ code: 2, out: "" });
    expect(required.log).to.have.length(1);
    expect(required.log[0]).to.match(/--require-gate: expected a gate.*--max-gap/);
    expect(existsSync(folder.at("out"))).to.equal(false);
    expect((await audit("--require-gate", "--max-gap", "1")).code).to.equal(0);
  });

  it("lets --on-inconclusive soften 3, aloud or silently, and nothing else", async () => {
    await folder.write(auditCase(undecided));
    const warned = await audit("--max-gap", "0.1", "--on-inconclusive", "warn");
    expect(warned.code).to.equal(0);
    expect(warned.out).to.match(/^INCONCLUSIVE/);
    expect(warned.log).to.have.length(1);
    expect(warned.log[0]).to.match(/^warning: the data cannot decide/);
    const passed = await audit("--max-gap", "0.1", "--on-inconclusive", "pass");
    expect(passed).to.deep.include({ code: 0, log: [] });
    expect(passed.out).to.match(/^INCONCLUSIVE/);
    await folder.write(auditCase(unequal));
    expect((await audit("--max-gap", "0.1", "--on-inconclusive", "pass")).code).to.equal(1);
  });

  it("writes nothing but JSON to standard output with --json, the same bytes twice", async () => {
    const split = { train: Int32Array.of(0), test: Int32Array.of(3) };
    await folder.write(auditCase(undecided, featureModel({ split })));
    const first = await audit("--json", "--max-gap", "0.1", "--out", folder.at("out"));
    expect(first.code).to.equal(3);
    const parsed = JSON.parse(first.out) as AuditReport;
    expect(parsed).to.deep.include({ schemaVersion: 1, verdict: "inconclusive", split: "all", provider: "cpu" });
    expect(first.log.some((line) => /^warning: the model was trained on 1 of the audited nodes/.test(line))).to.equal(
      true,
    );
    expect(first.log.at(-1)).to.match(/^wrote .*report\.html/);
    const second = await audit("--json", "--max-gap", "0.1");
    expect(second.out).to.equal(first.out);
    expect(await readFile(folder.at("out", "report.json"), "utf8")).to.equal(first.out);
  });

  it("writes report.json, report.md and report.html, over those of an earlier audit", async () => {
    await folder.write(auditCase(equal));
    expect((await audit("--out", folder.at("deep", "out"))).code).to.equal(0);
    await folder.write(auditCase(unequal));
    expect((await audit("--max-gap", "0.1", "--out", folder.at("deep", "out"))).code).to.equal(1);
    expect((await readdir(folder.at("deep", "out"))).sort()).to.deep.equal(["report.html", "report.json", "report.md"]);
    expect(await readFile(folder.at("deep", "out", "report.md"), "utf8")).to.match(/\*\*VIOLATED\.\*\*/);
  });

  it("says loudly, in every form, that audited nodes are ones the model was trained on", async () => {
    const split = { train: Int32Array.of(0, 1), validation: Int32Array.of(2), test: Int32Array.of(3, 4, 5) };
    await folder.write(auditCase(equal, featureModel({ split })));
    const { out } = await audit("--out", folder.at("out"));
    const message = "the model was trained on 2 of the audited nodes";
    expect(out.replace(/\n +/g, " ")).to.contain(`! ${message}`);
    for (const name of ["report.json", "report.md", "report.html"]) {
      expect(await readFile(folder.at("out", name), "utf8"), name).to.contain(message);
    }
    expect((await report()).trainingNodes).to.equal(2);
    const test = await report("--split", "test");
    expect(test.trainingNodes).to.equal(0);
    expect(test.warnings.map(({ code }) => code)).not.to.contain("training-nodes");
  });

  it("audits the part of the split that the model recorded", async () => {
    const split = { train: Int32Array.of(0), validation: Int32Array.of(1, 2), test: Int32Array.of(3, 4, 5) };
    await folder.write(auditCase(equal, featureModel({ split })));
    const rows = async (part: string) => (await report("--split", part)).attributes[0]!.rows.used;
    expect([await rows("train"), await rows("validation"), await rows("test"), await rows("all")]).to.deep.equal([
      1, 2, 3, 6,
    ]);
  });

  it("audits every attribute of the card, or those that are named", async () => {
    const files = auditCase(equal);
    const nodes = String(files["graph/nodes.csv"])
      .replace("id,y", "id,sex,y")
      .replace(/^(n\d),/gm, "$1,f,");
    const card = String(files["graph/graph.yaml"]).replace("sensitive: group", "sensitive: [group, sex]");
    await folder.write({ ...files, "graph/nodes.csv": nodes, "graph/graph.yaml": card });
    const names = async (...flags: string[]) => (await report(...flags)).attributes.map(({ name }) => name);
    expect(await names()).to.deep.equal(["group", "sex"]);
    expect(await names("--sensitive", "sex")).to.deep.equal(["sex"]);
    expect(await names("--sensitive", "sex, group")).to.deep.equal(["sex", "group"]);
  });

  it("counts what a reader counts in the rows", async () => {
    const rows: Rows = [...unequal, ["b", "1", "1"], ["a", "", "1"], ["", "0", "0"]];
    await folder.write(auditCase(rows));
    const [attribute] = (await report()).attributes;
    // Group a: one of one recognised. Group b: one of two.
    expect(attribute!.equalizedOdds.value).to.equal(0.5);
    expect(attribute!.rows).to.deep.include({ read: 9, used: 7 });
    const cell = attribute!.cells.find(({ label, group }) => label === "1" && group === "b")!;
    expect(cell.n).to.equal(2);
    expect(cell.predictions.map(({ k }) => k)).to.deep.equal([1, 1]);
  });

  it("takes the settings from its flags", async () => {
    await folder.write(auditCase(unequal));
    const flags = ["--positive", "1", "--draws", "9", "--alpha", "0.1", "--seed", "5", "--rule", "evidence"];
    const { settings, positiveClass, seed, verdict } = await report(...flags, "--max-gap", "0.1");
    expect(settings).to.deep.include({ minimumSupport: 1, draws: 9, alpha: 0.1, rule: "evidence", maxGap: 0.1 });
    expect([positiveClass, seed]).to.deep.equal(["1", 5]);
    // Three rows a group prove nothing.
    expect(verdict).to.equal("inconclusive");
  });

  it("does not run on the CPU where CUDA was asked for", async function () {
    await folder.write(auditCase(equal));
    const { code, out, log } = await audit("--provider", "cuda", "--out", folder.at("out"));
    if (code === 0) return skipBecause(this, "this machine runs CUDA");
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/provider cuda: expected .*, found .*; .*use provider cpu/);
    expect(existsSync(folder.at("out"))).to.equal(false);
  });
});
