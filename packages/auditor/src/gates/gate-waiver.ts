import { UsageError } from "@evenodds/core";
import type { GateWaiver } from "./report-gate.js";

/** Returns a day such as `2027-01-31`. Throws {@link UsageError} for what is none, such as `2027-02-30`. */
export function checkDay(text: string, argument: string): string {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (month !== undefined && month >= 1 && month <= 12 && day! >= 1 && day! <= daysOf(year!, month)) return text;
  const hint = "write year, month and day, such as 2027-01-31";
  throw new UsageError({ argument, expected: "a day", found: JSON.stringify(text), hint });
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
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
