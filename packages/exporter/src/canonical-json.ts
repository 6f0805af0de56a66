import { ModelError } from "@evenodds/core";

/**
 * Returns JSON whose object keys are in code-unit order at every depth, without blanks, so that equal data give equal
 * text whatever order it was put together in. Keys without a value are left out.
 *
 * Throws {@link ModelError} for numbers that JSON cannot hold (it would write NaN and infinities as null).
 */
export function canonicalJson(value: unknown, argument: string): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "number" && !Number.isFinite(part)) {
      throw new ModelError({ argument, expected: "finite numbers", found: `${part}` });
    }
    return isRecord(part) ? sorted(part) : part;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Keys that look like whole numbers come first in any object; that is an order of its own, but always the same one.
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
