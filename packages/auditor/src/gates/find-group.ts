import { canonicalLevel, crossingSign, findLevel, suggest, UsageError } from "@evenodds/core";
import type { GroupPart } from "./report-gate.js";

/** What reports of every kind have of an attribute. */
export interface NamedAttribute {
  readonly name: string;
  readonly levels: readonly { readonly level: string; readonly n: number }[];
}

/** Returns names that stand in any order, as one text. */
function inOrder(names: readonly string[]): string {
  return JSON.stringify([...names].sort());
}

/**
 * Returns the attribute called `name`; a crossing is found by its attributes in any order, between `*` or `×`. Throws
 * {@link UsageError} with near matches where the report has none: a gate that matches nothing would always hold.
 */
export function findAttribute<A extends NamedAttribute>(attributes: readonly A[], name: string): A {
  const parts = name.split(/[*×]/).map((part) => part.trim());
  const found = attributes.find((one) => one.name === name) ?? crossingOf(attributes, parts);
  if (found !== undefined) return found;
  const names = attributes.map((one) => one.name);
  const missing = parts.length > 1 && parts.every((part) => names.includes(part));
  throw new UsageError({
    argument: "attribute",
    expected: "an audited attribute",
    found: JSON.stringify(name),
    hint: missing ? `cross them in the audit too: cross: ${parts.join("*")}` : suggest(name, names),
  });
}

function crossingOf<A extends NamedAttribute>(attributes: readonly A[], parts: readonly string[]): A | undefined {
  return attributes.find((one) => inOrder(one.name.split(crossingSign)) === inOrder(parts));
}

/** A group of a report: its attribute, and its place among the levels. */
export interface FoundGroup<A> {
  readonly attribute: A;
  readonly group: number;
  /** `race=White, sex=Male`, in the order of the report. */
  readonly text: string;
}

/**
 * Returns the group that has these values, named in any order. Throws {@link UsageError} for attributes that were not
 * audited together, for values that do not occur, and for a group without rows.
 */
export function findGroup<A extends NamedAttribute>(
  attributes: readonly A[],
  parts: readonly GroupPart[],
): FoundGroup<A> {
  const [only] = parts;
  const names = parts.map((part) => part.attribute);
  if (only === undefined || new Set(names).size < names.length) {
    const found = only === undefined ? "none" : names.join(", ");
    throw new UsageError({ argument: "subgroup", expected: "each attribute once, such as sex=F", found });
  }
  const attribute =
    parts.length === 1
      ? findAttribute(attributes, only.attribute)
      : (crossingOf(attributes, names) ?? findAttribute(attributes, names.join("*")));
  const order = parts.length === 1 ? [attribute.name] : attribute.name.split(crossingSign);
  const ordered = parts.length === 1 ? [only] : order.map((name) => parts.find((part) => part.attribute === name)!);
  const levels = attribute.levels.map(({ level }) => level);
  const group = levelOf(
    levels,
    ordered.map(({ value }) => value),
  );
  const text = ordered.map((part) => `${part.attribute}=${part.value}`).join(", ");
  if (group < 0) {
    const level = ordered.map(({ value }) => value).join(crossingSign);
    const hint = suggest(level, levels);
    throw new UsageError({ argument: "subgroup", expected: `a group of ${attribute.name}`, found: text, hint });
  }
  if (attribute.levels[group]!.n > 0) return { attribute, group, text };
  throw new UsageError({
    argument: "subgroup",
    expected: "a group with rows",
    found: `none with ${text}`,
    hint: "take the gate out, or audit rows that have such",
  });
}

/** The level of this very spelling, else the only one whose parts are the same values in another spelling. */
function levelOf(levels: readonly string[], values: readonly string[]): number {
  const whole = findLevel(levels, values.join(crossingSign));
  if (whole >= 0) return whole;
  const wanted = values.map(canonicalLevel).join(crossingSign);
  const same = levels.flatMap((level, i) =>
    level.split(crossingSign).map(canonicalLevel).join(crossingSign) === wanted ? [i] : [],
  );
  return same.length === 1 ? same[0]! : -1;
}

/**
 * Returns the parts of a subgroup such as `race=White, sex=Male`. A value may itself have an equals sign, and commas
 * where what follows them has none. Throws {@link UsageError} for a part without a value.
 */
export function parseSubgroup(text: string): GroupPart[] {
  const parts: GroupPart[] = [];
  for (const piece of text.split(",")) {
    const at = piece.indexOf("=");
    const last = parts.at(-1);
    if (at < 0 && last !== undefined) {
      parts[parts.length - 1] = { ...last, value: `${last.value},${piece}` };
      continue;
    }
    parts.push({ attribute: piece.slice(0, Math.max(at, 0)).trim(), value: piece.slice(at + 1) });
  }
  const trimmed = parts.map(({ attribute, value }) => ({ attribute, value: value.trim() }));
  if (trimmed.every(({ attribute, value }) => attribute !== "" && value !== "")) return trimmed;
  throw new UsageError({
    argument: "subgroup",
    expected: "attributes and their values, such as race=White, sex=Male",
    found: JSON.stringify(text),
  });
}
