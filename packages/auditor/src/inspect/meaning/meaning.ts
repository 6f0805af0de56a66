/** What the numbers of a value mean, as far as the operators that made it tell. Axes are counted from the last, −1. */
export type Meaning =
  /** Constants and sizes. */
  | { readonly kind: "constant" }
  /** An input as it is. */
  | { readonly kind: "input" }
  /** Sums of products: the result of a linear operator, unbounded. */
  | { readonly kind: "linear" }
  /** Each from 0 to 1, with the sum 1 along the axis. */
  | { readonly kind: "shares"; readonly axis: Axis }
  /** The logarithms of shares. */
  | { readonly kind: "log-shares"; readonly axis: Axis }
  /** Each from 0 to 1 by itself. */
  | { readonly kind: "sigmoid" }
  /** Numbers of classes from 0, or their labels. */
  | { readonly kind: "ids"; readonly of: "positions" | "labels" }
  /** A list of maps from class to a number. */
  | { readonly kind: "map"; readonly of: Meaning }
  /** Probabilities or their logarithms after arithmetic that left nothing certain of them; `why` says what did. */
  | { readonly kind: "mixed"; readonly why: string }
  /** Anything else, and why it is none of these where a reader may have thought so. */
  | { readonly kind: "other"; readonly nonNegative: boolean; readonly why?: string };

/** From the last axis, so negative; from 0 on where the number of axes is not known. */
export type Axis = number;

/** Returns a meaning that cannot be told. */
export function other(why?: string): Meaning {
  return { kind: "other", nonNegative: false, ...(why === undefined ? {} : { why }) };
}

/**
 * Whether numbers are probabilities, their logarithms or a mixture, so that arithmetic on them changes what they are.
 */
export function isShare({ kind }: Meaning): boolean {
  return kind === "shares" || kind === "log-shares" || kind === "sigmoid" || kind === "mixed";
}

/** Returns the meaning of probabilities that an operator changed. */
export function mixed({ kind, ...rest }: Meaning, operator: string): Meaning {
  if (kind === "mixed" && "why" in rest) return { kind, why: rest.why! };
  const what = kind === "sigmoid" ? "a sigmoid" : kind === "log-shares" ? "a log-softmax" : "a softmax";
  return { kind: "mixed", why: `${operator} changes the result of ${what}` };
}

/** Whether numbers are never below 0, so that dividing them by their sum gives shares. */
export function isNonNegative(meaning: Meaning): boolean {
  return meaning.kind === "shares" || meaning.kind === "sigmoid" || (meaning.kind === "other" && meaning.nonNegative);
}

/** Returns what a value means that is one of several, such as the result of a branch. */
export function joined(meanings: readonly Meaning[]): Meaning {
  const [first, ...rest] = meanings.filter(({ kind }) => kind !== "constant");
  if (first === undefined) return { kind: "constant" };
  if (rest.some((meaning) => !sameMeaning(first, meaning))) {
    return other(`it is ${[...new Set([first, ...rest].map(meaningWords))].join(" or ")}`);
  }
  // Constant rows among probabilities need not be probabilities.
  const hasConstant = meanings.length > rest.length + 1;
  if (hasConstant && first.kind !== "linear") return other(`it is ${meaningWords(first)} or constant`);
  return first;
}

function sameMeaning(a: Meaning, b: Meaning): boolean {
  if (a.kind === "map" && b.kind === "map") return sameMeaning(a.of, b.of);
  if (a.kind === "ids" && b.kind === "ids") return a.of === b.of;
  const axis = (meaning: Meaning) => ("axis" in meaning ? meaning.axis : 0);
  return a.kind === b.kind && axis(a) === axis(b);
}

function meaningWords({ kind }: Meaning): string {
  return words.get(kind) ?? "something else";
}

const words: ReadonlyMap<Meaning["kind"], string> = new Map([
  ["shares", "a softmax"],
  ["log-shares", "a log-softmax"],
  ["sigmoid", "a sigmoid"],
  ["linear", "a linear result"],
  ["ids", "ids"],
]);
