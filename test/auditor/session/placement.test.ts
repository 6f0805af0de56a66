import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatPlacement } from "@evenodds/auditor";
import { isArithmetic, placementOf, provePlacement, readPlacement } from "@evenodds/auditor/internal";
import { EngineError } from "@evenodds/core";
import { expect } from "chai";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { scatterModel } from "../../support/onnx-models.js";

/** One executed kernel as ONNX Runtime writes it; its inputs have the type of its output unless said otherwise. */
const kernel = (
  provider: string,
  operator: string,
  { output, input = output, name = `node_${operator}` }: { output: string; input?: string; name?: string },
) => ({
  cat: "Node",
  name: `${name}_kernel_time`,
  args: {
    provider,
    op_name: operator,
    input_type_shape: [{ [input]: [2] }],
    output_type_shape: [{ [output]: [2] }],
  },
});
const cpu = "CPUExecutionProvider";
const cuda = "CUDAExecutionProvider";
const profile = (...events: object[]) => JSON.stringify([{ cat: "Session", name: "model_run", args: {} }, ...events]);

describe("readPlacement", () => {
  it("reads a profile that ONNX Runtime wrote", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evenodds-test-"));
    const session = await InferenceSession.create(scatterModel({ features: 1 }), {
      graphOptimizationLevel: "disabled",
      enableProfiling: true,
      profileFilePrefix: join(folder, "run"),
      intraOpNumThreads: 1,
    });
    await session.run({
      x: new Tensor("float32", Float32Array.of(1, 2), [2, 1]),
      edge_index: new Tensor("int64", BigInt64Array.of(0n, 1n), [2, 1]),
    });
    session.endProfiling();
    const [file] = readdirSync(folder);
    const nodes = readPlacement(readFileSync(join(folder, file!), "utf8"));
    await session.release();
    rmSync(folder, { recursive: true });
    // Nodes without a name have that of their operator and their place in the file; the order is that of the run.
    expect(placementOf([...nodes].sort((a, b) => (a.name < b.name ? -1 : 1)))).to.deep.equal({
      [cpu]: {
        Gather: ["Gather_0", "Gather_1", "Gather_3"],
        Unsqueeze: ["Unsqueeze_2"],
        Mul: ["Mul_4"],
        ScatterND: ["ScatterND_5"],
      },
    });
    expect(nodes.find(({ name }) => name === "Gather_3")).to.deep.include({
      inputs: ["float", "int64"],
      outputs: ["float"],
    });
    const arithmetic = nodes.filter(isArithmetic).map(({ name }) => name);
    expect(arithmetic.sort()).to.deep.equal(["Gather_3", "Mul_4", "ScatterND_5"]);
  });

  it("leaves out copies between devices and events that are no kernels", () => {
    const nodes = readPlacement(
      profile(
        kernel(cuda, "MemcpyToHost", { output: "float" }),
        { cat: "Node", name: "node_MatMul_fence_before", args: { provider: cuda, op_name: "MatMul" } },
        kernel(cuda, "Gemm", { output: "float" }),
        kernel(cuda, "Gemm", { output: "float" }),
      ),
    );
    const gemm = { name: "node_Gemm", operator: "Gemm", provider: cuda, inputs: ["float"], outputs: ["float"] };
    expect(nodes).to.deep.equal([gemm, gemm]);
    // One node that ran twice.
    expect(placementOf(nodes)).to.deep.equal({ [cuda]: { Gemm: ["node_Gemm"] } });
  });

  it("refuses a profile that ONNX Runtime stopped writing", () => {
    const events = JSON.stringify(Array.from({ length: 1_000_000 }, () => 0));
    expect(() => readPlacement(events)).to.throw(EngineError, /fewer than 1000000 events/);
  });

  for (const text of ["", "[{", "{}"]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => readPlacement(text)).to.throw(EngineError, /profile of the run/);
    });
  }
});

