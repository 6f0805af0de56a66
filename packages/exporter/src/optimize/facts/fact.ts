import type { onnx } from "../../builder/proto.js";
import type { Size } from "./size.js";

/** What is known about a value without running the model. Values that are always equal share one fact. */
export interface Fact {
  /** Different for values that may differ. */
  readonly id: number;
  /** The first value that it is true of; it exists wherever a later one does. */
  readonly name: string;
  readonly shape: readonly Size[] | undefined;
  /** Number of `TensorProto.DataType`. */
  readonly type: number | undefined;
  /** Of small whole-number tensors of rank 0 or 1, such as shapes. */
  readonly elements: readonly Size[] | undefined;
  /** The number that all elements are, of tensors that are filled with one. */
  readonly fill: number | undefined;
  /** What computes it; undefined for inputs and constants. */
  readonly origin: Origin | undefined;
}

/** A node that computes a value. Nodes that pass a value on unchanged are skipped. */
export interface Origin {
  /** Name of the operator, or `Column`: a vector `[n]` as `[n, 1]`, however it is written. */
  readonly operator: string;
  readonly attributes: ReadonlyMap<string, onnx.IAttributeProto>;
  /** Undefined for optional inputs that are left out. */
  readonly operands: readonly (Fact | undefined)[];
}

/** Returns a whole-number attribute, `standard` where the node does not set it. */
export function intAttribute({ attributes }: Pick<Origin, "attributes">, name: string, standard: number): number {
  const attribute = attributes.get(name);
  return attribute === undefined ? standard : Number(String(attribute.i ?? 0));
}

/** Returns an axis counted from the first, for a tensor of this rank. */
export function axisOf(origin: Origin, { rank, standard }: { rank: number; standard: number }): number {
  const axis = intAttribute(origin, "axis", standard);
  return axis < 0 ? axis + rank : axis;
}
