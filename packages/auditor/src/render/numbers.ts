import { formatBeside } from "../verdict/format-beside.js";

/** Returns a rate or bound with three decimals, `undefined` for null. */
export function formatRate(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(3);
}

/**
 * Returns a gap with three decimals, or with as many more as it takes to tell it from `limit`; `undefined` for null.
 */
export function formatGap(value: number | null, limit: number | null = null): string {
  return value === null || limit === null ? formatRate(value) : formatBeside(value, limit);
}

/** Returns a score or threshold, which may have any size, with at most six digits: `0.5`, `-3.25`, `1.5e-7`. */
export function formatScore(value: number): string {
  return String(Number(value.toPrecision(6)));
}

// Made once: `toLocaleString` makes one for every number, which takes most of the time of a large report.
const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** Returns a count with thousands separators; weighted counts keep up to two decimals. */
export function formatCount(count: number): string {
  if (Number.isInteger(count) && count >= 0 && count < 1000) return String(count);
  return counts.format(count);
}

/** Returns `1 gate` or `1,200 gates`, of a thing whose plural ends with an s. */
export function countOf(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** Returns `= 0.012`, or `< 0.001` where three decimals would show zero. */
export function formatPValue(value: number): string {
  return value < 0.001 ? "< 0.001" : `= ${value.toFixed(3)}`;
}

/** Returns `0.012` or `< 0.001`, `undefined` for null. */
export function plainPValue(value: number | null): string {
  return value === null ? "undefined" : formatPValue(value).replace(/^= /, "");
}

/** Returns the level of an interval in percent: `95 %` for alpha 0.05. */
export function formatLevel(alpha: number): string {
  return `${Number(((1 - alpha) * 100).toFixed(6))} %`;
}

/** Returns the text of a size with the sign of its value, and without one where it is zero as printed. */
export function withSign(size: string, value: number): string {
  return Number(size) === 0 ? size : `${value < 0 ? "−" : "+"}${size}`;
}

/** Returns a difference of rates with its sign: `+0.100`, `−0.098`. */
export function formatSigned(value: number): string {
  return withSign(formatRate(Math.abs(value)), value);
}

/** Returns `0.031 to 0.310`. */
export function formatInterval({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${formatRate(lower)} to ${formatRate(upper)}`;
}
