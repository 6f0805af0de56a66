import { findLevel, suggest, UsageError } from "@evenodds/core";

/** The groups of one attribute. */
export interface GroupNames {
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * Returns the place of the reference group of every attribute that has one, by the attribute's name. A reference is the
 * name of a group that only one attribute has, such as `male`, or names the attribute too: `sex=male`.
 *
 * Throws {@link UsageError} for a group that no attribute has or several have, and for two references of one attribute.
 */
export function resolveReferences(
  references: readonly string[],
  attributes: readonly GroupNames[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const reference of references) {
    const { name, group } = resolveReference(reference, attributes);
    if (found.has(name)) {
      throw wrong(reference, {
        expected: `one group of attribute ${JSON.stringify(name)}`,
        hint: "leave one of them out",
      });
    }
    found.set(name, group);
  }
  return found;
}

function resolveReference(
  reference: string,
  attributes: readonly GroupNames[],
): { readonly name: string; readonly group: number } {
  // Names may themselves have an equals sign: the longest one that fits is meant.
  const [named] = attributes
    .filter(({ name }) => reference.startsWith(`${name}=`))
    .sort((a, b) => b.name.length - a.name.length);
  const wholes = attributes.flatMap(({ name, groups }) => {
    const group = findLevel(groups, reference);
    return group < 0 ? [] : [{ name, group }];
  });
  if (named !== undefined) {
    const level = reference.slice(named.name.length + 1);
    const group = findLevel(named.groups, level);
    if (group >= 0) return { name: named.name, group };
    if (wholes.length === 0) {
      throw wrong(reference, {
        expected: `a group of attribute ${JSON.stringify(named.name)}`,
        hint: suggest(level, named.groups),
      });
    }
  }
  const [only, ...others] = wholes;
  if (only === undefined) {
    const groups = new Set(attributes.flatMap((attribute) => attribute.groups));
    throw wrong(reference, {
      expected: "the name of a group, or an attribute=group",
      hint: suggest(reference, groups),
    });
  }
  if (others.length > 0) {
    const names = wholes.map(({ name }) => JSON.stringify(name)).join(" and ");
    throw wrong(reference, {
      expected: "a group that one attribute has",
      hint: `${names} have it: name one of them, as in ${only.name}=${reference}`,
    });
  }
  return only;
}

function wrong(
  reference: string,
  { expected, hint }: { readonly expected: string; readonly hint: string },
): UsageError {
  return new UsageError({ argument: "‘reference’", expected, found: JSON.stringify(reference), hint });
}
