import type { ElementType } from "../../builder/element-type.js";
import type { Shape, Size } from "../../shapes/size.js";

/** Returns a shape as messages write it: `[N, 3]`, with `?` for sizes that are known only when the file runs. */
export function writtenShape(shape: Shape | undefined): string {
  return shape === undefined ? "[...]" : `[${shape.map((size) => (isNamed(size) ? size : "?")).join(", ")}]`;
}

/** Returns type and shape as messages write them: `float32[N, 3]`. */
export function writtenType(value: { elementType: ElementType | undefined; shape: Shape | undefined }): string {
  return `${value.elementType ?? "any type "}${writtenShape(value.shape)}`;
}

/** Whether a size is made of numbers and of names in the file alone. */
export function isNamed(size: Size): boolean {
  return !/[?#]/.test(size);
}
