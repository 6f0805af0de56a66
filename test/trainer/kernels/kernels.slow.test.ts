import { kernelsModule } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("kernelsModule", () => {
  it("is what packages/trainer/assembly compiles to", async () => {
    const script = new URL("../../../scripts/compile-wasm.js", import.meta.url).href;
    const { compileModule } = (await import(script)) as { compileModule: (name: string) => Promise<Uint8Array> };
    const compiled = Buffer.from(await compileModule("trainer")).toString("base64");
    expect(kernelsModule, "run npm run build:wasm").to.equal(compiled);
  }).timeout(120_000);
});
