/**
 * Inputs of public bug reports on ONNX files and their runtimes, and what is right on them. Cases that need a device
 * which this machine may lack test the plan, the check or the message that keeps evenodds away from the fault.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { formatPlacement, openNodeSession } from "@evenodds/auditor";
import { provePlacement, readPlacement } from "@evenodds/auditor/internal";
import { InputError, ModelError, Random, type Graph } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { graphsWithin, inferGraph, int64Tensor, onnx, tensorProto, toLong } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import onnxProto from "onnx-proto";
import { featureModel, graphFiles, unequal } from "../cli/support/audit-case.js";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { anyGraph, graphOf } from "../exporter/support/graphs.js";
import { gcn, linear, randomModel, twoLayers } from "../exporter/support/models.js";
import { loadOnnx } from "../exporter/support/run-onnx.js";
import { caught } from "../support/caught.js";
import { denseLogits } from "../support/dense-model.js";
import { runCli } from "../support/fake-terminal.js";
import { buildModel, contract, floats, integers, linearModel, node, scatterModel } from "../support/onnx-models.js";
import { sixNodes } from "../support/six-nodes.js";
import { skipBecause } from "../support/skip-because.js";

const { DataType, DataLocation } = onnxProto.onnx.TensorProto;

/** Exported files of every kind of layer and preprocessing. */
const exported: Readonly<Record<string, () => Uint8Array>> = {
  "two gcn layers": () => exportModel(randomModel(twoLayers)),
  "scaled features": () => exportModel(randomModel(twoLayers, { preprocessing: "z-score" })),
  "gcn, then linear": () => exportModel(randomModel([gcn("a", 3, 4), { kind: "relu" }, linear("b", 4, 2)])),
  "linear alone": () => exportModel(randomModel([linear("only", 3, 2)])),
};

/** All graphs of a file, those in branches too. */
function graphsOf(bytes: Uint8Array): onnx.IGraphProto[] {
  return graphsWithin(onnx.ModelProto.decode(bytes).graph ?? {});
}

function nodesOf(bytes: Uint8Array): onnx.INodeProto[] {
  return graphsOf(bytes).flatMap((graph) => graph.node ?? []);
}

/** A graph in which many arcs share few targets, and more arcs than nodes. Features are whole, so sums are exact. */
function crowded({ nodes = 2000, arcs = 20_000, width = 16, targets = 5 } = {}): Graph {
  const random = Random.of(1, "crowded");
  return sixNodes({
    nodeCount: nodes,
    source: Int32Array.from({ length: arcs }, () => random.integer(nodes)),
    target: Int32Array.from({ length: arcs }, () => random.integer(targets)),
    features: Float32Array.from({ length: nodes * width }, () => random.integer(17)),
    featureNames: Array.from({ length: width }, (_, f) => `f${f}`),
    nodeIds: Array.from({ length: nodes }, (_, n) => `n${n}`),
  });
}

/** Sums over incoming arcs, one after another. */
function serialSums({ nodeCount, source, target, features, featureNames }: Graph): Float32Array {
  const width = featureNames.length;
  const sums = new Float32Array(nodeCount * width);
  target.forEach((t, arc) => {
    for (let f = 0; f < width; f++) sums[t * width + f]! += features[source[arc]! * width + f]!;
  });
  return sums;
}

/** The same sums by ScatterElements, whose index is repeated for every feature. */
function scatterElementsModel(width: number): Uint8Array {
  return buildModel({
    ...contract({ features: width, classes: width }),
    nodes: [
      node("Gather", { from: ["edge_index", "zero"], to: ["source"] }, { axis: 0 }),
      node("Gather", { from: ["edge_index", "one"], to: ["target"] }, { axis: 0 }),
      node("Gather", { from: ["x", "source"], to: ["messages"] }, { axis: 0 }),
      node("Unsqueeze", { from: ["target", "axis"], to: ["column"] }),
      node("Shape", { from: ["messages"], to: ["shape"] }),
      node("Expand", { from: ["column", "shape"], to: ["indices"] }),
      node("Mul", { from: ["x", "nothing"], to: ["start"] }),
      node(
        "ScatterElements",
        { from: ["start", "indices", "messages"], to: ["logits"] },
        { axis: 0, reduction: "add" },
      ),
    ],
    initializers: [
      ...[integers("zero", [], [0]), integers("one", [], [1]), integers("axis", [1], [1])],
      floats("nothing", [], [0]),
    ],
  });
}

