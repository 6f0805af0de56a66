import { UsageError } from "@evenodds/core";
import type { GateWaiver } from "./report-gate.js";

/** Returns a day such as `2027-01-31`. Throws {@link UsageError} for what is none, such as `2027-02-30`. */
export function checkDay(text: string, argument: string): string {
  const found = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (found !== null && !Number.isNaN(found.getTime()) && found.toISOString().startsWith(text)) return text;
  const hint = "write year, month and day, such as 2027-01-31";
  throw new UsageError({ argument, expected: "a day", found: JSON.stringify(text), hint });
}

/**
 * Whether a waiver has expired on the day `today`; it counts up to its last day and on it. Throws {@link UsageError}
 * where nobody says which day it is: nothing here reads a clock, so that the same files always give the same verdict.
 */
export function isExpired({ until }: GateWaiver, today: string | undefined): boolean {
  if (today === undefined) {
    throw new UsageError({
      argument: "today",
      expected: "the day on which waivers are judged",
      found: "none",
      hint: "say it, such as 2027-01-31",
    });
  }
  // Days in this form are in the order of their letters.
  return checkDay(until, "until") < checkDay(today, "today");
}
