import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import type { AuditReport, GateRun } from "@evenodds/auditor";
import { expect } from "chai";
import type { Log } from "sarif";
import { root } from "../../docs/support/pages.js";
import { runCli } from "../../support/fake-terminal.js";
import { runnerCommands } from "../../support/runner-commands.js";
import { auditCase, equal, unequal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

const fixture = `${root}/test/fixtures/gates`;

describe("evenodds gate", () => {
  const folder = useTempFolder();
  const file = () => folder.at("evenodds.yaml");
  const gate = (...args: string[]) => runCli(["gate", file(), ...args]);
  const read = (...path: string[]) => readFile(folder.at(...path), "utf8");
  const json = async (...args: string[]) => {
    const { out, code } = await gate("--json", ...args);
    return { run: JSON.parse(out) as GateRun, code };
  };

  describe("on a fair, an unfair and an undecidable table", () => {
    beforeEach(() => cp(fixture, folder.at("."), { recursive: true }));

    it("says all three verdicts in every format, with one exit code", async () => {
      const files = ["junit.xml", "gates.sarif", "summary.md"].map((name) => folder.at("ci", name));
      const [junit, sarif, summary] = files as [string, string, string];
      const { code, out, log } = await gate(
        "--out",
        folder.at("out"),
        "--junit",
        junit,
        "--sarif",
        sarif,
        "--summary",
        summary,
      );
      expect(code).to.equal(1);
      expect(out).to.match(/^VIOLATED {2}1 of 4 gates is violated, 1 cannot be decided with these data, 2 hold\.\n/);
      expect(out).to.match(/^unfair .* 0\.400 {2}violated$/m);
      expect(out).to.match(/^undecidable .* 0\.000 {2}inconclusive$/m);
      expect(out).to.match(/^fair .* 0\.100 {2}pass$/m);
      expect(log).to.deep.equal([
        `wrote ${folder.at("out", "gates.html")}, gates.md and gates.json, and the 3 reports beside it`,
        `wrote ${files.join(", ")}`,
      ]);
      const run = JSON.parse(await read("out", "gates.json")) as GateRun;
      const verdicts = run.audits.map(({ name, findings }) => [name, ...findings.map(({ verdict }) => verdict)]);
      expect(verdicts).to.deep.equal([
        ["fair", "pass", "pass"],
        ["unfair", "violated"],
        ["undecidable", "inconclusive"],
      ]);
      expect(run.verdict).to.equal("violated");
      const xml = await readFile(junit, "utf8");
      expect(xml).to.match(/<testsuite name="fair" .*tests="2" failures="0" errors="0" skipped="0"/);
      expect(xml).to.match(/<testsuite name="unfair" .*tests="1" failures="1" errors="0" skipped="0"/);
      expect(xml).to.match(/<testsuite name="undecidable" .*tests="1" failures="0" errors="1" skipped="0"/);
      expect(xml).to.include("0.900 (180 of 200) in group &quot;M&quot; and 0.500 (50 of 100) in group &quot;F&quot;");
      const log2 = JSON.parse(await readFile(sarif, "utf8")) as Log;
      expect(log2.runs.map(({ results }) => results!.map(({ ruleId }) => ruleId))).to.deep.equal([
        [],
        ["gate-violated"],
        ["gate-inconclusive"],
      ]);
      for (const page of [await readFile(summary, "utf8"), await read("out", "gates.md")]) {
        expect(page).to.match(/^\| unfair \| .* \| violated \|/m);
        expect(page).to.match(/^\| undecidable \| .* \| inconclusive \|/m);
        expect(page).to.match(/^\| fair \| .* \| pass \|/m);
      }
      const html = await read("out", "gates.html");
      for (const name of ["fair", "unfair", "undecidable"]) expect(html).to.include(`<a href="${name}/report.html">`);
      const report = await read("out", "unfair", "report.json");
      expect(report).to.include("A gate on this audit is judged by evenodds gate, in gates.html beside the folder");
    });

    it("says that GitHub takes no SARIF file of more than 20 audits, and nothing of 20", async () => {
      const models = (count: number) =>
        Array.from({ length: count }, (_, i) => [
          `  a${i}:`,
          "    counts: fair.csv",
          "    gates: [{ metric: accuracy, floor: 0.5 }]",
        ]);
      const head = [
        "version: 1",
        "defaults: { count-column: count, label: y, prediction: p, sensitive: sex, draws: 0 }",
      ];
      const ofAudits = async (count: number) => {
        await folder.write({ "many.yaml": [...head, "audits:", ...models(count).flat(), ""].join("\n") });
        const sarif = folder.at(`${count}.sarif`);
        const { log, code } = await runCli(["gate", folder.at("many.yaml"), "--sarif", sarif]);
        expect(code).to.equal(0);
        expect((JSON.parse(await readFile(sarif, "utf8")) as Log).runs).to.have.length(count);
        return log;
      };
      expect(await ofAudits(20)).to.deep.equal([`wrote ${folder.at("20.sarif")}`]);
      const [written, note] = await ofAudits(21);
      expect(written).to.equal(`wrote ${folder.at("21.sarif")}`);
      expect(note).to.match(/21\.sarif has 21 runs, .* no file with more than 20: write several files, .*--only/);
    });

    it("says in commands of GitHub Actions what does not pass, at the file of gates, beside clean JSON", async () => {
      await folder.write({ ".git": "gitdir: elsewhere" });
      const start = process.cwd();
      process.chdir(folder.at("."));
      try {
        const { out, log } = await runCli(["gate", "--annotations", "--json"]);
        expect(JSON.parse(out)).to.include({ verdict: "violated" });
        const found = runnerCommands(log.join("\n"));
        expect(found.map(({ name, properties }) => ({ name, ...properties }))).to.deep.equal([
          { name: "error", file: "evenodds.yaml", title: "unfair: equalized odds difference of sex" },
          { name: "error", file: "evenodds.yaml", title: "undecidable: equalized odds difference of sex" },
        ]);
        expect(found[0]!.data).to.include('0.900 (180 of 200) in group "M" and 0.500 (50 of 100) in group "F"');
        expect((await runCli(["gate", "--annotations", "--only", "fair"])).log).to.deep.equal([]);
      } finally {
        process.chdir(start);
      }
    });

    it("has an exit code for each: 0, 1, 3, and 2 where one cannot be judged, whatever the others say", async () => {
      expect((await gate("--only", "fair")).code).to.equal(0);
      expect((await gate("--only", "unfair")).code).to.equal(1);
      expect((await gate("--only", "undecidable")).code).to.equal(3);
      expect((await gate("--only", "fair,undecidable")).code).to.equal(3);
      await rm(folder.at("fair.csv"));
      const { run, code } = await json();
      expect(code).to.equal(2);
      expect(run.verdict).to.equal("error");
      // The others were judged all the same.
      expect(run.audits.map(({ errors, findings }) => [errors.length, findings.length])).to.deep.equal([
        [1, 0],
        [0, 1],
        [0, 1],
      ]);
    });

    it("makes the report that evenodds audit makes of the same flags, options and all", async () => {
      await gate("--only", "fair", "--out", folder.at("out"));
      const flags = ["--count-column", "count", "--label", "y", "--prediction", "p", "--sensitive", "sex"];
      const args = ["--counts", relative("", folder.at("fair.csv")), ...flags, "--positive", "1", "--draws", "200"];
      const { out } = await runCli(["audit", ...args, "--json"]);
      const [made, expected] = [await read("out/fair/report.json"), out].map((text) => JSON.parse(text) as AuditReport);
      expect({ ...made, notes: made!.notes.slice(0, -1) }).to.deep.equal(expected);
      expect(made!.notes.at(-1)).to.match(/^2 gates on this audit are judged by evenodds gate/);
    });

    it("takes several files in one text, each from the folder of the file", async () => {
      const text = (await read("evenodds.yaml")).replace("counts: fair.csv", "counts: fair.csv, unfair.csv");
      await writeFile(file(), text);
      const { run } = await json("--only", "fair");
      expect(run.audits[0]!.errors).to.deep.equal([]);
      expect(run.audits[0]!.findings[0]!.value).to.be.greaterThan(0.1);
    });

    it("gives the same bytes for the same files", async () => {
      expect((await gate("--json")).out).to.equal((await gate("--json")).out);
    });

    it("lets flags count before the file: policy, support, rule", async () => {
      expect((await gate("--only", "undecidable", "--on-inconclusive", "warn")).code).to.equal(0);
      expect((await gate("--only", "undecidable", "--min-support", "3")).code).to.equal(1);
      const { run } = await json("--rule", "evidence", "--alpha", "0.5", "--only", "fair");
      expect(run.audits[0]!.findings.map(({ rule, upper }) => [rule, typeof upper])).to.deep.equal([
        ["evidence", "number"],
        ["evidence", "number"],
      ]);
      expect((await gate("--provider", "cuda")).log[0]).to.include("--provider: expected an option of some audit");
    });

    it("runs the audits that depend on changed files alone, and none where none does", async () => {
      const changed = async (...names: string[]) => {
        const { run, code } = await json("--changed", ...names.map((name) => folder.at(name)));
        return { names: run.audits.map(({ name }) => name), notRun: run.notRun, code };
      };
      expect(await changed("fair.csv")).to.deep.equal({ names: ["fair"], notRun: ["unfair", "undecidable"], code: 0 });
      expect((await changed("unfair.csv", "README.md")).names).to.deep.equal(["unfair"]);
      expect((await changed("evenodds.yaml")).names).to.deep.equal(["fair", "unfair", "undecidable"]);
      expect(await changed("README.md")).to.include({ code: 0 });
      expect((await changed("README.md")).names).to.deep.equal([]);
      const nothing = await gate("--changed");
      expect(nothing.code).to.equal(0);
      expect(nothing.out).to.match(/^NOTHING CHECKED/);
      // A file that was deleted has changed.
      await rm(folder.at("fair.csv"));
      expect((await changed("fair.csv")).code).to.equal(2);
    });

    it("prints what it would run, which runs the same", async () => {
      const printed = await gate("--print-config", "--draws", "50", "--on-inconclusive", "warn");
      expect(printed.code).to.equal(0);
      expect(printed.out).to.match(/^version: 1\naudits:\n {2}fair:\n/);
      expect(printed.out).to.include("\n    draws: 50\n");
      expect(printed.out).to.include("\n        inconclusive: warn\n");
      await writeFile(folder.at("printed.yaml"), printed.out);
      const again = await runCli(["gate", folder.at("printed.yaml"), "--print-config"]);
      expect(again.out).to.equal(printed.out);
      const [first, second] = [
        await gate("--json", "--draws", "50", "--on-inconclusive", "warn"),
        await runCli(["gate", folder.at("printed.yaml"), "--json"]),
      ];
      expect(second.out.replaceAll("printed.yaml", "evenodds.yaml")).to.equal(first.out);
      const asJson = await gate("--print-config", "--json");
      await writeFile(folder.at("printed.json"), asJson.out);
      expect((await runCli(["gate", folder.at("printed.json")])).code).to.equal(1);
    });

    it("overwrites nothing that an audit reads", async () => {
      for (const flag of ["--junit", "--sarif", "--summary"]) {
        for (const name of ["fair.csv", "evenodds.yaml"]) {
          const before = await read(name);
          const { code, log } = await gate(flag, folder.at(name));
          expect(code, `${flag} ${name}`).to.equal(2);
          expect(log[0]).to.include(`${flag}: expected a file that is not read`);
          expect(await read(name)).to.equal(before);
        }
      }
    });

    it("lists a waived violation up to its last day", async () => {
      const text = await read("evenodds.yaml");
      const waive = "        waive: { reason: a new model is trained, until: 2027-01-31 }\n";
      const at = text.indexOf("  undecidable:");
      await writeFile(file(), text.slice(0, at) + waive + text.slice(at));
      const waived = await gate("--only", "unfair", "--today", "2027-01-31");
      expect(waived.code).to.equal(0);
      expect(waived.out).to.match(/ waived$/m);
      expect(waived.out.replaceAll(/\s+/g, " ")).to.include("waived until 2027-01-31: a new model is trained");
      const ended = await gate("--only", "unfair", "--today", "2027-02-01");
      expect(ended.code).to.equal(1);
      expect(ended.out.replaceAll(/\s+/g, " ")).to.include("its waiver ended on 2027-01-31");
      expect((await gate("--today", "soon")).log[0]).to.include("--today: expected a day");
    });
  });

  it("looks for its file in the working directory, and says how to have one", async () => {
    const { code, log } = await runCli(["gate", folder.at("none.yaml")]);
    expect(code).to.equal(2);
    expect(log[0]).to.match(/file: expected a file of gates, found no file .*none\.yaml; evenodds init writes one$/);
  });

  it("audits every model on every graph, and depends on their cards and data", async () => {
    await folder.write(auditCase(equal));
    await folder.write(auditCase(unequal), "b");
    const config = [
      "version: 1",
      "defaults: { min-support: 1, draws: 0, alpha: 0.1, label: y }",
      "audits:",
      "  case:",
      "    model: [model.onnx, b/model.onnx]",
      "    graph: [graph, b/graph]",
      "    gates: [{ metric: equalizedOddsDifference, limit: 0.1 }]",
    ];
    await folder.write({ "evenodds.yaml": config.join("\n") });
    const { run, code } = await json();
    expect(code).to.equal(1);
    expect(run.audits.map(({ name, subject, errors }) => [name, subject, ...errors])).to.have.length(4);
    const names = run.audits.map(({ name }) => name);
    expect(new Set(names).size).to.equal(4);
    const verdicts = run.audits.map(({ findings }) => findings[0]!.verdict);
    expect(verdicts).to.deep.equal(["pass", "violated", "pass", "violated"]);
    const changed = async (name: string) =>
      (await json("--changed", folder.at(name))).run.audits.map((one) => one.name);
    expect(await changed("b/graph/nodes.csv")).to.deep.equal([names[1], names[3]]);
    expect(await changed("b/graph/graph.yaml")).to.deep.equal([names[1], names[3]]);
    expect(await changed("model.onnx")).to.deep.equal([names[0], names[1]]);
    expect(await changed("b/graph/README.md")).to.deep.equal([]);
    expect((await json("--only", "case")).run.audits).to.have.length(4);
    // What the card names is not known any more: the audits run, and say why they cannot.
    await rm(folder.at("b/graph/graph.yaml"));
    expect(await changed("elsewhere.txt")).to.deep.equal([names[1], names[3]]);
  });

  it("judges what an audit is held to by max-gap beside the gates", async () => {
    await folder.write(auditCase(unequal));
    const config = `{"version": 1, "audits": {"case": {"model": "model.onnx", "graph": "graph", "min-support": 1, "draws": 0, "max-gap": 0.1}}}`;
    await folder.write({ "evenodds.json": config });
    const { out, code } = await runCli(["gate", folder.at("evenodds.json"), "--json"]);
    expect(code).to.equal(1);
    expect((JSON.parse(out) as GateRun).audits[0]!.findings).to.have.length(1);
  });
});
