import { ModelError } from "@evenodds/core";
import { dataTypes, elementBytes, type ElementType } from "./element-type.js";
import { onnx, toLong } from "./proto.js";

/** Whether this machine keeps numbers as files do. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A constant array with its shape, row-major; `[]` is the shape of a scalar. */
export interface Tensor<T extends ElementType = ElementType> {
  readonly elementType: T;
  readonly shape: readonly number[];
  /** Little-endian elements, the content of `raw_data`. */
  readonly bytes: Uint8Array;
}

/**
 * Returns a float32 tensor of the given shape, by default `[values.length]`. Where the machine is little-endian, its
 * bytes are those of `values` and no copy. Throws {@link ModelError} where the shape holds another number of values.
 */
export function floatTensor(values: Float32Array, shape: readonly number[] = [values.length]): Tensor<"float32"> {
  checkCount(values.length, { elementType: "float32", shape });
  return { elementType: "float32", shape, bytes: littleEndian(values) };
}

/** Returns an int64 tensor of the given shape, by default `[values.length]`. Errors as {@link floatTensor}. */
export function int64Tensor(
  values: readonly (number | bigint)[],
  shape: readonly number[] = [values.length],
): Tensor<"int64"> {
  checkCount(values.length, { elementType: "int64", shape });
  const view = new DataView(new ArrayBuffer(values.length * elementBytes.int64));
  values.forEach((value, i) => {
    const long = toLong(value, `element ${i} of an int64 tensor`);
    view.setInt32(8 * i, long.low, true);
    view.setInt32(8 * i + 4, long.high, true);
  });
  return { elementType: "int64", shape, bytes: new Uint8Array(view.buffer) };
}

/** Returns the message of a named tensor. Throws {@link ModelError} where the bytes are not those of the shape. */
export function tensorProto(name: string, { elementType, shape, bytes }: Tensor): onnx.TensorProto {
  const needed = elementCount(shape, `tensor "${name}"`) * elementBytes[elementType];
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== needed) {
    throw new ModelError({
      argument: `data of tensor "${name}"`,
      expected: `a Uint8Array of ${needed} bytes for ${elementType} [${shape.join(", ")}]`,
      found: bytes instanceof Uint8Array ? `${bytes.byteLength} bytes` : "another type of array",
    });
  }
  return onnx.TensorProto.create({
    name,
    dataType: dataTypes[elementType],
    dims: shape.map((size) => toLong(size, `a dimension of tensor "${name}"`)),
    rawData: bytes,
  });
}

function checkCount(length: number, { elementType, shape }: Omit<Tensor, "bytes">): void {
  const needed = elementCount(shape, `${elementType} tensor`);
  if (needed === length) return;
  throw new ModelError({
    argument: `${elementType} tensor of shape [${shape.join(", ")}]`,
    expected: `${needed} values`,
    found: `${length}`,
  });
}

function littleEndian(values: Float32Array): Uint8Array {
  if (isLittleEndian) return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const view = new DataView(new ArrayBuffer(values.byteLength));
  values.forEach((value, i) => view.setFloat32(4 * i, value, true));
  return new Uint8Array(view.buffer);
}

function elementCount(shape: readonly number[], argument: string): number {
  for (const size of shape) {
    if (!Number.isSafeInteger(size) || size < 0) {
      throw new ModelError({ argument: `shape of ${argument}`, expected: "whole sizes from 0", found: `${size}` });
    }
  }
  return shape.reduce((product, size) => product * size, 1);
}
