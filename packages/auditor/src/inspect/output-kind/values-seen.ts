import type { OutputMeaning } from "./output-kind.js";

/**
 * What the numbers of an output look like. Rows with NaN or an infinite number are left out, but for `exponentials`.
 */
export interface ValuesSeen {
  /** Rows that were looked at. */
  readonly rows: number;
  readonly columns: number;
  readonly range: Span;
  readonly sums: Span;
  /**
   * Sums of e^value; null where a value is above 0, so that they cannot be sums of probabilities. −∞ counts as log 0.
   */
  readonly exponentials: Span | null;
  /** Whether all are whole numbers. */
  readonly whole: boolean;
  /** Whether every number is exactly 0 or 1, which tells nothing of a scale. */
  readonly marks: boolean;
  /** How far sums and bounds may be missed. */
  readonly tolerance: number;
}

/** The least and the greatest of some numbers. */
export interface Span {
  readonly least: number;
  readonly greatest: number;
}

/** How far a sum of probabilities may be from 1, and a probability outside [0, 1], by the type of the numbers. */
export const sumTolerance = { full: 1e-3, half: 1e-2 } as const;

/** Looks at an output `[N, C]`, row-major. `type` is its element type, such as `float16`. */
export function lookAt(
  values: Float32Array | Float64Array,
  { columns, type }: { readonly columns: number; readonly type: string },
): ValuesSeen {
  const tolerance = type === "float16" || type === "bfloat16" ? sumTolerance.half : sumTolerance.full;
  const [range, sums] = [openSpan(), openSpan()];
  let rows = 0;
  let whole = true;
  let marks = true;
  for (let start = 0; columns > 0 && start < values.length; start += columns) {
    let sum = 0;
    for (let c = start; c < start + columns; c++) sum += values[c]!;
    if (!Number.isFinite(sum)) continue;
    rows++;
    widen(sums, sum);
    for (let c = start; c < start + columns; c++) {
      const value = values[c]!;
      widen(range, value);
      if (marks && value !== 0 && value !== 1) marks = false;
      if (whole && !Number.isInteger(value)) whole = false;
    }
  }
  const exponentials = range.greatest > tolerance ? null : sumsOfExponentials(values, columns);
  return { rows, columns, range, sums, exponentials, whole, marks, tolerance };
}

/**
 * Returns why numbers cannot have a meaning, null where they can. `linear` says that the file ends in a linear
 * operator, of which a few numbers from 0 to 1 are to be expected.
 */
export function contradiction(
  kind: OutputMeaning,
  seen: ValuesSeen,
  { linear }: { readonly linear: boolean },
): string | null {
  const { rows, columns, range, marks, tolerance, whole } = seen;
  if (rows === 0 && !(kind === "log-probabilities" && seen.exponentials !== null)) return null;
  const isShare = range.least >= -tolerance && range.greatest <= 1 + tolerance;
  const addUp = near(seen.sums, tolerance);
  switch (kind) {
    case "logits":
      return columns > 1 && isShare && addUp && !marks
        ? "every row is from 0 to 1 and adds up to 1, as probabilities do"
        : null;
    case "log-probabilities":
      if (seen.exponentials === null) return "logarithms of probabilities are not above 0";
      return near(seen.exponentials, tolerance) ? null : "the exponentials of a row do not add up to 1";
    case "probabilities":
      if (!isShare) return "probabilities are from 0 to 1";
      return addUp ? null : "rows do not add up to 1";
    case "independent-probabilities":
    case "one-probability":
      return isShare ? null : "probabilities are from 0 to 1";
    case "one-logit":
      return isShare && !linear && !marks ? "all numbers are from 0 to 1, as probabilities are" : null;
    case "class-ids":
      return whole ? null : "ids are whole numbers";
    case "number":
      return null;
  }
}

/** Returns what was seen, for a message: `values from -1.2 to 3.4, sums of rows from 0.1 to 2.3`. */
export function formatSeen({ rows, columns, range, sums }: ValuesSeen): string {
  if (rows === 0) return "no finite values";
  const values = `values from ${short(range.least)} to ${short(range.greatest)}`;
  return columns === 1 ? values : `${values}, sums of rows from ${short(sums.least)} to ${short(sums.greatest)}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function near({ least, greatest }: Span, tolerance: number): boolean {
  return Math.abs(least - 1) <= tolerance && Math.abs(greatest - 1) <= tolerance;
}

function openSpan(): { least: number; greatest: number } {
  return { least: Infinity, greatest: -Infinity };
}

function widen(span: { least: number; greatest: number }, value: number): void {
  if (value < span.least) span.least = value;
  if (value > span.greatest) span.greatest = value;
}

function sumsOfExponentials(values: Float32Array | Float64Array, columns: number): Span | null {
  const sums = openSpan();
  for (let start = 0; columns > 0 && start < values.length; start += columns) {
    let sum = 0;
    for (let c = start; c < start + columns; c++) sum += Math.exp(values[c]!);
    if (Number.isFinite(sum)) widen(sums, sum);
  }
  return sums.greatest === -Infinity ? null : sums;
}
