import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import type { AuditReport, GateRun } from "@evenodds/auditor";
import { expect } from "chai";
import type { Log } from "sarif";
import { parse } from "yaml";
import { root } from "../../docs/support/pages.js";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const fixture = `${root}/test/fixtures/ratchet`;

describe("evenodds gate with a baseline", () => {
  const folder = useTempFolder();
  const file = () => folder.at("evenodds.yaml");
  const baseline = () => folder.at("baseline.json");
  const gate = (...args: string[]) => runCli(["gate", file(), ...args]);
  const read = (...path: string[]) => readFile(folder.at(...path), "utf8");
  const become = (table: string) => cp(`${fixture}/${table}.csv`, folder.at("counts.csv"));
  const change = async (edit: (text: string) => string) => writeFile(file(), edit(await read("evenodds.yaml")));
  const json = async (...args: string[]) => {
    const { out, code } = await gate("--json", ...args);
    return { run: JSON.parse(out) as GateRun, code };
  };
  beforeEach(() => cp(fixture, folder.at("."), { recursive: true }));

  it("passes the model whose counts are committed", async () => {
    const { code, out } = await gate();
    expect(code).to.equal(0);
    expect(out).to.match(/^PASS {2}3 of 3 gates hold\./);
    expect(out).to.match(/^credit {2}no worse than the baseline in sex .* 0\.000 {2}pass$/m);
  });

  it("catches one small slice that is worse while accuracy and the gap stay, and names it in every format", async () => {
    const figures = async (out: string) => {
      await gate("--out", folder.at(out));
      const { attributes } = JSON.parse(await read(out, "credit", "report.json")) as AuditReport;
      return [attributes[0]!.performance.accuracy, attributes[0]!.equalizedOdds.value];
    };
    const before = await figures("before");
    // F with true label 1 is right 4 times in 25 instead of 20; M with true label 0 816 times in 1000 instead of 800.
    await become("worse");
    expect(await figures("after")).to.deep.equal(before);
    const [junit, sarif, summary] = ["j.xml", "s.json", "s.md"].map((name) => folder.at(name)) as [
      string,
      string,
      string,
    ];
    const { code, out } = await gate("--junit", junit, "--sarif", sarif, "--summary", summary);
    expect(code).to.equal(1);
    expect(out).to.match(/^VIOLATED {2}1 of 3 gates is violated, 2 hold\./);
    const slice = "sex F with true label 1: right 4/25, 20/25 in the baseline";
    expect(out.replaceAll(/\s+/g, " ")).to.include(slice);
    const page = await read("after", "gates.html");
    for (const text of [await read("j.xml"), await read("s.md"), page, await read("after", "gates.json")]) {
      expect(text).to.include("sex F with true label 1: right 4/25, 20/25 in the baseline");
    }
    const { runs } = JSON.parse(await read("s.json")) as Log;
    expect(runs[0]!.results!.map(({ ruleId, message }) => [ruleId, message.text!.includes(slice)])).to.deep.equal([
      ["gate-violated", true],
    ]);
  });

  it("tightens the baseline for a better model, keeps it for a worse one, and then holds the next to it", async () => {
    const committed = await read("baseline.json");
    await become("worse");
    const worse = await gate("--update-baseline");
    expect(worse.code).to.equal(1);
    expect(worse.log[0]).to.match(/which only tightens: 4 of 25 are right in "sex" "F" with true label "1", and 20/);
    expect(await read("baseline.json")).to.equal(committed);
    await become("better");
    const better = await gate("--update-baseline");
    expect(better.code).to.equal(0);
    expect(better.log[0]).to.match(/^wrote .*baseline\.json: it is tighter now$/);
    const tightened = await read("baseline.json");
    expect(tightened).to.not.equal(committed);
    expect((await gate("--update-baseline")).log).to.deep.equal([]);
    // By chance alone the first model is no worse than this one, and the file stays all the same.
    await cp(`${fixture}/counts.csv`, folder.at("counts.csv"));
    expect((await gate("--update-baseline")).code).to.equal(0);
    expect(await read("baseline.json")).to.equal(tightened);
  });

  it("ends with 2 for a baseline that is missing, was changed by hand, or is of other rows", async () => {
    const errors = async () => {
      const { run, code } = await json();
      expect([code, run.verdict]).to.deep.equal([2, "error"]);
      // The gates were judged all the same.
      expect(run.audits[0]!.findings.map(({ verdict }) => verdict)).to.deep.equal(["pass", "pass"]);
      return run.audits[0]!.errors.join();
    };
    const committed = await read("baseline.json");
    await become("other");
    expect(await errors()).to.match(/^baseline: rows by group and label of "sex".*make a new one with --rebase$/);
    expect((await gate("--update-baseline")).code).to.equal(2);
    await become("better");
    await writeFile(baseline(), committed.replace("816", "700").replace("800", "700"));
    expect(await errors()).to.match(/changed by hand; make it anew with --rebase/);
    expect((await gate("--update-baseline")).code).to.equal(2);
    await rm(baseline());
    expect(await errors()).to.match(/found no such file; make it with --rebase and commit it$/);
    expect((await gate("--update-baseline")).code).to.equal(2);
  });

  it("makes the committed baseline with --rebase, which starts anew for other rows", async () => {
    const committed = await read("baseline.json");
    await rm(baseline());
    const first = await gate("--rebase");
    expect(first.code).to.equal(0);
    expect(first.log).to.deep.equal([`wrote ${relative("", baseline())}: later models are held against this one`]);
    expect(await read("baseline.json")).to.equal(committed);
    await become("other");
    expect((await gate("--rebase")).code).to.equal(0);
    expect((await gate()).code).to.equal(0);
  });

  it("needs no gates beside it, and lists without blocking where its severity is warning", async () => {
    await change((text) => text.replace(/ {4}gates:[^]*$/, ""));
    expect((await gate()).code).to.equal(0);
    await become("worse");
    expect((await gate()).code).to.equal(1);
    await change((text) => text.replace("baseline.json\n", "{ file: baseline.json, severity: warning }\n"));
    const { code, run } = await json();
    expect(code).to.equal(0);
    expect(run.audits[0]!.findings[0]).to.include({ verdict: "violated", severity: "warning", blocks: false });
  });

  it("depends on the baseline with --changed, and shows it with --print-config", async () => {
    const changed = async (name: string) => (await json("--changed", folder.at(name))).run.audits.length;
    expect(await changed("baseline.json")).to.equal(1);
    expect(await changed("worse.csv")).to.equal(0);
    const { out } = await gate("--print-config", "--on-inconclusive", "warn");
    const config = parse(out) as { audits: { credit: { baseline: unknown } } };
    expect(config.audits.credit.baseline).to.deep.equal({
      ...{ file: "baseline.json", severity: "error", inconclusive: "warn" },
    });
    await writeFile(file(), out);
    expect((await gate()).code).to.equal(0);
  });

  it("refuses one baseline for two audits, and to write where something is read", async () => {
    const second = "  other:\n    counts: better.csv\n    baseline: ./baseline.json\n";
    await change((text) => text + second);
    const { code, log } = await gate();
    expect(code).to.equal(2);
    expect(log[0]).to.match(
      /audits\.other\.baseline: expected a file of its own for each audit, found one of credit and/,
    );
    await change((text) => text.replaceAll(/baseline: .*/g, "baseline: kept/{audit}.json"));
    expect((await gate("--rebase")).code).to.equal(0);
    expect((await gate()).code).to.equal(0);
    expect(await read("kept", "other.json")).to.include('"kind": "baseline"');
    await change((text) => text.replace("kept/{audit}.json", "counts.csv"));
    const refused = await gate("--rebase");
    expect(refused.code).to.equal(2);
    expect(refused.log[0]).to.include("baseline of credit: expected a file that is not read");
    expect((await gate("--junit", folder.at("kept/other.json"))).log[0]).to.include(
      "which is read as baseline of other",
    );
  });

  it("refuses to write baselines where the file has none", async () => {
    await change((text) => text.replace(/ {4}baseline: .*\n/, ""));
    const { code, log } = await gate("--update-baseline");
    expect(code).to.equal(2);
    expect(log[0]).to.match(/--update-baseline: expected a baseline of some audit of the file, found none/);
  });
});
