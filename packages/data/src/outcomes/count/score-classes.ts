import { InputError, UsageError, findLevel, suggest, unknownCode } from "@evenodds/core";

/** Pairs of classes of which everybody takes the second for the positive one. */
export const customaryClasses = [
  ["0", "1"],
  ["-1", "1"],
  ["false", "true"],
] as const;

/**
 * Returns the class below and the class at or above the threshold of a score. `classes` are those of the labels,
 * undefined without labels; see `OutcomeRequest` for what need not be said.
 *
 * Throws {@link InputError} for labels of more than two classes and for a positive class that has to be named or is not
 * among them.
 */
export function scoreClasses(
  classes: readonly string[] | undefined,
  named: { readonly positive: string | undefined; readonly negative: string | undefined },
): readonly [string, string] {
  if (classes === undefined) {
    const { positive: yes = "1", negative = yes === "1" ? "0" : `not ${yes}` } = named;
    return distinct(negative, yes);
  }
  const asWritten = (name: string | undefined) =>
    name === undefined ? undefined : (classes[findLevel(classes, name)] ?? name);
  const positive = asWritten(named.positive);
  const negative = asWritten(named.negative);
  if (classes.length > 2) {
    const code = unknownCode(classes);
    throw new InputError({
      argument: "‘score’",
      expected: "labels of two classes",
      found: `${classes.length} classes${code === null ? "" : `, ${JSON.stringify(code)} among them`}`,
      hint:
        code === null
          ? "a score says nothing about more than two classes; name a column of predicted classes with ‘prediction’"
          : `if ${code} means unknown, say that it is missing (‘missingValues’ ${code})`,
    });
  }
  const pair = customaryClasses.find((known) => classes.every((name) => known.some((other) => other === name)));
  const yes = positive ?? pair?.[1];
  if (yes === undefined) {
    const hint = classes.length === 0 ? "" : suggest("", classes);
    throw new InputError({
      argument: "‘positive’",
      expected: "the name of the positive class",
      found: "nothing",
      hint,
    });
  }
  const no = negative ?? classes.find((name) => name !== yes) ?? pair?.find((name) => name !== yes);
  if (no === undefined) {
    throw new InputError({
      argument: "‘negative’",
      expected: "the name of the class below the threshold",
      found: `only ${JSON.stringify(yes)} among the labels`,
    });
  }
  if (!classes.every((name) => name === yes || name === no)) {
    throw new InputError({
      argument: "‘positive’",
      expected: "one of the classes of the labels",
      found: `${JSON.stringify(yes)}, with ${JSON.stringify(no)} as the negative class`,
      hint: suggest(yes, classes),
    });
  }
  return distinct(no, yes);
}

function distinct(no: string, yes: string): readonly [string, string] {
  if (no !== yes) return [no, yes];
  throw new UsageError({
    argument: "‘negative’",
    expected: "a class other than the positive one",
    found: JSON.stringify(no),
  });
}