describe("ScatterND with reduction add on several threads (onnxruntime#18048)", () => {
  const threads = [2, 4, availableParallelism()];
  for (const count of new Set(threads)) {
    it(`is audited on one thread, the same twice and equal to the serial sum, also where ${count} are asked for`, async () => {
      const graph = crowded();
      const session = await openNodeSession(scatterModel({ features: 16 }), { provider: "cpu", threads: count });
      expect(session.notes.join()).to.match(/ScatterND .* one thread/);
      const expected = serialSums(graph);
      for (let run = 0; run < 3; run++) expect((await session.run(graph)).logits).to.deep.equal(expected);
      await session.release();
    });
  }
});

describe("ScatterND add onto zeros, run again and again (onnxruntime#23396)", () => {
  it("gives the same result every time, in one session and in new ones", async () => {
    const graph = crowded({ arcs: 5000, targets: 1 });
    const expected = serialSums(graph);
    for (let open = 0; open < 3; open++) {
      const session = await openNodeSession(scatterModel({ features: 16 }), { provider: "cpu" });
      for (let run = 0; run < 3; run++) expect((await session.run(graph)).logits).to.deep.equal(expected);
      await session.release();
    }
  });
});

describe("ScatterElements add over hundreds of thousands of rows (onnxruntime#28584)", () => {
  for (const [name, make] of Object.entries(exported)) {
    it(`never moves features in an exported file: ${name}`, () => {
      const bytes = make();
      const values = inferGraph(onnx.ModelProto.decode(bytes).graph!);
      for (const { opType, input } of nodesOf(bytes).filter((one) => one.opType?.startsWith("Scatter"))) {
        // Only one number per arc or node is scattered: ones that are counted, numbers of nodes, and places.
        expect(opType).to.equal("ScatterElements");
        for (const name of input!) expect(values.get(name)!.shape).to.have.length(1);
      }
    });
  }

  it("is audited all the same, and right", async () => {
    const graph = crowded({ nodes: 3000, arcs: 30_000, width: 8, targets: 3000 });
    const session = await openNodeSession(scatterElementsModel(8), { provider: "cpu" });
    expect((await session.run(graph)).logits).to.deep.equal(serialSums(graph));
    await session.release();
  });
});

