import { intAttribute } from "../operation.js";
import type { ShapeRule } from "../rule.js";
import { leastSize } from "../size.js";
import { vectorOf } from "../vector-of.js";

/** Rules of operators whose sizes are numbers that they read. */
export const sequenceRules: Readonly<Record<string, ShapeRule>> = {
  ConstantOfShape: ({ operands: [sizes] }, symbols) => vectorOf(sizes, symbols),
  NonZero: ({ operands: [x] }, symbols) => x?.shape && [`${x.shape.length}`, symbols(`non-zero of ${x.id}`)],
  Range: ({ operands: [start, limit, delta] }, symbols) => {
    if (!start || !limit || !delta) return undefined;
    const counts = start.elements?.[0] === "0" && delta.elements?.[0] === "1";
    const count = counts ? limit.elements?.[0] : undefined;
    // A limit below 0 gives nothing.
    const isCount = count !== undefined && leastSize(count) >= 0;
    return [isCount ? count : symbols(`range ${start.id} ${limit.id} ${delta.id}`)];
  },
  Shape: (operation, symbols) => {
    const [data] = operation.operands;
    const part = ["start", "end"].map((name) => intAttribute(operation, name, 0)).join(" ");
    return data && [symbols(`rank of ${data.id} ${part} ${operation.attributes.has("end")}`)];
  },
};
