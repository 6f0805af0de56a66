import { isBlocking, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { isEvenoddsError } from "@evenodds/core";
import { exitCodes } from "./exit-codes.js";

/** Returns the exit code of an audit. */
export function auditExitCode({ verdict, settings }: AuditReport | RegressionReport): number {
  if (!isBlocking(verdict, settings.onInconclusive)) return exitCodes.pass;
  return verdict === "violated" ? exitCodes.violated : exitCodes.inconclusive;
}

/** Returns the exit code of something that was thrown. */
export function errorExitCode(error: unknown): number {
  if (!isEvenoddsError(error)) return exitCodes.fault;
  if (error.code === "crash") return exitCodes.fault;
  return error.code === "interrupted" ? exitCodes.interrupted : exitCodes.error;
}
