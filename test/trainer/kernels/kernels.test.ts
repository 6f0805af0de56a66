import { expect } from "chai";
import { kernelsModule } from "../../../packages/trainer/src/kernels/kernels.wasm.js";

describe("kernelsModule", () => {
  it("is what packages/trainer/assembly compiles to", async () => {
    const script = new URL("../../../scripts/compile-kernels.js", import.meta.url).href;
    const { compileKernels } = (await import(script)) as { compileKernels: () => Promise<Uint8Array> };
    const compiled = Buffer.from(await compileKernels()).toString("base64");
    expect(kernelsModule, "run npm run build:wasm").to.equal(compiled);
  }).timeout(120_000);
});
