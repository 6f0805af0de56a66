import { layerwiseKernels } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("kernels of steps along arcs", () => {
  it("are what `assembly/` compiles to", async () => {
    const script = new URL("../../../scripts/compile-wasm.js", import.meta.url).href;
    const { compileModule } = (await import(script)) as { compileModule: (name: string) => Promise<Uint8Array> };
    const compiled = Buffer.from(await compileModule("auditor")).toString("base64");
    expect(layerwiseKernels, "run npm run build:wasm").to.equal(compiled);
  });
});
