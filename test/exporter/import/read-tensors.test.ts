import { encodeSafetensors, ModelError } from "@evenodds/core";
import { readTensors } from "@evenodds/exporter";
import { expect } from "chai";

describe("readTensors", () => {
  it("returns the tensors of a file by key", () => {
    const file = encodeSafetensors(new Map([["a.b", { shape: [1], values: Float32Array.of(7) }]]), { format: "pt" });
    expect([...readTensors(file, "f")]).to.deep.equal([["a.b", { shape: [1], values: Float32Array.of(7) }]]);
  });

  it("says how to write a file of torch.save anew", () => {
    for (const start of [
      [0x50, 0x4b, 3, 4],
      [0x80, 2],
    ]) {
      const file = Uint8Array.from({ length: 30 }, (_, i) => start[i] ?? 0);
      expect(() => readTensors(file, "model.pt")).to.throw(
        ModelError,
        /model\.pt: expected a safetensors file, found a file of torch\.save; .*save_file\(model\.state_dict\(\)/,
      );
    }
    expect(() => readTensors(Uint8Array.of(1, 2, 3), "model.pt")).to.throw(ModelError, /3 bytes/);
  });
});
