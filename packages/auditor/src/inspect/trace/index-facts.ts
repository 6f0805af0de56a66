import { constantFact } from "./constant.js";
import type { TracedValue } from "./traced-value.js";
import type { Application } from "./shape-of.js";

/** Operators that give other numbers in every run. */
export const randomOperators: ReadonlySet<string> = new Set(
  "Bernoulli Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike".split(" "),
);

/** Operators that pass on the numbers of their first input, or some of them, each at most once. */
const choosing: ReadonlySet<string> = new Set(
  "Cast Compress Flatten Identity Reshape Slice Split Squeeze Transpose Unsqueeze".split(" "),
);

/** Operators whose first input alone holds numbers; the others are sizes, places and axes. */
const ofFirst: ReadonlySet<string> = new Set([...choosing, "Expand", "Gather", "Tile", "Pad"]);

/** Returns what tells whether the numbers of a value can be used as indices without naming a place twice. */
export function indexFacts(node: Application): Pick<TracedValue, "fill" | "fixed" | "distinct" | "repeats"> {
  const { operator, inputs } = node;
  const fixed =
    operator === "Shape" ||
    operator === "Size" ||
    (inputs.length > 0 && inputs.every((input) => input.fixed) && !randomOperators.has(operator));
  return { fixed, fill: fillOf(node), distinct: isDistinct(node), repeats: mayRepeat(node) };
}

function mayRepeat({ operator, inputs }: Application): boolean {
  if (operator === "Shape" || operator === "Size" || operator === "Range" || operator === "ConstantOfShape")
    return false;
  if (operator === "Tile") return true;
  const source = ofFirst.has(operator) ? inputs.slice(0, 1) : inputs;
  return source.some(({ repeats }) => repeats);
}

function isDistinct({ operator, inputs, place }: Application): boolean {
  const [first, second] = inputs;
  if (operator === "Range") return true;
  if (operator === "NonZero") return first?.shape?.length === 1;
  if (operator === "TopK") return place === 1 && first?.shape?.length === 1;
  if (operator === "Unique") return place === 0;
  if (choosing.has(operator)) return first?.distinct === true;
  if (operator === "Gather") {
    // One row of a table of one row, as NonZero gives it, is all of it.
    const isOnlyRow = first?.shape?.[0] === 1 && second?.shape?.length === 0;
    return first?.distinct === true && (second?.distinct === true || isOnlyRow);
  }
  if (operator === "Add" || operator === "Sub") {
    const isShift = ({ fill }: TracedValue) => fill !== null;
    return (first?.distinct === true && isShift(second!)) || (second?.distinct === true && isShift(first!));
  }
  return false;
}

function fillOf({ operator, inputs, attributes }: Application): number | null {
  const [first, second] = inputs;
  if (operator === "ConstantOfShape") {
    const value = attributes.get("value")?.t;
    return value ? constantFact(value).fill : 0;
  }
  if (ofFirst.has(operator) && operator !== "Pad") return first?.fill ?? null;
  const [a, b] = [first?.fill ?? null, second?.fill ?? null];
  if (operator === "Neg") return a === null ? null : -a;
  if (a === null || b === null || inputs.length !== 2) return null;
  switch (operator) {
    case "Add":
      return a + b;
    case "Sub":
      return a - b;
    case "Mul":
      return a * b;
    case "Div":
      return a / b;
    default:
      return null;
  }
}
