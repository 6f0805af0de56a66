/** Inputs of public bug reports on ONNX Runtime's WebGPU provider, and what is right on them. */
import { openNodeSession } from "@evenodds/auditor";
import { runProbe } from "@evenodds/cli/internal";
import { exportForms, maximum, Random, type Graph } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { layerModels } from "../exporter/support/layer-models.js";
import { requireWebGpu } from "../support/on-webgpu.js";
import { scatterModel } from "../support/onnx-models.js";
import { randomGraph } from "../support/tiny-graphs.js";

describe("ScatterND with duplicates differs between WebGPU and wasm (onnxruntime#24070)", () => {
  it("gives what one thread of the CPU gives, or is refused", async function () {
    requireWebGpu(this);
    const random = Random.of(1, "crowded");
    const [nodes, arcs, width] = [50, 2000, 4];
    const graph: Graph = {
      ...randomGraph(1, { nodes, arcs, features: width }),
      // Whole numbers, so that sums are exact, and few targets.
      features: Float32Array.from({ length: nodes * width }, () => random.integer(17)),
      target: Int32Array.from({ length: arcs }, () => random.integer(3)),
    };
    const run = async (provider: "cpu" | "webgpu") => {
      const session = await openNodeSession(scatterModel({ features: width }), { provider });
      const { values } = await session.run(graph);
      await session.release();
      return [...values];
    };
    const expected = await run("cpu");
    const found = await run("webgpu").catch((error: Error) => error.message);
    if (typeof found === "string") expect(found).to.match(/provider webgpu/);
    else expect(found).to.deep.equal(expected);
  });
});

describe("int64 operators without a kernel on WebGPU (onnxruntime#29756, #25236, #27291)", () => {
  /** The largest difference between the logits of both providers, relative to those above 1. */
  async function difference(bytes: Uint8Array, graph: Graph): Promise<number> {
    const run = async (provider: "cpu" | "webgpu") => {
      const session = await openNodeSession(bytes, { provider });
      const { logits } = await session.run(graph);
      await session.release();
      return logits;
    };
    const [cpu, gpu] = [await run("cpu"), await run("webgpu")];
    expect(gpu).to.have.length(cpu.length);
    return maximum(Float64Array.from(cpu, (value, i) => Math.abs(value - gpu[i]!) / Math.max(1, Math.abs(value))));
  }

  for (const form of exportForms) {
    for (const [name, model] of Object.entries(layerModels())) {
      it(`run no node with numbers of ${name} elsewhere in the ${form} form, and give what the CPU gives`, async function () {
        requireWebGpu(this);
        const { featureNames } = model;
        const graph = { ...randomGraph(1, { nodes: 30, arcs: 90, features: 3 }), featureNames };
        expect(await difference(exportModel(model, { form }), graph)).to.be.below(1e-5);
      });
    }

    it(`run no node with numbers elsewhere in the ${form} form where there is no arc`, async function () {
      requireWebGpu(this);
      const model = layerModels()["batch norm between all of them"]!;
      const graph = { ...randomGraph(1, { nodes: 3, arcs: 0, features: 3 }), featureNames: model.featureNames };
      expect(await difference(exportModel(model, { form }), graph)).to.be.below(1e-5);
    });
  }
});

describe("a failed adapter request hangs at exit (onnxruntime#29553)", () => {
  it("is probed in a child process with a time limit, whichever way it goes", async () => {
    const before = process.env.VK_ICD_FILENAMES;
    process.env.VK_ICD_FILENAMES = "/nowhere.json";
    try {
      const outcome = await runProbe("provider webgpu");
      expect(outcome.works).to.equal(false);
      if (outcome.works) return;
      expect(outcome.reason).to.equal("no WebGPU adapter");
      expect(outcome.remedy).to.match(/use provider cpu/);
    } finally {
      if (before === undefined) delete process.env.VK_ICD_FILENAMES;
      else process.env.VK_ICD_FILENAMES = before;
    }
  });
});
