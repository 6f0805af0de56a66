import { decodeSafetensors, encodeSafetensors, ModelError, type StoredTensor } from "@evenodds/core";
import { expect } from "chai";

describe("safetensors", () => {
  const tensors = new Map<string, StoredTensor>([
    ["a", { shape: [2, 2], values: Float32Array.of(1, -2, 3.5, 0) }],
    ["b", { shape: [0], values: Float32Array.of() }],
    ["c", { shape: [3], values: Int32Array.of(1, 2, -3) }],
    ["d", { shape: [1], values: Float64Array.of(Math.PI) }],
  ]);
  const file = encodeSafetensors(tensors, { who: "ä" });

  it("reads back what it wrote", () => {
    const read = decodeSafetensors(file, "f");
    expect(read.metadata).to.deep.equal({ who: "ä" });
    expect([...read.tensors]).to.deep.equal([...tensors]);
  });

  it("reads from the middle of a larger buffer, as Node hands out small files", () => {
    const pool = Buffer.alloc(file.length + 3);
    pool.set(file, 3);
    expect([...decodeSafetensors(pool.subarray(3), "f").tensors]).to.deep.equal([...tensors]);
  });

  it("follows the published layout: length, JSON header, data without gaps, aligned to eight bytes", () => {
    const length = Number(new DataView(file.buffer).getBigUint64(0, true));
    expect(length % 8).to.equal(0);
    const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as Record<string, unknown>;
    expect(header.a).to.deep.equal({ dtype: "F32", shape: [2, 2], data_offsets: [0, 16] });
    expect(header.c).to.deep.equal({ dtype: "I32", shape: [3], data_offsets: [16, 28] });
    expect(file.length).to.equal(8 + length + 16 + 12 + 8);
  });

  it("names what is wrong with a file that is none", () => {
    const decode = (bytes: Uint8Array) => () => decodeSafetensors(bytes, "model.safetensors");
    expect(decode(Uint8Array.of(1, 2))).to.throw(ModelError, /model.safetensors: .*2 bytes/);
    expect(decode(new Uint8Array(64).fill(255))).to.throw(ModelError, /header of/);
    expect(decode(file.subarray(0, file.length - 4))).to.throw(ModelError, /cut off/);
    const text = new TextEncoder().encode("        not json");
    new DataView(text.buffer).setBigUint64(0, 8n, true);
    expect(decode(text)).to.throw(ModelError, /not JSON/);
  });
});
