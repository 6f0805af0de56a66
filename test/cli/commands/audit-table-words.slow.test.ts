import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

/** 180 rows that each weigh 0.45, so that rows and weights differ: 81 in all. Group C has one row. */
const rows = Array.from({ length: 180 }, (_, i) => ({
  ...{ id: `r${i}`, sex: i === 0 ? "C" : i % 2 === 0 ? "F" : "M", age: i % 3 === 0 ? "old" : "young" },
  ...{ y: (i * 7) % 5 < 2 ? 1 : 0, p: (i * 11) % 7 < 3 ? 1 : 0, always: 1, s: ((i * 13) % 10) / 10 },
  ...{ number: i % 6, guess: (i % 6) + (i % 4) / 8, w: 0.45, whole: 5, place: `p${i % 12}`, n: 1 + (i % 3) },
}));
const columns = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[];
const csv = [columns.join(","), ...rows.map((row) => columns.map((name) => row[name]).join(",")), ""].join("\n");

const table = ["--predictions", "t.csv", "--sensitive", "sex,age"];
const labelled = [...table, "--label", "y"];

/** Audits of tables whose reports have all kinds of sections, findings and warnings. */
const audits: Readonly<Record<string, readonly string[]>> = {
  "without labels": [...table, "--prediction", "p"],
  "with labels": [...labelled, "--prediction", "p", "--max-gap", "0.1"],
  "judged by evidence": [...labelled, "--prediction", "p", "--max-gap", "0.1", "--rule", "evidence"],
  "one prediction alone": [...labelled, "--prediction", "always", "--max-gap", "0.1"],
  "small cells": [...labelled, "--prediction", "p", "--min-support", "40"],
  "scores, a condition and clusters": [
    ...["--predictions", "t.csv", "--sensitive", "sex", "--label", "y", "--score", "s", "--positive", "1"],
    ...["--threshold", "0.5", "--given", "age", "--cluster", "place", "--max-gap", "0.1"],
  ],
  "a query": ["--sql", "SELECT * FROM 't.csv'", "--sensitive", "sex", "--label", "y", "--prediction", "p"],
  counts: ["--counts", "t.csv", "--count-column", "n", "--sensitive", "sex", "--label", "y", "--prediction", "p"],
};
const regression = [
  ...["--predictions", "t.csv", "--sensitive", "sex", "--regression", "--label", "number", "--prediction", "guess"],
  ...["--max-error-gap", "0.1"],
];

describe("texts about a table", () => {
  const folder = useTempFolder();
  const cwd = process.cwd();
  beforeEach(async () => {
    await folder.write({ "t.csv": csv });
    process.chdir(folder.at());
  });
  afterEach(() => process.chdir(cwd));

  /** All that an audit says, by the form in which it says it. */
  async function said(flags: readonly string[]): Promise<Record<string, string>> {
    const files = ["--out", "out", "--junit", "j.xml", "--sarif", "a.sarif", "--summary", "s.md"];
    const { code, out, log } = await runCli(["audit", ...flags, ...files]);
    expect([0, 1, 3], log.join("\n")).to.include(code);
    const names = ["out/report.json", "out/report.md", "out/report.html", "j.xml", "a.sarif", "s.md"];
    const texts = await Promise.all(names.map(async (name) => [name, await readFile(name, "utf8")] as const));
    return { out, log: log.join("\n"), ...Object.fromEntries(texts) };
  }

  it("call its rows rows, and never nodes", async () => {
    for (const [what, flags] of [...Object.entries(audits), ["a regression", regression] as const]) {
      for (const weight of what === "a regression" ? [[]] : [[], ["--weight", "w"]]) {
        for (const [form, text] of Object.entries(await said([...flags, ...weight]))) {
          // Keys of the JSON stay as they are.
          const texts = form.endsWith(".json") ? text.replace(/"(nodes|trainingNodes)":/g, "") : text;
          expect(/.{0,60}\bnodes?\b.{0,60}/i.exec(texts)?.[0], `${what} ${weight.join(" ")}: ${form}`).to.equal(
            undefined,
          );
        }
      }
    }
  });

  it("count rows as rows, and call sums of weights weights", async () => {
    for (const [what, flags] of Object.entries(audits)) {
      const factor = what === "counts" ? 2 : 1;
      const counted = 180 * factor;
      const how = what === "counts" ? 'counted by "n"' : "read";
      const sums = [
        ["w", 0.45],
        ["whole", 5],
      ] as const;
      for (const [column, each] of sums) {
        const forms = await said([...flags, "--weight", column]);
        const account = `${counted} rows ${how} = ${counted} used; those used weigh ${(counted * each).toLocaleString("en-US")}`;
        const plain = (text: string) => text.replace(/\s+/g, " ").replaceAll("&quot;", '"').replaceAll("\\", "");
        for (const form of ["out", "out/report.md", "out/report.html", "s.md"])
          expect(plain(forms[form]!), `${what}: ${form}`).to.include(account);
        const { attributes } = JSON.parse(forms["out/report.json"]!) as {
          attributes: { rows: object; permutation: { pValue: number | null } }[];
        };
        for (const { rows: account, permutation } of attributes) {
          expect(account).to.deep.include({ read: counted, used: counted });
          expect(account)
            .to.have.property("weight")
            .closeTo(counted * each, 1e-9);
          // A test needs rows; whole weights are none.
          expect(permutation.pValue).to.equal(null);
        }
        expect(forms["j.xml"]).to.include(`"rows.read" value="${counted}"`).and.include('"rows.weight"');
        for (const [form, text] of Object.entries(forms)) {
          if (form.endsWith(".json")) continue;
          expect(/\bn = [\d.]+/.exec(text)?.[0], `${what}: ${form}`).to.equal(undefined);
          // Sums of weights are fractions here; effective rows may be too, and are called so.
          const fractions = text.matchAll(/(\w+ )?\d\.\d+ rows\b/g);
          expect(Array.from(fractions, ([, before]) => before).filter((word) => word !== "worth ")).to.deep.equal([]);
        }
      }
    }
  });

  it("names no weight where there is none", async () => {
    const { out, "out/report.json": json, "j.xml": junit } = await said(audits["with labels"]!);
    expect(out)
      .to.include("180 rows read = 180 used.")
      .and.not.match(/weighs|by weight|those used/);
    expect(json).not.to.match(/weight":/);
    expect(junit).not.to.include("rows.weight");
  });
});
