import { isBlocking, type AuditReport, type GateRunVerdict, type RegressionReport } from "@evenodds/auditor";
import { isEvenoddsError } from "@evenodds/core";
import { exitCodes } from "./exit-codes.js";

/** Returns the exit code of an audit. */
export function auditExitCode({ verdict, settings }: AuditReport | RegressionReport): number {
  if (!isBlocking(verdict, settings.onInconclusive)) return exitCodes.pass;
  return verdict === "violated" ? exitCodes.violated : exitCodes.inconclusive;
}

const gateCodes: Readonly<Record<GateRunVerdict, number>> = {
  error: exitCodes.error,
  violated: exitCodes.violated,
  inconclusive: exitCodes.inconclusive,
  pass: exitCodes.pass,
  nothing: exitCodes.pass,
};

/**
 * Returns the exit code of several audits: 2 where one could not be judged, whatever the others say, because a fix may
 * turn that into anything; else 1 for a violation, 3 for what cannot be decided, and 0.
 */
export function gateExitCode(verdict: GateRunVerdict): number {
  return gateCodes[verdict];
}

/** Returns the exit code of something that was thrown. */
export function errorExitCode(error: unknown): number {
  if (!isEvenoddsError(error)) return exitCodes.fault;
  if (error.code === "crash") return exitCodes.fault;
  return error.code === "interrupted" ? exitCodes.interrupted : exitCodes.error;
}
