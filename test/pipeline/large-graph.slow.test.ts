import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runChild } from "../cli/support/child.js";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { skipBecause } from "../support/skip-because.js";

const program = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));
const built = fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url));

/**
 * More labelled nodes than a call has arguments, than a regular expression repeats a group, and than one chunk of
 * anything, through every command that sees them all.
 */
describe("a graph of 700,000 labelled nodes", () => {
  const folder = useTempFolder();
  const nodes = 700_000;

  it("is generated, trained on, exported, inspected, predicted and audited by the built commands", async function () {
    this.timeout(900_000);
    if (!existsSync(built)) skipBecause(this, "there is no build; npm run build makes one");
    const evenodds = async (...args: string[]) => {
      const options = { env: { ...process.env, NODE_OPTIONS: "" }, cwd: folder.at() };
      const { code, out, log } = await runChild([process.execPath, program, ...args], options);
      expect(code, `${args.join(" ")}\n${log}`).to.equal(0);
      return out + log;
    };
    const size = ["--nodes", `${nodes}`, "--edges", `${nodes}`, "--features", "2"];
    await evenodds("generate", ...size, "--format", "parquet", "--out", "graph");
    const cheap = ["--method", "gcn", "--hidden", "2", "--engine", "wasm", "--epochs", "1"];
    expect(await evenodds("train", "graph", ...cheap, "--out", "run")).to.include("on 175000 test nodes");
    expect(await evenodds("export", "run", "--out", "model.onnx")).to.include("proven on 5 graphs");

    const inspected = await evenodds("inspect", "model.onnx");
    expect(inspected).to.match(/350000 training, 175000 validation and 175000 test nodes/);
    expect(await evenodds("predict", "model.onnx", "graph", "--out", "predictions.parquet")).to.include(
      `${nodes} nodes`,
    );
    await evenodds("audit", "model.onnx", "graph", "--sensitive", "group", "--split", "test", "--out", "report");
    const report = JSON.parse(await readFile(folder.at("report", "report.json"), "utf8")) as AuditReport;
    const audited = report.attributes[0]!.levels.reduce((sum, { n }) => sum + n, 0);
    expect(audited).to.equal(nodes / 4);

    // The same rows as a table of predictions with groups and labels.
    const table = ["--predictions", "predictions.parquet", "--prediction", "predicted", "--label", "label"];
    const joined = ["--attributes", "graph/nodes.parquet", "--id", "node_id", "--sensitive", "group"];
    await evenodds("audit", ...table, ...joined, "--out", "table");
    const read = JSON.parse(await readFile(folder.at("table", "report.json"), "utf8")) as AuditReport;
    expect(read.attributes[0]!.levels.reduce((sum, { n }) => sum + n, 0)).to.equal(nodes);
  });
});
