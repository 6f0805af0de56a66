import {
  auditOptions,
  auditSubjects,
  checkOptions,
  DescribedCommand,
  effectiveOptions,
  type AuditSubject,
} from "@evenodds/cli/internal";
import { expect } from "chai";
import { auditExamples, auditValues } from "../../support/audit-options.js";

const subjects = Object.keys(auditSubjects) as AuditSubject[];

/** The options that a command line of an audit comes to; undefined where it is refused. */
async function optionsOf(args: readonly string[], subject: AuditSubject) {
  const command = new DescribedCommand(auditOptions).exitOverride().configureOutput({ writeErr: () => undefined });
  command.action(() => checkOptions(command, [subject]));
  try {
    await command.parseAsync([...args], { from: "user" });
  } catch {
    return undefined;
  }
  return effectiveOptions(command, [subject]);
}

const table = ["--predictions", "p.csv", "--label", "y", "--prediction", "p", "--sensitive", "sex"];

describe("effectiveOptions", () => {
  it("has what was given, and the defaults of what was not", async () => {
    expect(await optionsOf([...table, "--draws", "9", "--max-gap", "0.1"], "predictions")).to.deep.equal({
      alpha: 0.05,
      draws: 9,
      header: true,
      label: "y",
      "max-gap": 0.1,
      "min-support": 5,
      missing: "exclude",
      "on-inconclusive": "fail",
      prediction: "p",
      predictions: ["p.csv"],
      rule: "point",
      seed: 0,
      sensitive: ["sex"],
    });
  });

  it("leaves out defaults that change nothing beside what was given", async () => {
    const without = await optionsOf([...table, "--draws", "0"], "predictions");
    expect(without).to.include({ draws: 0 }).and.not.to.have.any.keys("seed", "rule", "on-inconclusive", "max-gap");
    const weighted = await optionsOf([...table, "--weight", "w"], "predictions");
    expect(weighted).to.include({ weight: "w" }).and.not.to.have.any.keys("draws", "seed");
    const listed = await optionsOf(["m.onnx", "graph", "--nodes", "n.txt"], "classifier");
    expect(listed).to.include({ nodes: "n.txt" }).and.not.to.have.any.keys("split");
    expect(await optionsOf(["m.onnx", "graph"], "classifier")).to.include({ split: "all", provider: "cpu" });
  });

  it("says the same of a default that is given as of one that is not", async () => {
    for (const subject of subjects) {
      const plain = (await optionsOf(auditExamples[subject], subject))!;
      for (const { flags, standard } of auditOptions.options) {
        const [flag] = flags.split(" ");
        if ((typeof standard !== "string" && typeof standard !== "number") || !(flag!.slice(2) in plain)) continue;
        expect(await optionsOf([...auditExamples[subject], flag!, `${standard}`], subject), flag).to.deep.equal(plain);
      }
    }
  });

  it("has every option that changes a result, and none that is written or that only limits", async () => {
    const silent = [
      "annotations",
      "attest",
      "attest-key",
      "dry-run",
      "json",
      "junit",
      "memory",
      "out",
      "sarif",
      "summary",
      "timeout",
    ];
    for (const subject of subjects) {
      for (const { flags } of auditOptions.options) {
        const [flag] = flags.split(" ");
        const name = flag!.replace(/^--(no-)?/, "");
        if (auditExamples[subject].includes(flag!)) continue;
        const value = flags.includes("<") ? [auditValues[flag!]!] : [];
        const found = await optionsOf([...auditExamples[subject], flag!, ...value], subject);
        if (found === undefined) continue;
        expect(name in found, `${subject} ${flag}`).to.equal(!silent.includes(name));
        expect(JSON.parse(JSON.stringify(found)), flag).to.deep.equal(found);
        expect(Object.keys(found), flag).to.deep.equal(Object.keys(found).sort());
      }
    }
  });

  it("makes plain data of what is listed by attribute", async () => {
    const args = [...table, "--bins", "sex=1,2", "--levels", "b=F,M", "--levels", "a=x,y", "--cross", "sex*a"];
    const found = await optionsOf(args, "predictions");
    expect(found).to.deep.include({ bins: { sex: [1, 2] }, levels: { a: ["x", "y"], b: ["F", "M"] } });
    expect(Object.keys(found!.levels as object)).to.deep.equal(["a", "b"]);
    expect(found!.cross).to.deep.equal([["sex", "a"]]);
    expect(await optionsOf([...table, "--no-header"], "predictions")).to.include({ header: false });
  });

  it("names files without folders, queries by their hash and databases without what is secret", async () => {
    const columns = table.slice(2);
    expect(await optionsOf(["--predictions", "/home/me/a.csv,x/b.csv", ...columns], "predictions")).to.deep.include({
      predictions: ["a.csv", "b.csv"],
    });
    const url = "postgres://me:pa%20ss@db.example.org:5433/people?sslpassword=hidden&options=x#y";
    const found = (await optionsOf(["--sql", "select 1", "--postgres", url, ...columns], "postgres"))!;
    expect(found.postgres).to.equal("postgres://me@db.example.org:5433/people");
    // printf %s 'select 1' | sha256sum
    expect(found.sql).to.equal("sha256:822ae07d4783158bc1912bb623e5107cc9002d519e1143a9c200ed6ee18b6d0f");
    const remote = await optionsOf(
      ["--sql", "select 1", "--spark", "sc://h:15002/;token=hush;user_id=me", ...columns],
      "spark",
    );
    expect(remote!.spark).to.equal("sc://h:15002");
    const trino = await optionsOf(
      ["--sql", "select 1", "--trino", "https://me:pass@h:8443/c/s?a=hush", ...columns],
      "trino",
    );
    expect(trino!.trino).to.equal("https://me@h:8443/c/s");
    const broken = await optionsOf(["--sql", "select 1", "--postgres", "postgres://a:b c@[x", ...columns], "postgres");
    expect(broken!.postgres).to.equal("postgres://");
    const local = await optionsOf(["--sql", "select 1", "--db", "/home/me/people.duckdb", ...columns], "duckdb");
    expect(local).to.include({ db: "people.duckdb" });
  });
});
