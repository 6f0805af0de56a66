import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatPlacement } from "@evenodds/auditor";
import { provePlacement, readPlacement } from "@evenodds/auditor/internal";
import { EngineError } from "@evenodds/core";
import { expect } from "chai";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { scatterModel } from "../../support/onnx-models.js";

/** One executed kernel as ONNX Runtime writes it. */
const kernel = (provider: string, operator: string, output: string) => ({
  cat: "Node",
  name: `node_${operator}_kernel_time`,
  args: { provider, op_name: operator, output_type_shape: [{ [output]: [2] }] },
});
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
    const placement = readPlacement(readFileSync(join(folder, file!), "utf8"));
    await session.release();
    rmSync(folder, { recursive: true });
    expect(placement).to.deep.equal({
      all: { CPUExecutionProvider: { Gather: 3, Unsqueeze: 1, Mul: 1, ScatterND: 1 } },
      arithmetic: { CPUExecutionProvider: { Gather: 1, Mul: 1, ScatterND: 1 } },
    });
  });

  it("does not count copies between devices and events that are no kernels", () => {
    const { all } = readPlacement(
      profile(
        kernel("CUDAExecutionProvider", "MemcpyToHost", "float"),
        {
          cat: "Node",
          name: "node_MatMul_fence_before",
          args: { provider: "CUDAExecutionProvider", op_name: "MatMul" },
        },
        kernel("CUDAExecutionProvider", "Gemm", "float"),
        kernel("CUDAExecutionProvider", "Gemm", "float"),
      ),
    );
    expect(all).to.deep.equal({ CUDAExecutionProvider: { Gemm: 2 } });
  });

  for (const text of ["", "[{", "{}"]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => readPlacement(text)).to.throw(EngineError, /profile of the run/);
    });
  }
});

describe("provePlacement", () => {
  const shapes = kernel("CPUExecutionProvider", "Shape", "int64");

  it("accepts arithmetic on the device beside shapes on the CPU, and tells both", () => {
    const placement = provePlacement(
      readPlacement(profile(shapes, kernel("CUDAExecutionProvider", "Gemm", "float"))),
      "cuda",
    );
    expect(formatPlacement(placement)).to.equal("CPUExecutionProvider: 1 Shape; CUDAExecutionProvider: 1 Gemm");
  });

  it("refuses a run whose arithmetic stayed on the CPU although the device did something", () => {
    const events = [
      kernel("CPUExecutionProvider", "Gemm", "float"),
      kernel("CUDAExecutionProvider", "Gather", "int64"),
    ];
    expect(() => provePlacement(readPlacement(profile(...events)), "cuda")).to.throw(
      EngineError,
      /provider cuda: expected arithmetic .* on CUDAExecutionProvider, found CPUExecutionProvider: 1 Gemm/,
    );
  });

  it("refuses a run that executed nothing", () => {
    expect(() => provePlacement(readPlacement("[]"), "cuda")).to.throw(EngineError, /no executed node/);
  });
});
