import { scannerModule } from "@evenodds/data/internal";
import { expect } from "chai";

describe("scannerModule", () => {
  it("is what packages/data/assembly compiles to", async () => {
    const script = new URL("../../../scripts/compile-wasm.js", import.meta.url).href;
    const { compileModule } = (await import(script)) as { compileModule: (name: string) => Promise<Uint8Array> };
    const compiled = Buffer.from(await compileModule("data")).toString("base64");
    expect(scannerModule, "run npm run build:wasm").to.equal(compiled);
  }).timeout(120_000);
});
