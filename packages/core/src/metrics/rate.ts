import { UsageError } from "../errors.js";

/** Fewest rows of a (group, label) cell for its rates to be compared, unless a caller says otherwise. */
export const defaultMinimumSupport = 5;

/** `ok`: at least the minimum support; `small`: some rows, but fewer; `empty`: no row. */
export type CellStatus = "ok" | "small" | "empty";

/** Returns the status of a cell with `n` rows. */
export function cellStatus(n: number, minimumSupport: number): CellStatus {
  if (n <= 0) return "empty";
  return n >= minimumSupport ? "ok" : "small";
}

/** Returns `k / n`, or null for 0/0, which is not a number. */
export function rateOf(k: number, n: number): number | null {
  return n > 0 ? k / n : null;
}

/** Throws {@link UsageError} unless `minimumSupport` is at least 1: below it a cell without rows would have a rate. */
export function checkMinimumSupport(minimumSupport: number): void {
  if (Number.isFinite(minimumSupport) && minimumSupport >= 1) return;
  throw new UsageError({
    argument: "minimum support",
    expected: "a number of rows, 1 or more",
    found: `${minimumSupport}`,
    hint: `leave it out for ${defaultMinimumSupport}`,
  });
}
