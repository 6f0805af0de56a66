import { ModelError } from "@evenodds/core";
import { floatTensor, int64Tensor, onnx, tensorProto, type Tensor } from "@evenodds/exporter/internal";
import { expect } from "chai";

function throughFile(tensor: Tensor): onnx.TensorProto {
  return onnx.TensorProto.decode(onnx.TensorProto.encode(tensorProto("t", tensor)).finish());
}

describe("floatTensor", () => {
  it("is written as four little-endian bytes per value", () => {
    const decoded = throughFile(floatTensor(Float32Array.of(1, -2), [2, 1]));
    expect([...decoded.rawData]).to.deep.equal([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
    expect(decoded.dims.map(Number)).to.deep.equal([2, 1]);
    expect(decoded.dataType).to.equal(onnx.TensorProto.DataType.FLOAT);
  });

  it("takes only the values of a view into a larger array", () => {
    const view = Float32Array.of(9, 1, 9).subarray(1, 2);
    expect([...throughFile(floatTensor(view)).rawData]).to.deep.equal([0, 0, 0x80, 0x3f]);
  });

  it("refuses a shape of another size", () => {
    expect(() => floatTensor(Float32Array.of(1, 2), [3])).to.throw(ModelError, /shape \[3\]: expected 3 .*found 2/);
    expect(() => floatTensor(Float32Array.of(1, 2), [-1, -2])).to.throw(ModelError, /whole sizes from 0, found -1/);
  });
});

describe("int64Tensor", () => {
  it("writes bigints as they are, where the protobuf writer alone would write 0", () => {
    const decoded = throughFile(int64Tensor([1n, -1, 2n ** 40n]));
    const view = new DataView(Uint8Array.from(decoded.rawData).buffer);
    expect([0, 8, 16].map((at) => view.getBigInt64(at, true))).to.deep.equal([1n, -1n, 2n ** 40n]);
  });

  it("makes a scalar of the shape []", () => {
    expect(throughFile(int64Tensor([5], [])).dims).to.deep.equal([]);
  });

  it("refuses fractions", () => {
    expect(() => int64Tensor([1.5])).to.throw(ModelError, /element 0 .*1\.5/);
  });
});

describe("tensorProto", () => {
  it("refuses bytes that are not those of the shape", () => {
    const tensor = { elementType: "float32", shape: [2], bytes: new Uint8Array(2) } as const;
    expect(() => tensorProto("w", tensor)).to.throw(
      ModelError,
      /"w": expected a Uint8Array of 8 bytes .*found 2 bytes/,
    );
  });

  it("refuses a typed array of numbers, of which one byte per element would be written", () => {
    // @ts-expect-error only bytes are data
    const tensor: Tensor = { elementType: "float32", shape: [2], bytes: Float32Array.of(1, 2) };
    expect(() => tensorProto("w", tensor)).to.throw(ModelError, /another type of array/);
  });
});