describe("isArithmetic", () => {
  const node = (operator: string, inputs: string[], outputs: string[]) =>
    isArithmetic({ name: "n", operator, provider: cpu, inputs, outputs });

  it("takes a node for arithmetic that reads or makes numbers of any precision", () => {
    for (const type of ["float", "float16", "bfloat16", "double"]) {
      expect(node("Cast", ["int64"], [type]), type).to.equal(true);
      expect(node("ArgMax", [type], ["int64"]), type).to.equal(true);
    }
    expect(node("Gather", ["int64", "int64"], ["int64"])).to.equal(false);
    expect(node("And", ["bool", "bool"], ["bool"])).to.equal(false);
  });

  it("does not count what reads sizes, and what only runs other nodes", () => {
    expect(node("Shape", ["float"], ["int64"])).to.equal(false);
    expect(node("Scan", ["int64"], ["float"])).to.equal(false);
    expect(node("If", ["bool"], ["float"])).to.equal(false);
  });
});

describe("provePlacement", () => {
  const shapes = kernel(cpu, "Shape", { input: "float", output: "int64" });
  const gemm = kernel(cuda, "Gemm", { output: "float" });
  const strayed = kernel(cpu, "Cast", { input: "int64", output: "float", name: "degrees" });
  const gather = kernel(cpu, "Gather", { output: "int64", name: "names" });

  it("accepts arithmetic on the device beside shapes and indices on the CPU, and tells all", () => {
    const { placement, strayed } = provePlacement(readPlacement(profile(shapes, gather, gemm)), { provider: "cuda" });
    expect(strayed).to.deep.equal([]);
    expect(formatPlacement(placement)).to.equal(`${cpu}: 1 Shape, 1 Gather; ${cuda}: 1 Gemm`);
    expect(placement).to.deep.equal({
      [cpu]: { Shape: ["node_Shape"], Gather: ["names"] },
      [cuda]: { Gemm: ["node_Gemm"] },
    });
  });

  it("names a node with a float output that ran elsewhere, whatever else ran on the device", () => {
    expect(() => provePlacement(readPlacement(profile(gemm, strayed)), { provider: "cuda" })).to.throw(
      EngineError,
      /provider cuda: expected every node with numbers on CUDAExecutionProvider, found on CPUExecutionProvider 1 node: "degrees"; .*‘allowFallback’/,
    );
  });

  it("tells such a node where that is allowed", () => {
    const nodes = readPlacement(profile(gemm, strayed, strayed));
    const proven = provePlacement(nodes, { provider: "cuda", allowFallback: true });
    expect(proven.strayed.map(({ name }) => name)).to.deep.equal(["degrees"]);
  });

  it("binds nodes of whole numbers that class ids depend on", () => {
    const nodes = readPlacement(profile(gemm, gather));
    expect(provePlacement(nodes, { provider: "cuda" }).strayed).to.deep.equal([]);
    expect(() => provePlacement(nodes, { provider: "cuda", makesIds: ({ name }) => name === "names" })).to.throw(
      EngineError,
      /found on CPUExecutionProvider 1 node: "names"/,
    );
  });

  it("refuses a run whose arithmetic all stayed on the CPU, even where that is allowed", () => {
    const nodes = readPlacement(
      profile(kernel(cpu, "Gemm", { output: "float" }), kernel(cuda, "Gather", { output: "int64" })),
    );
    for (const allowFallback of [false, true]) {
      expect(() => provePlacement(nodes, { provider: "cuda", allowFallback })).to.throw(
        EngineError,
        /provider cuda: expected arithmetic .* on CUDAExecutionProvider, found CPUExecutionProvider: 1 Gemm/,
      );
    }
  });

  it("refuses a run that executed nothing", () => {
    expect(() => provePlacement(readPlacement("[]"), { provider: "cuda" })).to.throw(EngineError, /no executed node/);
  });
});
