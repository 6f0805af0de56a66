import { maximum } from "@evenodds/core";
import { fixedSize, isKnown, type Shape } from "../../shapes/size.js";
import { fault } from "../inference/fault.js";
import type { InferredNode } from "../inference/inferred-value.js";
import { writtenShape } from "../inference/written-shape.js";

/** Checks that no sizes that are fixed keep shapes from being broadcast against each other. Throws `ProofError`. */
export function checkBroadcast(node: InferredNode, shapes: readonly (Shape | undefined)[]): void {
  const known = shapes.filter(isKnown);
  const rank = maximum(
    known.map(({ length }) => length),
    0,
  );
  for (let fromLast = 1; fromLast <= rank; fromLast++) {
    const sizes = new Set(known.map((shape) => fixedSize(shape.at(-fromLast)) ?? 1));
    sizes.delete(1);
    if (sizes.size <= 1) continue;
    const found = known.map(writtenShape).join(" and ");
    throw fault(node, { expected: "shapes that broadcast", found });
  }
}
