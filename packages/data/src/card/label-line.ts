import type { CardLabel } from "./graph-card.js";

/** Classes that a line shows at most. */
const mostClasses = 100;

/**
 * Returns a label of a card with its classes in the order given, as one line of YAML:
 * `label: { column: y, classes: [a, b] }`, or `classes: { 0: low, 1: high }` where classes have names. What the card
 * says of missing values stays. A text that YAML would read as something else is quoted.
 */
export function labelLine(
  { column, missing }: Pick<CardLabel, "column" | "missing">,
  classes: readonly { readonly value: string; readonly name?: string | undefined }[],
): string {
  const shown = classes
    .slice(0, mostClasses)
    .map(({ value, name }) => (name === undefined ? scalar(value) : `${scalar(value)}: ${scalar(name)}`));
  const all = [...shown, ...(classes.length > shown.length ? ["…"] : [])].join(", ");
  const named = classes.some(({ name }) => name !== undefined);
  const parts = [
    `column: ${scalar(column)}`,
    ...(missing.length === 0 ? [] : [`missing: [${missing.map(scalar).join(", ")}]`]),
    `classes: ${named ? `{ ${all} }` : `[${all}]`}`,
  ];
  return `label: { ${parts.join(", ")} }`;
}

/** Plain words and whole numbers need no quotes; words that YAML takes for booleans or null do. */
function scalar(text: string): string {
  const isWord = /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text) && !/^(true|false|null)$/i.test(text);
  return isWord || /^(0|-?[1-9]\d{0,14})$/.test(text) ? text : JSON.stringify(text);
}
