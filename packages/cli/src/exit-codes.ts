import { isEvenoddsError } from "@evenodds/core";
import type { AuditReport, RegressionReport } from "@evenodds/auditor";
import { isBlocking } from "@evenodds/auditor";

/** What the process says to the shell. Stable: scripts and CI systems depend on these numbers. */
export const exitCodes = {
  /** Done; an audit passed, or no gate was configured. */
  pass: 0,
  /** At least one rule of an audit is violated. */
  violated: 1,
  /** Usage, configuration, input or environment is wrong; one line on stderr says what and what to do. */
  error: 2,
  /** The data cannot decide a rule. */
  inconclusive: 3,
  /** A fault of evenodds itself; unlike any outcome of an audit. */
  fault: 70,
  /** Stopped by SIGHUP, with what was done kept: its terminal has gone. */
  hungUp: 129,
  /** Stopped by Ctrl-C, as shells have it: 128 and the number of the signal. */
  interrupted: 130,
  /** Stopped by SIGTERM, with what was done kept. */
  terminated: 143,
} as const;

/** Returns the exit code of an audit. */
export function auditExitCode({ verdict, settings }: AuditReport | RegressionReport): number {
  if (!isBlocking(verdict, settings.onInconclusive)) return exitCodes.pass;
  return verdict === "violated" ? exitCodes.violated : exitCodes.inconclusive;
}

/** Returns the exit code of something that was thrown. */
export function errorExitCode(error: unknown): number {
  if (!isEvenoddsError(error)) return exitCodes.fault;
  return error.code === "interrupted" ? exitCodes.interrupted : exitCodes.error;
}
