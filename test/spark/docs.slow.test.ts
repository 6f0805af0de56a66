import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { commandLines } from "../docs/support/command-lines.js";
import { codeBlocks, readPage, root } from "../docs/support/pages.js";
import { rowsOfQuery } from "./support/spark-graph.js";
import { requireSpark, submit, submitWords } from "./support/spark-python.js";

describe("docs/spark.md", function () {
  this.timeout(1_800_000);
  let folder = "";
  const said = new Map<string, { readonly code: number | null; readonly stdout: string }>();

  before(async function () {
    requireSpark(this);
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
    symlinkSync(join(root, "packages"), join(folder, "packages"));
    const lines = codeBlocks(readPage("docs/spark.md"), "sh").flatMap(commandLines);
    for (const { words } of [...lines, predict]) said.set(words.join(" "), await execute(words, folder));
  });

  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  it("shows commands that work one after another", () => {
    expect(said.size).to.equal(8);
    for (const [line, { code }] of said) expect(code, line).to.equal(0);
  });

  it("leads to the same figures from predictions and from counts", () => {
    const figures = [...said]
      .filter(([line]) => line.startsWith("npx evenodds audit"))
      .map(([, { stdout }]) => stdout.match(/equalized odds difference \S+/)?.[0]);
    expect(figures).to.have.length(2);
    expect(figures[0]).to.be.a("string").and.equal(figures[1]);
  });

  it("leads to the predictions of the whole model", async () => {
    const query = (file: string) =>
      rowsOfQuery(`SELECT node_id, predicted FROM '${join(folder, "out", file)}' ORDER BY node_id`);
    const found = await query("predictions/part-00000.parquet");
    expect(found).to.have.length(2000);
    expect(found).to.deep.equal(await query("predicted.parquet"));
  });

  it("leads to counts of all rows", async () => {
    expect(existsSync(join(folder, "out/counts/_summary.json"))).to.equal(true);
    const [row] = await rowsOfQuery(
      `SELECT sum(count)::INTEGER AS rows FROM '${join(folder, "out/counts/part-00000.parquet")}'`,
    );
    expect(row).to.deep.equal({ rows: 2000 });
  });
});

const predict = {
  words: ["npx", "evenodds", "predict", "out/first.onnx", "out/graph", "--out", "out/predicted.parquet"],
};

async function execute(words: readonly string[], folder: string): Promise<{ code: number | null; stdout: string }> {
  if (words[0] === "spark-submit") {
    const own = words.slice(words.indexOf("--master") + 2);
    return submit([...submitWords("local[2]"), ...own], folder);
  }
  const command = join(root, "packages/cli/bin/evenodds.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words.slice(2)], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${words.join(" ")}\n${stderr}`);
  return { code: status, stdout };
}
