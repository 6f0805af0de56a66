import type { Operation, Sized } from "../../shapes/operation.js";

/** What is known about a value without running the model. Values that are always equal share one fact. */
export interface Fact extends Sized {
  /** The first value that it is true of; it exists wherever a later one does. */
  readonly name: string;
  /** Number of `TensorProto.DataType`. */
  readonly type: number | undefined;
  /** The number that all elements are, of tensors that are filled with one. */
  readonly fill: number | undefined;
  /** What computes it; undefined for inputs and constants. */
  readonly origin: Origin | undefined;
}

/**
 * A node that computes a value. Nodes that pass a value on unchanged are skipped. The operator is `Column` for a vector
 * `[n]` as `[n, 1]`, however it is written.
 */
export type Origin = Operation<Fact>;
