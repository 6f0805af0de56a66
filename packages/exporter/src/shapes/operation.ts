import type { onnx } from "../builder/proto.js";
import type { Shape, Size } from "./size.js";
import { wholeNumber } from "./whole-number.js";

/** What is known about the sizes of a value without running the model. */
export interface Sized {
  /** Different for values that may differ. */
  readonly id: number;
  readonly shape: Shape | undefined;
  /** Of small whole-number tensors of rank 0 or 1, such as shapes. */
  readonly elements: readonly Size[] | undefined;
}

/** A node with what is known about the values that it reads. */
export interface Operation<Operand extends Sized = Sized> {
  readonly operator: string;
  readonly attributes: ReadonlyMap<string, onnx.IAttributeProto>;
  /** Undefined for optional inputs that are left out. */
  readonly operands: readonly (Operand | undefined)[];
}

/** Returns a whole-number attribute, `standard` where the node does not set it. */
export function intAttribute({ attributes }: Pick<Operation, "attributes">, name: string, standard: number): number {
  const attribute = attributes.get(name);
  return attribute === undefined ? standard : wholeNumber(attribute.i);
}

/** Returns an attribute that is a list of whole numbers, undefined where the node does not set it. */
export function intsAttribute({ attributes }: Pick<Operation, "attributes">, name: string): number[] | undefined {
  return attributes.get(name)?.ints?.map(wholeNumber);
}

/** Returns an axis counted from the first, for a tensor of this rank. */
export function axisOf(operation: Operation, { rank, standard }: { rank: number; standard: number }): number {
  return fromFirst(intAttribute(operation, "axis", standard), rank);
}

/** Returns an axis counted from the first where it counts from the last. */
export function fromFirst(axis: number, rank: number): number {
  return axis < 0 ? axis + rank : axis;
}