describe("scatter became slower between two versions (onnxruntime#27139)", () => {
  it("changes no plan: exported files have none to choose, and audits run one version that is pinned", () => {
    const { dependencies } = JSON.parse(readFileSync("packages/auditor/package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies["onnxruntime-node"]).to.match(/^\d+\.\d+\.\d+$/);
    expect(Object.values(exported).flatMap((make) => nodesOf(make()).map(({ opType }) => opType))).not.to.include(
      "ScatterND",
    );
  });
});

describe("a kernel that is missing on the GPU ran on the CPU (onnxruntime#18381)", () => {
  const kernel = (provider: string, operator: string) => ({
    ...{ cat: "Node", name: `${operator}_kernel_time` },
    args: { provider, op_name: operator, output_type_shape: [{ float: [2] }] },
  });
  const profile = (...kernels: object[]) => readPlacement(JSON.stringify(kernels));

  it("is refused by name, and told by the report where it is allowed", () => {
    const mixed = profile(kernel("CUDAExecutionProvider", "Gemm"), kernel("CPUExecutionProvider", "ScatterND"));
    expect(() => provePlacement(mixed, { provider: "cuda" })).to.throw(/CPUExecutionProvider 1 node: "ScatterND"/);
    const allowed = provePlacement(mixed, { provider: "cuda", allowFallback: true });
    expect(formatPlacement(allowed.placement)).to.equal(
      "CUDAExecutionProvider: 1 Gemm; CPUExecutionProvider: 1 ScatterND",
    );
    const alone = profile(kernel("CPUExecutionProvider", "ScatterND"));
    expect(() => provePlacement(alone, { provider: "cuda" })).to.throw(
      /provider cuda: .*CPUExecutionProvider: 1 ScatterND/,
    );
  });
});

describe("scatter of half-precision numbers (onnxruntime#18864)", () => {
  it("is never exported: all numbers have single precision", () => {
    for (const make of Object.values(exported)) {
      const types = graphsOf(make()).flatMap(({ initializer }) => (initializer ?? []).map(({ dataType }) => dataType));
      for (const type of types) expect(type).to.be.oneOf([DataType.FLOAT, DataType.INT64, DataType.BOOL]);
    }
  });

  for (const type of ["FLOAT16", "BFLOAT16"] as const) {
    it(`is refused in words, never run on other numbers: ${type}`, async () => {
      const bytes = buildModel({
        ...contract({ features: 2, classes: 2 }),
        inputs: [
          { name: "x", type, shape: ["N", 2] },
          { name: "edge_index", type: "INT64", shape: [2, "E"] },
        ],
        nodes: [
          node("ScatterND", { from: ["x", "rows", "x"], to: ["sums"] }, { reduction: "add" }),
          node("Cast", { from: ["sums"], to: ["logits"] }, { to: DataType.FLOAT }),
        ],
        initializers: [integers("rows", [6, 1], [0, 1, 2, 3, 4, 5])],
      });
      const error = await caught(async () => {
        const session = await openNodeSession(bytes, { provider: "cpu" });
        await session.run(sixNodes()).finally(() => session.release());
      });
      expect(error).to.be.instanceOf(ModelError);
      expect(error.message).to.match(/float16|BFloat16/i);
    });
  }
});

describe("a sparse initializer (onnxruntime#31730)", () => {
  for (const [name, make] of Object.entries(exported)) {
    it(`is not in an exported file: ${name}`, () => {
      for (const graph of graphsOf(make())) {
        expect(graph.sparseInitializer ?? []).to.deep.equal([]);
        for (const { attribute } of graph.node ?? []) {
          for (const one of attribute ?? []) expect(one.sparseTensor ?? null).to.equal(null);
        }
      }
    });
  }
});

describe("an index out of range (onnxruntime#10234, #25251, #28311)", () => {
  it("is refused by the host before any provider sees it, with the same message everywhere", async () => {
    const session = await openNodeSession(scatterModel({ features: 2 }), { provider: "cpu" });
    const index = fc.oneof(fc.integer({ min: -(2 ** 31), max: -1 }), fc.integer({ min: 6, max: 2 ** 31 - 1 }));
    await fc.assert(
      fc.asyncProperty(index, fc.nat({ max: 5 }), fc.boolean(), async (wrong, place, isSource) => {
        const arcs = sixNodes();
        const end = Int32Array.from(isSource ? arcs.source : arcs.target);
        end[place] = wrong;
        const error = await caught(() => session.run(sixNodes(isSource ? { source: end } : { target: end })));
        expect(error).to.be.instanceOf(InputError);
        expect(error.message).to.include(
          `${isSource ? "source" : "target"} of arc ${place}: expected a node index from 0 to 5, found ${wrong}`,
        );
      }),
      { numRuns: 30 },
    );
    // The session is as good as new.
    expect((await session.run(sixNodes())).columns).to.equal(2);
    await session.release();
  });
});

describe("ScatterND with duplicates differs between WebGPU and wasm (onnxruntime#24070)", () => {
  it("cannot reach an exported file, which has no ScatterND", () => {
    for (const make of Object.values(exported)) {
      expect(nodesOf(make()).map(({ opType }) => opType)).not.to.include("ScatterND");
    }
  });
});

describe("int64 operators without a kernel on WebGPU (onnxruntime#29756, #25236, #27291)", () => {
  it("an exported file casts between booleans, indices and degrees only: no feature or weight is an integer", () => {
    for (const make of Object.values(exported)) {
      for (const { attribute } of nodesOf(make()).filter(({ opType }) => opType === "Cast")) {
        const to = Number(String(attribute!.find((one) => one.name === "to")!.i));
        expect(to).to.be.oneOf([DataType.BOOL, DataType.INT64, DataType.FLOAT]);
      }
    }
    // A model without message passing needs no index at all.
    expect(nodesOf(exported["linear alone"]!()).map(({ opType }) => opType)).not.to.include("Cast");
  });
});

describe("a failed adapter request hangs at exit (onnxruntime#29553)", () => {
  it("leaves a process that can end after a provider has failed", async function () {
    const error = await openNodeSession(featureModel(), { provider: "cuda" }).then(
      async (session) => session.release(),
      (reason: unknown) => reason,
    );
    if (error === undefined) return skipBecause(this, "this machine runs CUDA");
    const session = await openNodeSession(featureModel(), { provider: "cpu" });
    expect((await session.run(sixNodes())).columns).to.equal(2);
    await session.release();
  });
});

describe("two runs at the same time (onnxruntime#32561)", () => {
  it("are done one after another in a session, in the order of the calls", async () => {
    const stages: string[] = [];
    const session = await openNodeSession(linearModel({ features: 2, classes: 1 }, { weights: [1, 10] }), {
      provider: "cpu",
      onStage: (stage) => stages.push(stage),
    });
    const graphs = [1, 2, 3].map((factor) => sixNodes({ features: sixNodes().features.map((x) => x * factor) }));
    const runs = await Promise.all(graphs.map((graph) => session.run(graph)));
    expect(runs.map(({ logits }) => logits[0])).to.deep.equal([12, 24, 36]);
    const once = ["prepare inputs", "run model"];
    expect(stages).to.deep.equal(["load model", ...once, ...once, ...once]);
    await session.release();
  });

  it("go on after one of them fails, and a release waits for them", async () => {
    const session = await openNodeSession(featureModel(), { provider: "cpu" });
    const wrong = session.run(sixNodes({ source: Int32Array.of(9), target: Int32Array.of(0) }));
    const right = session.run(sixNodes());
    const released = session.release();
    expect(await caught(() => wrong)).to.be.instanceOf(InputError);
    expect((await right).columns).to.equal(2);
    await released;
  });

  it("are right in two sessions too", async () => {
    const graph = crowded({ arcs: 3000 });
    const expected = serialSums(graph);
    const sessions = await Promise.all(
      [1, 2].map(() => openNodeSession(scatterModel({ features: 16 }), { provider: "cpu" })),
    );
    const runs = await Promise.all(sessions.map((session) => session.run(graph)));
    for (const { logits } of runs) expect(logits).to.deep.equal(expected);
    for (const session of sessions) await session.release();
  });
});

describe("two workers crash with an old runtime (onnxruntime#24486)", () => {
  it("is not met: the runtime that is installed is the pinned one, newer than 1.21", () => {
    const { version } = createRequire(import.meta.url)("onnxruntime-node/package.json") as { version: string };
    const pinned = JSON.parse(readFileSync("packages/auditor/package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(version).to.equal(pinned.dependencies["onnxruntime-node"]);
    const [major, minor] = version.split(".").map(Number) as [number, number];
    expect(major > 1 || minor >= 22).to.equal(true);
  });
});

describe("a model with external data (onnxruntime#18586)", () => {
  const folder = useTempFolder();
  const weights = new Uint8Array(Float32Array.of(1, 0, 0, 1).buffer);
  const metadata = { "evenodds.feature_names": '["left","right"]', "evenodds.classes": '["0","1"]' };
  const bytes = buildModel({
    ...contract({ features: 2, classes: 2 }),
    nodes: [node("MatMul", { from: ["x", "W"], to: ["logits"] })],
    initializers: [
      {
        ...{ name: "W", dims: [2, 2], dataType: DataType.FLOAT, dataLocation: DataLocation.EXTERNAL },
        externalData: [
          { key: "location", value: "weights.bin" },
          { key: "offset", value: "0" },
          { key: "length", value: "16" },
        ],
      },
    ],
    metadata,
  });

  it("works from memory", async () => {
    const session = await openNodeSession(bytes, {
      provider: "cpu",
      externalData: [{ path: "weights.bin", data: weights }],
    });
    expect([...(await session.run(sixNodes())).logits]).to.deep.equal([...sixNodes().features]);
    await session.release();
  });

  it("works from a path, wherever the command is called, and names the file that is missing", async () => {
    const graph = Object.fromEntries(
      Object.entries(graphFiles(unequal)).map(([name, text]) => [`graph/${name}`, text]),
    );
    await folder.write({
      ...graph,
      "model/model.onnx": bytes,
      "model/weights.bin": weights,
      "alone/model.onnx": bytes,
    });
    const audit = (model: string) =>
      runCli(["audit", folder.at(model, "model.onnx"), folder.at("graph"), "--min-support", "1", "--max-gap", "0.5"]);
    expect((await audit("model")).code).to.equal(1);
    const { code, log } = await audit("alone");
    expect(code).to.equal(2);
    expect(log.join()).to.match(/weights\.bin/);
  });
});

describe("a page without cross-origin isolation (onnxruntime#19148)", () => {
  it("reports how many threads it really has", function () {
    skipBecause(this, "there is no page that runs models");
  });
});

describe("scatter of before opset 16 (pyg#5921, pytorch#65138, #32960, onnx#3711)", () => {
  for (const [name, make] of Object.entries(exported)) {
    it(`has no place in a file of opset 18: ${name}`, () => {
      const bytes = make();
      expect(onnx.ModelProto.decode(bytes).opsetImport.map(({ version }) => Number(String(version)))).to.deep.equal([
        18,
      ]);
      expect(nodesOf(bytes).map(({ opType }) => opType)).not.to.include("Scatter");
    });
  }

  it("equals dense arithmetic with 12 arcs on 4 nodes, all to one of them", async () => {
    const model = randomModel(twoLayers);
    const arcs = Array.from({ length: 12 }, (_, arc): [number, number] => [arc % 4, 0]);
    const graph = graphOf(4, { arcs, width: 3 });
    const found = await (await loadOnnx(exportModel(model)))(graph);
    denseLogits(model, graph).forEach((value, i) => expect(found[i]).to.be.closeTo(value, 1e-5));
  });
});

describe("duplicate indices lose updates (pytorch#111159)", () => {
  it("every copy of an arc counts", async () => {
    const model = randomModel([gcn("only", 3, 2)]);
    const run = await loadOnnx(exportModel(model));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), async (copies) => {
        const arcs = Array.from({ length: copies }, (): [number, number] => [0, 1]);
        const graph = graphOf(3, { arcs: [...arcs, [2, 1]], width: 3 });
        const found = await run(graph);
        denseLogits(model, graph).forEach((value, i) => expect(found[i]).to.be.closeTo(value, 1e-4));
      }),
      { numRuns: 20 },
    );
  });
});

describe("numbers of nodes and arcs that are fixed from the second layer on (pytorch#89190)", () => {
  it("one session runs three layers on graphs of every size, without arcs too", async () => {
    const model = randomModel([gcn("a", 3, 4), { kind: "relu" }, gcn("b", 4, 4), { kind: "relu" }, gcn("c", 4, 2)]);
    const run = await loadOnnx(exportModel(model));
    await fc.assert(
      fc.asyncProperty(anyGraph({ width: 3 }), async (graph) => {
        const found = await run(graph);
        expect(found.length).to.equal(2 * graph.nodeCount);
        denseLogits(model, graph).forEach((value, i) => expect(found[i]).to.be.closeTo(value, 1e-4));
      }),
      { numRuns: 30 },
    );
  });

  it("no shape within a file is a number but that of weights", () => {
    const { input, output } = onnx.ModelProto.decode(exported["two gcn layers"]!()).graph!;
    const dims = [...input!, ...output!].map(({ type }) =>
      (type?.tensorType?.shape?.dim ?? []).map(({ dimParam, dimValue }) => dimParam || Number(String(dimValue))),
    );
    expect(dims).to.deep.equal([
      ["N", 3],
      [2, "E"],
      ["N", 2],
    ]);
  });
});

describe("more arcs than nodes are rejected, or a reduction is ignored (TensorRT#3650, onnx-tensorrt#957)", () => {
  it("sums are gathered and reduced, never scattered", () => {
    const operators = nodesOf(exported["two gcn layers"]!()).map(({ opType }) => opType);
    expect(operators).to.include.members(["Gather", "ReduceSum"]).and.not.include("ScatterND");
  });

  it("TensorRT itself takes the file", function () {
    skipBecause(this, "no TensorRT device");
  });
});

describe("a BigInt in an int64 field is written as 0 (protobuf.js#1671, #1880)", () => {
  it("comes back as it was from every way to write one", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const written = tensorProto("t", int64Tensor([value]));
        const { rawData } = onnx.TensorProto.decode(onnx.TensorProto.encode(written).finish());
        expect(new DataView(Uint8Array.from(rawData).buffer).getBigInt64(0, true)).to.equal(value);
        const attribute = onnx.AttributeProto.encode({ name: "i", i: toLong(value, "i") }).finish();
        expect(BigInt(String(onnx.AttributeProto.decode(attribute).i))).to.equal(value);
      }),
    );
  });

  it("is not a number that an exported file lost: sizes and versions read back as they were set", () => {
    const { irVersion, graph } = onnx.ModelProto.decode(exported["two gcn layers"]!());
    expect(Number(String(irVersion))).to.equal(8);
    for (const { dims } of graph!.initializer!)
      for (const dim of dims ?? []) expect(Number(String(dim))).to.be.above(0);
  });
});

describe("a model that was trained in JavaScript, exported without Python (transformers.js#1038)", () => {
  it("is written from its weights by a package that knows no training library", async () => {
    const { dependencies } = JSON.parse(readFileSync("packages/exporter/package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies).filter((name) => /tensorflow|tfjs|python/.test(name))).to.deep.equal([]);
    const model = randomModel(twoLayers);
    const session = await openNodeSession(exportModel(model), { provider: "cpu" });
    const graph = graphOf(5, {
      arcs: [
        [0, 1],
        [1, 2],
        [3, 1],
      ],
      width: 3,
    });
    const { logits } = await session.run({ ...graph, featureNames: model.featureNames });
    denseLogits(model, graph).forEach((value, i) => expect(logits[i]).to.be.closeTo(value, 1e-5));
    await session.release();
  });
});
