import type { Context } from "mocha";

/**
 * Skips the running test, or in a `beforeEach` the one to come, and makes the reason a part of its title, so that no
 * report shows a skip without one.
 */
export function skipBecause(context: Context, reason: string): never {
  const test = context.currentTest ?? context.test;
  if (test !== undefined) test.title += ` (skipped: ${reason})`;
  return context.skip();
}
