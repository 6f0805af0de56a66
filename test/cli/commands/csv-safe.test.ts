import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { auditCase, unequal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("--csv-safe", () => {
  const folder = useTempFolder();
  const files = auditCase(unequal);
  const risky = {
    ...files,
    "graph/nodes.csv": String(files["graph/nodes.csv"]).replace("n0,", "=n0,").replace("n1,", "-5,"),
    "graph/edges.csv": String(files["graph/edges.csv"])
      .replaceAll(/\bn0\b/g, "=n0")
      .replaceAll(/\bn1\b/g, "-5"),
  };
  const predict = (out: string, ...flags: string[]) =>
    runCli(["predict", folder.at("model.onnx"), folder.at("graph"), "--out", folder.at(out), ...flags]);

  it("keeps spreadsheets from running ids; numbers stay numbers", async () => {
    await folder.write(risky);
    expect((await predict("p.csv")).code).to.equal(0);
    expect((await predict("safe.csv", "--csv-safe")).code).to.equal(0);
    const plain = await readFile(folder.at("p.csv"), "utf8");
    expect(plain).to.contain("\n=n0,").and.contain("\n-5,");
    expect(await readFile(folder.at("safe.csv"), "utf8")).to.equal(plain.replace("\n=n0,", "\n'=n0,"));
  });

  it("is refused where no file has formulas", async () => {
    await folder.write(risky);
    for (const out of ["p.parquet", "p.json", "p.ndjson"]) {
      const { code, log } = await predict(out, "--csv-safe");
      expect(code).to.equal(2);
      expect(log.join("\n")).to.match(/--csv-safe: expected a CSV or TSV file/);
    }
  });
});
