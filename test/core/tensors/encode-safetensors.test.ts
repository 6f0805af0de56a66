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
    expect([...read.metadata]).to.deep.equal([["who", "ä"]]);
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

  /** A file of one tensor, put together by hand. */
  function fileOf(entry: object | null, data: Uint8Array): Uint8Array {
    const json = new TextEncoder().encode(JSON.stringify({ t: entry }));
    const bytes = new Uint8Array(8 + json.length + data.length);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
    bytes.set(json, 8);
    bytes.set(data, 8 + json.length);
    return bytes;
  }

  const decoded = (dtype: string, values: Uint16Array | BigInt64Array) => {
    const data = new Uint8Array(values.buffer);
    const entry = { dtype, shape: [values.length], data_offsets: [0, data.length] };
    return [...decodeSafetensors(fileOf(entry, data), "f").tensors.get("t")!.values];
  };

  it("reads the other floats that PyTorch writes exactly, as float32", () => {
    // 1, −2, 65504 (largest), 2^-24 (smallest), 0, infinity, NaN
    const halves = decoded("F16", Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0001, 0, 0x7c00, 0x7e00));
    expect(halves).to.deep.equal([1, -2, 65504, 2 ** -24, 0, Infinity, NaN]);
    // The upper halves of the float32 numbers 1, −2 and 3.140625.
    expect(decoded("BF16", Uint16Array.of(0x3f80, 0xc000, 0x4049))).to.deep.equal([1, -2, 3.140625]);
  });

  it("reads 64-bit integers that a double holds, and refuses others by name", () => {
    expect(decoded("I64", BigInt64Array.of(7n, -1n))).to.deep.equal([7, -1]);
    expect(() => decoded("I64", BigInt64Array.of(2n ** 60n))).to.throw(ModelError, /tensor t with an integer beyond/);
  });

  it("reads small integers and truth values", () => {
    const read = (dtype: string, shape: number[], bytes: number[]) => {
      const entry = { dtype, shape, data_offsets: [0, bytes.length] };
      return [...decodeSafetensors(fileOf(entry, Uint8Array.from(bytes)), "f").tensors.get("t")!.values];
    };
    expect(read("BOOL", [3], [1, 0, 1])).to.deep.equal([1, 0, 1]);
    expect(read("U8", [2], [255, 1])).to.deep.equal([255, 1]);
    expect(read("I8", [2], [255, 1])).to.deep.equal([-1, 1]);
    expect(read("U16", [1], [1, 128])).to.deep.equal([32769]);
    expect(read("I16", [1], [1, 128])).to.deep.equal([-32767]);
    expect(read("U32", [1], [1, 0, 0, 128])).to.deep.equal([2 ** 31 + 1]);
    expect(read("U64", [1], [2, 0, 0, 0, 0, 0, 0, 0])).to.deep.equal([2]);
    expect(() => read("BOOL", [2], [1, 2])).to.throw(ModelError, /tensor t with a byte that is not 0 or 1/);
  });

  it("names a tensor that it cannot read", () => {
    const decode = (entry: object | null) => () => decodeSafetensors(fileOf(entry, new Uint8Array(4)), "f");
    expect(decode({ dtype: "F8_E4M3", shape: [4], data_offsets: [0, 4] })).to.throw(
      ModelError,
      /tensor t of type F8_E4M3/,
    );
    expect(decode({ dtype: "F8_E4M3", shape: [4], data_offsets: [4, 0] })).to.throw(ModelError, /tensor t of -4 bytes/);
    expect(decode({ dtype: "F32", shape: [2], data_offsets: [0, 4] })).to.throw(
      ModelError,
      /tensor t of 4 bytes, where its shape \[2\] needs 8/,
    );
    for (const entry of [null, {}, { dtype: "F32", shape: [1] }, { dtype: "F32", shape: [-1], data_offsets: [0, 4] }]) {
      expect(decode(entry)).to.throw(ModelError, /tensor t without dtype, shape and data_offsets/);
    }
    const list = new TextEncoder().encode("        []");
    new DataView(list.buffer).setBigUint64(0, 2n, true);
    expect(() => decodeSafetensors(list, "f")).to.throw(ModelError, /header without tensors/);
  });

  it("names what is wrong with a file that is none", () => {
    const decode = (bytes: Uint8Array) => () => decodeSafetensors(bytes, "model.safetensors");
    expect(decode(Uint8Array.of(1, 2))).to.throw(ModelError, /model.safetensors: .*2 bytes/);
    expect(decode(new Uint8Array(64).fill(255))).to.throw(ModelError, /header of/);
    expect(decode(file.subarray(0, file.length - 4))).to.throw(ModelError, /cut off/);
    const text = new TextEncoder().encode("        not json");
    new DataView(text.buffer).setBigUint64(0, 8n, true);
    expect(decode(text)).to.throw(ModelError, /not JSON/);
    const twice = new TextEncoder().encode('        {"t":{},"t":{}}');
    new DataView(twice.buffer).setBigUint64(0, 15n, true);
    expect(decode(twice)).to.throw(ModelError, /header with the key "t" twice in one object/);
  });
});
