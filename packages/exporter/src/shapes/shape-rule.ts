import type { Operation } from "./operation.js";
import type { Shape, Symbols } from "./size.js";

/**
 * Returns the shape of a node's first output, undefined where not even its rank can be told. Names and defaults are
 * those of ONNX. What is asked is taken to be valid.
 */
export type ShapeRule = (operation: Operation, symbols: Symbols) => Shape | undefined;
