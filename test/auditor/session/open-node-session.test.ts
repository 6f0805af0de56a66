import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectModel, openNodeSession } from "@evenodds/auditor";
import { cudaRemedy, webGpuRemedy } from "@evenodds/auditor/internal";
import { EngineError, InputError, ModelError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import onnxProto from "onnx-proto";
import { caught } from "../../support/caught.js";
import { buildModel, contract, linearModel, node, scatterModel } from "../../support/onnx-models.js";
import { sixNodes } from "../../support/six-nodes.js";
import { skipBecause } from "../../support/skip-because.js";

describe("openNodeSession", () => {
  it("runs a model whose logits are the features", async () => {
    const session = await openNodeSession(linearModel({ features: 2, classes: 2 }), { provider: "cpu" });
    const run = await session.run(sixNodes());
    expect(run.columns).to.equal(2);
    expect([...run.logits]).to.deep.equal([2, 1, 3, 0, 0, 1, 1, 2, 5, 4, -1, 0]);
    expect(run.placement).to.equal(null);
    expect(session.notes).to.deep.equal([]);
    await session.release();
    await session.release();
  });

  it("runs one session on graphs of different sizes, one of them without arcs", async () => {
    const session = await openNodeSession(linearModel({ features: 2, classes: 1 }, { weights: [1, 10] }), {
      provider: "cpu",
    });
    const small = sixNodes({
      nodeCount: 1,
      source: new Int32Array(0),
      target: new Int32Array(0),
      features: Float32Array.of(3, 4),
      nodeIds: ["only"],
    });
    expect([...(await session.run(small)).logits]).to.deep.equal([43]);
    expect([...(await session.run(sixNodes())).logits]).to.deep.equal([12, 3, 10, 21, 45, -1]);
    await session.release();
  });

  it("says as each stage begins, and takes a description that is known already", async () => {
    const bytes = linearModel({ features: 2, classes: 2 });
    const description = inspectModel(bytes);
    const stages: string[] = [];
    const onStage = (stage: string) => stages.push(stage);
    const session = await openNodeSession(bytes, { provider: "cpu", description, onStage });
    expect(session.description).to.equal(description);
    await session.run(sixNodes());
    await session.run(sixNodes());
    expect(stages).to.deep.equal(["load model", "prepare inputs", "run model", "prepare inputs", "run model"]);
    await session.release();
  });

  it("passes arcs as source and target rows", async () => {
    const session = await openNodeSession(scatterModel({ features: 2 }), { provider: "cpu" });
    // Arcs 0→1, 0→1 and 2→5: node 1 sums twice node 0, node 5 is node 2.
    const graph = sixNodes({ source: Int32Array.of(0, 0, 2), target: Int32Array.of(1, 1, 5) });
    expect([...(await session.run(graph)).logits]).to.deep.equal([0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
    await session.release();
  });

  it("gives a racing ScatterND one thread, says so, and repeats itself bit by bit", async () => {
    const nodes = 2000;
    const arcs = 20_000;
    const width = 32;
    const session = await openNodeSession(scatterModel({ features: width }), { provider: "cpu", threads: 2 });
    expect(session.notes).to.have.length(1);
    expect(session.notes[0]).to.match(/1 ScatterND .* one thread/);
    const graph = sixNodes({
      nodeCount: nodes,
      source: Int32Array.from({ length: arcs }, (_, e) => (e * 7919) % nodes),
      target: Int32Array.from({ length: arcs }, (_, e) => (e * 104_729) % 5),
      features: Float32Array.from({ length: nodes * width }, (_, i) => (i * 31) % 17),
      featureNames: Array.from({ length: width }, (_, f) => `f${f}`),
      nodeIds: Array.from({ length: nodes }, (_, n) => `n${n}`),
    });
    const expected = new Float32Array(nodes * width);
    for (let e = 0; e < arcs; e++) {
      for (let f = 0; f < width; f++)
        expected[graph.target[e]! * width + f]! += graph.features[graph.source[e]! * width + f]!;
    }
    for (let repeat = 0; repeat < 8; repeat++) expect((await session.run(graph)).logits).to.deep.equal(expected);
    await session.release();
  });

  it("lets it race where that is asked for, and says nothing of one thread", async () => {
    const bytes = scatterModel({ features: 2 });
    const session = await openNodeSession(bytes, { provider: "cpu", threads: 2, allowRaces: true });
    expect(session.notes).to.deep.equal([]);
    // Three arcs are too few for two threads.
    const graph = sixNodes({ source: Int32Array.of(0, 0, 2), target: Int32Array.of(1, 1, 5) });
    expect([...(await session.run(graph)).logits]).to.deep.equal([0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
    await session.release();
  });

  it("refuses an arc to a node that is not there before the runtime sees it", async () => {
    const session = await openNodeSession(scatterModel({ features: 2 }), { provider: "cpu" });
    for (const target of [6, -1]) {
      const error = await caught(() =>
        session.run(sixNodes({ source: Int32Array.of(0), target: Int32Array.of(target) })),
      );
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.match(/target of arc 0: expected a node index from 0 to 5/);
    }
    await session.release();
  });

  const { DataType, DataLocation } = onnxProto.onnx.TensorProto;
  const weights = new Uint8Array(Float32Array.of(1, 100).buffer);
  const withWeights = (place: Record<string, string> = {}) =>
    buildModel({
      ...contract({ features: 2, classes: 1 }),
      nodes: [node("MatMul", { from: ["x", "W"], to: ["logits"] })],
      initializers: [
        {
          ...{ name: "W", dims: [2, 1], dataType: DataType.FLOAT, dataLocation: DataLocation.EXTERNAL },
          externalData: Object.entries({ location: "weights.bin", ...place }).map(([key, value]) => ({ key, value })),
        },
      ],
    });

  it("takes external data from memory, and names the file that is missing", async () => {
    const error = await caught(() => openNodeSession(withWeights(), { provider: "cpu" }));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.match(/external data weights\.bin/);
    const externalData = [{ path: "weights.bin", data: weights }];
    const session = await openNodeSession(withWeights(), { provider: "cpu", externalData });
    expect([...(await session.run(sixNodes())).logits]).to.deep.equal([102, 3, 100, 201, 405, -1]);
    await session.release();
  });

  it("takes model and external data from the disk, and says which file is missing, cut off or wrong", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evenodds-session-"));
    const path = join(folder, "model.onnx");
    const open = (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      return openNodeSession(bytes, { provider: "cpu", path });
    };
    const expectRefusal = async (bytes: Uint8Array, message: RegExp) => {
      const error = await caught(() => open(bytes));
      expect(error).to.be.instanceOf(ModelError);
      expect(error.message).to.match(message);
    };
    const whole = withWeights({ offset: "0", length: "8" });
    try {
      await expectRefusal(whole, /model\.onnx: expected its external data weights\.bin of at least 8 .* no such file/);
      writeFileSync(join(folder, "weights.bin"), weights.subarray(0, 7));
      await expectRefusal(whole, /at least 8 bytes, found 7 bytes; the file was cut off/);
      await expectRefusal(withWeights(), /ONNX Runtime can load, found .*W/);
      writeFileSync(join(folder, "weights.bin"), weights);
      await expectRefusal(withWeights({ offset: "0", length: "4" }), /ONNX Runtime can load, found .*W/);
      await expectRefusal(withWeights({ location: "../weights.bin" }), /in the model's folder .*"\.\.\/weights\.bin"/);
      const session = await open(whole);
      expect([...(await session.run(sixNodes())).logits]).to.deep.equal([102, 3, 100, 201, 405, -1]);
      await session.release();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("reports what ONNX Runtime cannot load as one line", async () => {
    const bytes = buildModel({
      ...contract({ features: 2, classes: 2 }),
      nodes: [node("NoSuchOperator", { from: ["x"], to: ["logits"] })],
    });
    const error = await caught(() => openNodeSession(bytes, { provider: "cpu" }));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.match(/NoSuchOperator/);
    expect(error.message).not.to.match(/\n|onnxruntime_src/);
  });

  it("reports a model that fails while it runs", async () => {
    const bytes = buildModel({
      ...contract({ features: 2, classes: 2 }),
      nodes: [node("Reshape", { from: ["x", "shape"], to: ["logits"] })],
      initializers: [{ name: "shape", dims: [2], dataType: 7, int64Data: [5, 7] }],
    });
    const session = await openNodeSession(bytes, { provider: "cpu" });
    const error = await caught(() => session.run(sixNodes()));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.match(/expected a run without errors.*Reshape/);
    await session.release();
  });

  it("refuses logits of another size than the graph", async () => {
    const bytes = buildModel({
      ...contract({ features: 2, classes: 2 }),
      outputs: [{ name: "logits", type: "FLOAT", shape: ["A", "B"] }],
      nodes: [node("Concat", { from: ["x", "x"], to: ["logits"] }, { axis: 0 })],
    });
    const session = await openNodeSession(bytes, { provider: "cpu" });
    const error = await caught(() => session.run(sixNodes()));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.match(/output logits: expected float32\[6, C\], found float32\[12, 2\]/);
    await session.release();
  });

  it("refuses a provider that there is not, and runs on no other", async () => {
    for (const provider of ["gpu", "CPU", "toString"]) {
      const open = () => openNodeSession(linearModel({ features: 2, classes: 2 }), { provider: provider as "cpu" });
      const error = await caught(open);
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(/provider: expected one of cpu, cuda, webgpu/);
    }
  });

  it("refuses to choose a device of a provider that counts none", async () => {
    for (const provider of ["cpu", "webgpu"] as const) {
      const error = await caught(() =>
        openNodeSession(linearModel({ features: 2, classes: 2 }), { provider, deviceId: 1 }),
      );
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(/^deviceId: expected a provider that counts its devices, such as cuda/);
    }
  });

  it("does not fall back where CUDA is missing, and says how to get it", async function () {
    const open = () => openNodeSession(linearModel({ features: 2, classes: 2 }), { provider: "cuda" });
    let error: Error;
    try {
      error = await caught(open);
    } catch {
      return skipBecause(this, "this machine runs CUDA");
    }
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/provider cuda: expected a working CUDA execution provider/);
    expect(error.message).to.include(cudaRemedy().hint);
  });
});

describe("webGpuRemedy", () => {
  it("names the Vulkan library on Linux only", () => {
    expect(webGpuRemedy("linux").hint).to.match(/libvulkan\.so\.1.*use provider cpu/);
    expect(webGpuRemedy("darwin").hint).not.to.match(/vulkan/i);
  });
});

describe("cudaRemedy", () => {
  it("does not send other platforms after a library that is not built for them", () => {
    expect(cudaRemedy("darwin/arm64").found).to.match(/darwin\/arm64, for which onnxruntime-node has no CUDA/);
    expect(cudaRemedy("darwin/arm64").hint).not.to.match(/install/);
  });

  it("names the library and the command on 64-bit Linux", () => {
    const { found, hint } = cudaRemedy("linux/x64");
    expect(found).to.match(/libonnxruntime_providers_cuda\.so/);
    expect(hint).to.match(/evenodds setup-cuda|evenodds doctor/);
  });
});
