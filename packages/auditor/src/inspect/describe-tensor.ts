import type { onnx } from "onnx-proto";
import type { TensorDescription } from "./model-description.js";

/** Names of ONNX element types by their number, as ONNX Runtime spells them. */
const elementTypes = [
  "undefined",
  "float32",
  "uint8",
  "int8",
  "uint16",
  "int16",
  "int32",
  "int64",
  "string",
  "bool",
  "float16",
  "float64",
  "uint32",
  "uint64",
  "complex64",
  "complex128",
  "bfloat16",
] as const;

/** Returns the name of an ONNX element type, `other` for numbers that have none here. */
export function elementType(number: number): string {
  return elementTypes[number] ?? "other";
}

const sizes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    float32: 4,
    int32: 4,
    uint32: 4,
    float64: 8,
    int64: 8,
    uint64: 8,
    complex64: 8,
    complex128: 16,
    float16: 2,
    bfloat16: 2,
    int16: 2,
    uint16: 2,
  }),
);

/** Returns the bytes of one element of a type; 1 for those that are not known, and for texts. */
export function elementBytes(type: string): number {
  return sizes.get(type) ?? 1;
}

/** Returns name, type and shape of a graph input or output. */
export function describeTensor(info: onnx.IValueInfoProto): TensorDescription {
  const tensor = info.type?.tensorType;
  const dims = tensor?.shape?.dim;
  return {
    name: info.name ?? "",
    type: typeText(info.type),
    shape: tensor?.shape === null || tensor?.shape === undefined ? null : (dims ?? []).map(dimension),
  };
}

/** A tensor by its elements; lists and maps, as ZipMap makes them, in full: `sequence(map(int64, float32))`. */
function typeText(type: onnx.ITypeProto | null | undefined): string {
  if (type?.tensorType) return elementType(type.tensorType.elemType ?? 0);
  if (type?.sequenceType) return `sequence(${typeText(type.sequenceType.elemType)})`;
  if (type?.mapType) return `map(${elementType(type.mapType.keyType ?? 0)}, ${typeText(type.mapType.valueType)})`;
  return "other";
}

function dimension(dim: onnx.TensorShapeProto.IDimension): number | string {
  // protobufjs gives absent fields of a oneof as the default of their prototype, so only own fields count.
  // Some exporters write −1 for a size that is open.
  const size = Object.hasOwn(dim, "dimValue") ? Number(String(dim.dimValue)) : -1;
  if (size >= 0) return size;
  const name = Object.hasOwn(dim, "dimParam") ? (dim.dimParam ?? "") : "";
  return name === "" ? "?" : name;
}

/** Returns a tensor as one reads it in the documentation: `x float32[N, 95]`. */
export function formatTensor({ name, type, shape }: TensorDescription): string {
  if (/[(]/.test(type)) return `${name} ${type}`;
  return `${name} ${type}${shape === null ? " of unstated shape" : `[${shape.join(", ")}]`}`;
}

/** Returns tensors joined by commas, or `nothing`. */
export function formatTensors(tensors: readonly TensorDescription[]): string {
  return tensors.length === 0 ? "nothing" : tensors.map(formatTensor).join(", ");
}
