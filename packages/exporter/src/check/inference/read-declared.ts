import { ProofError } from "@evenodds/core";
import { elementTypeOf, type ElementType } from "../../builder/element-type.js";
import type { onnx } from "../../builder/proto.js";
import type { Shape } from "../../shapes/size.js";
import type { Scope } from "./scope.js";
import { isNamed, writtenType } from "./written-shape.js";

/** What a file says of a value, or what follows about it; undefined for what is left open. */
export interface ValueType {
  readonly elementType: ElementType | undefined;
  readonly shape: Shape | undefined;
}

/**
 * Reads what a graph says of an input or output. A size that has a name is that name. Throws {@link ProofError} for an
 * element type that the exporter does not use.
 */
export function readDeclared({ name, type }: onnx.IValueInfoProto, { open }: Pick<Scope, "open">): ValueType {
  const { elemType, shape } = type?.tensorType ?? {};
  const elementType = elementTypeOf(elemType);
  if (elemType && elementType === undefined) {
    const argument = `type of value "${name ?? ""}"`;
    throw new ProofError({ argument, expected: "float32, int64 or bool", found: `data type ${elemType}` });
  }
  const sizes = shape?.dim?.map(({ dimParam, dimValue }) => dimParam || String(dimValue ?? ""));
  return { elementType, shape: sizes?.map((size) => (/^\w+$/.test(size) ? size : open())) };
}

/**
 * Checks that what is said of a value, in the file or `because` of something else, does not contradict what follows
 * from its nodes. Sizes that are open contradict nothing; two different names contradict each other, because they can
 * be any two numbers. Throws {@link ProofError}.
 */
export function checkDeclared(
  argument: string,
  {
    declared,
    inferred,
    because = "as declared",
  }: { readonly declared: ValueType; readonly inferred: ValueType; readonly because?: string },
): void {
  const types = [declared, inferred].flatMap(({ elementType }) => elementType ?? []);
  if (new Set(types).size <= 1 && agree(declared.shape, inferred.shape)) return;
  throw new ProofError({ argument, expected: `${writtenType(declared)} ${because}`, found: writtenType(inferred) });
}

function agree(declared: Shape | undefined, inferred: Shape | undefined): boolean {
  if (declared === undefined || inferred === undefined) return true;
  return (
    declared.length === inferred.length &&
    declared.every((size, axis) => size === inferred[axis] || !isNamed(size) || !isNamed(inferred[axis]!))
  );
}
