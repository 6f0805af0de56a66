import { readFile } from "node:fs/promises";
import { expect } from "chai";
import wabt from "wabt";
import { segmentSumModule } from "../../../../packages/trainer/src/engines/wasm/segment-sum.wasm.js";

describe("segmentSumModule", () => {
  it("is what segment-sum.wat compiles to", async () => {
    const source = new URL("../../../../packages/trainer/src/engines/wasm/segment-sum.wat", import.meta.url);
    const module = (await wabt()).parseWat("segment-sum.wat", await readFile(source, "utf8"), { simd: true });
    const compiled = Buffer.from(module.toBinary({}).buffer).toString("base64");
    expect(segmentSumModule, "run npm run build:wasm").to.equal(compiled);
  });
});
