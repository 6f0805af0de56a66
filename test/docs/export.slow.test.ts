import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@evenodds/cli/internal";
import { contract, metadataKeys, type ExportForm } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { expectLogits } from "../exporter/support/expect-logits.js";
import { gcn, randomModel } from "../exporter/support/models.js";
import { loadOnnx } from "../exporter/support/run-onnx.js";
import { randomGraph } from "../support/tiny-graphs.js";
import { codeBlocks, readPage, root, section, tableRows } from "./support/pages.js";
import { quietTerminal } from "./support/quiet-terminal.js";

const page = readPage("docs/export.md");

describe("docs/export.md", () => {
  it("shows what evenodds export prints, but for digits", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evenodds-export-"));
    try {
      const log: string[] = [];
      const execute = async (words: readonly string[]) => {
        const quiet = quietTerminal();
        expect(await run(words, quiet.terminal), quiet.log.join("\n")).to.equal(0);
        log.splice(0, log.length, ...quiet.log);
      };
      const [trained, written] = [join(folder, "run"), join(folder, "model.onnx")];
      await execute(["train", join(root, "samples/nba"), "--method", "gcn", "--epochs", "1", "--out", trained]);
      await execute(["export", trained, "--out", written]);
      const printed = log.join("\n").replace(written, "model.onnx");
      expect(withoutResults(printed)).to.deep.equal(withoutResults(codeBlocks(page, "text")[0]!));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("sums up the contract", () => {
    const named = tableRows(section(page, "The contract")).map(([tensor]) => tensor);
    const { x, edgeIndex, edgeWeight, logits } = contract;
    expect(named.slice(1)).to.deep.equal([
      ...[x, edgeIndex, edgeWeight].map((input) => `input \`${input}\``),
      `output \`${logits}\``,
    ]);
    expect(page).to.include(`IR version ${contract.irVersion}, opset ${contract.opset}`);
    for (const key of Object.values(metadataKeys)) expect(page).to.include(`\`${key}\``);
  });

  const model = randomModel([gcn("first", 5, 4), { kind: "relu" }, gcn("second", 4, 3)]);
  const forms: readonly ExportForm[] = ["fast", "portable"];

  for (const form of forms) {
    it(`says that graphs side by side get the logits that each gets alone: ${form}`, async () => {
      const logits = await loadOnnx(exportModel(model, { form }));
      const [first, second] = [randomGraph(1), randomGraph(2, { nodes: 7, arcs: 15 })];
      const behind = (indices: Int32Array) => indices.map((index) => index + first.nodeCount);
      const both = await logits({
        ...first,
        nodeCount: first.nodeCount + second.nodeCount,
        source: Int32Array.of(...first.source, ...behind(second.source)),
        target: Int32Array.of(...first.target, ...behind(second.target)),
        features: Float32Array.of(...first.features, ...second.features),
      });
      expectLogits(both, Float64Array.of(...(await logits(first)), ...(await logits(second))));
    });
  }

  it("says what becomes of a source outside of the graph", async () => {
    const outcome = async (form: ExportForm, source: number) => {
      const session = await InferenceSession.create(exportModel(model, { form }), { logSeverityLevel: 4 });
      const edges = BigInt64Array.of(BigInt(source), 1n);
      try {
        const { logits } = await session.run({
          x: new Tensor("float32", new Float32Array(15).fill(1), [3, 5]),
          edge_index: new Tensor("int64", edges, [2, 1]),
        });
        return [...(logits!.data as Float32Array)];
      } catch {
        return "an error";
      } finally {
        await session.release();
      }
    };
    const filler = await outcome("fast", 3);
    expect(await outcome("fast", -1)).to.deep.equal(filler);
    expect(filler).to.not.deep.equal(await outcome("fast", 2));
    expect(await outcome("portable", -1)).to.deep.equal(await outcome("portable", 2));
    expect(await Promise.all([outcome("fast", 4), outcome("portable", 3)])).to.deep.equal(["an error", "an error"]);
  });

  it("is where the other pages send a reader", () => {
    for (const other of ["README.md", "docs/getting-started.md", "docs/model-format.md", "docs/import.md"]) {
      expect(readFileSync(join(root, other), "utf8"), other).to.match(/\]\((?:docs\/)?export\.md(?:#[\w-]+)?\)/);
    }
  });
});

/** The words of a text, its sizes of graphs among them, without differences of logits and sizes of files. */
function withoutResults(text: string): string[] {
  return text
    .replace(/\d\.\de[+-]\d+/g, "…")
    .replace(/\d+ bytes/, "… bytes")
    .split(/[\s─-╿]+/)
    .filter((word) => word !== "");
}
