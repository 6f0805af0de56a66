import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { locateAddon } from "@evenodds/trainer/tensorflow";
import { expect } from "chai";
import { nativeIsExpected, noNativeLibrary } from "../support/on-engines.js";
import { skipBecause } from "../support/skip-because.js";

/** Specifications of the operations that training calls, of gradients, and of tensors and the engine below them. */
const specs = [
  ...["add", "add_n", "arithmetic", "clone", "concat", "gather", "mat_mul", "ones", "relu", "slice", "slice1d"],
  ...["slice2d", "softmax", "strided_slice", "sub", "sum", "transpose", "zeros", "zeros_like"],
].map((name) => `ops/${name}`);

describe("TensorFlow.js's own specifications", function () {
  this.timeout(120_000);

  it("pass on the native library that is set up", async function () {
    const location = locateAddon("cpu");
    if (!nativeIsExpected()) skipBecause(this, noNativeLibrary);
    const script = fileURLToPath(new URL("run-specs.js", import.meta.url));
    const options = ["--conditions=@evenodds/source", "--import", "tsx", script, JSON.stringify(location)];
    const all = [...specs, "tensor", "gradients", "engine", "tensor_util"];
    const { stdout } = await promisify(execFile)(process.execPath, [...options, ...all], { maxBuffer: 1 << 26 });
    const { passed, failed } = JSON.parse(stdout.trim().split("\n").at(-1)!) as { passed: number; failed: string[] };
    expect(failed).to.deep.equal([]);
    expect(passed).to.be.above(900);
  });
});
