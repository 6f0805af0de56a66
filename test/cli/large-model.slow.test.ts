import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectModel } from "@evenodds/auditor";
import { encodeSafetensors } from "@evenodds/core";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { skipBecause } from "../support/skip-because.js";
import { writeLearnable } from "./support/trained-run.js";

/**
 * Columns of the widest weight `[20000, outputs]`: 1.6 GB, and 2.16 GB, which no protobuf message and no single read
 * takes.
 */
const sizes = [20_000, 27_000];
const inputs = 20_000;

/**
 * Commands on models whose weights are larger than what one ONNX file can hold. Needs EVENODDS_LARGE=1, 7 GB on the
 * disk for temporary files, 10 GB of memory and some minutes.
 */
describe("models of more than 1.5 GB", function () {
  this.timeout(3_600_000);
  let folder = "";
  const at = (name: string) => join(folder, name);

  beforeEach(async function () {
    if (process.env.EVENODDS_LARGE !== "1")
      skipBecause(this, "needs 10 GB of memory and some minutes; EVENODDS_LARGE=1 runs it");
    folder = await mkdtemp(join(tmpdir(), "evenodds-large-"));
  });
  afterEach(() => (folder === "" ? undefined : rm(folder, { recursive: true, force: true })));

  async function succeed(...args: string[]): Promise<string> {
    const { code, out, log } = await runCli(args);
    expect(code, log.join("\n")).to.equal(0);
    return out + log.join("\n");
  }

  for (const outputs of sizes) {
    it(`are imported, inspected, run, audited and optimized: ${4 * inputs * outputs} bytes in one weight`, async () => {
      await writeState(at("state.safetensors"), outputs);
      await writeFile(at("card.yaml"), card);
      await writeLearnable(at("graph"));
      const state = ["import", at("state.safetensors"), "--model", at("card.yaml")];
      await succeed(...state, "--form", "portable", "--out", at("model.onnx"));
      await rm(at("state.safetensors"));
      const { externalFiles, bytes } = inspectModel(await readFile(at("model.onnx")));
      const { size } = await stat(at("model.onnx.data"));
      expect(externalFiles).to.deep.equal([{ path: "model.onnx.data", bytes: size }]);
      expect(size).to.be.above(4 * inputs * outputs);
      expect(bytes).to.be.below(1_000_000);
      expect(await succeed("inspect", at("model.onnx"))).to.include(`model.onnx.data (${size} bytes)`);
      await succeed("predict", at("model.onnx"), at("graph"), "--out", at("p.csv"));
      await succeed("audit", at("model.onnx"), at("graph"), "--split", "all");
      await succeed("optimize", at("model.onnx"), "--out", at("fast.onnx"));
      expect((await stat(at("fast.onnx.data"))).size).to.equal(size);
      await succeed("predict", at("fast.onnx"), at("graph"), "--out", at("q.csv"));
      const lines = (name: string) => readFile(at(name), "utf8").then((text) => text.split("\n").length);
      expect(await lines("q.csv")).to.equal(await lines("p.csv"));
    });
  }
});

const card = `
label: label
classes: [class 0, class 1]
features: [f0, f1, f2]
layers:
  - { kind: gcn, key: first }
  - relu
  - { kind: linear, key: wide }
  - relu
  - { kind: linear, key: last }
`;

/**
 * Weights in no order; most hidden columns are 0 for a node, so that the reference, which skips those, takes less time.
 */
async function writeState(path: string, outputs: number): Promise<void> {
  const tensor = (shape: number[], draw: (uniform: number) => number) => {
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    let state = 12345;
    for (let i = 0; i < values.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      values[i] = draw(state / 2 ** 32);
    }
    return { shape, values };
  };
  const state = new Map([
    ["first.lin.weight", tensor([inputs, 3], (u) => u)],
    ["first.bias", tensor([inputs], () => -0.6)],
    ["wide.weight", tensor([outputs, inputs], (u) => u / 10)],
    ["wide.bias", tensor([outputs], (u) => u)],
    ["last.weight", tensor([2, outputs], (u) => u / 10)],
    ["last.bias", tensor([2], (u) => u)],
  ]);
  await writeFile(path, encodeSafetensors(state, {}));
}
