/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export { watchRun } from "./actions/watch-run.js";
export { foldCommand } from "./console/fold-command.js";
export { runDifferenceLine } from "./console/run-difference-line.js";
export { formatDuration } from "./console/format-duration.js";
export {
  parseCount,
  parseFraction,
  parseNames,
  parseNumber,
  parsePositiveCount,
  parseShare,
} from "./console/parse-number.js";
export { safeTerminal } from "./console/safe-terminal.js";
export { setupProgress } from "./console/setup-progress.js";
export { sweepProgress } from "./console/sweep-progress.js";
export { choosePalette, type Terminal } from "./console/terminal.js";
export { trainingProgress } from "./console/training-progress.js";
export { broken, missing, ok } from "./doctor/check.js";
export { examine } from "./doctor/examine.js";
export type { ProbeOutcome, Probes } from "./doctor/probes.js";
export { renderDoctor } from "./doctor/render-doctor.js";
export { cudaWheels, cudaWheelsFor } from "./cuda/cuda-wheels.js";
export { setUpCuda, type CudaParts, type CudaTask } from "./cuda/set-up-cuda.js";
export { runProbe } from "./doctor/run-probe.js";
export { isSignedBy, signEnvelope } from "./evidence/envelope.js";
export { auditIdentity } from "./actions/audit-identity.js";
export { auditExitCode, errorExitCode, gateExitCode } from "./audit-exit-code.js";
export { exitCodes } from "./exit-codes.js";
export { fileOptions } from "./gates/file-options.js";
export { gatesSchema } from "./gates/gates-schema.js";
export { expandAudits } from "./gates/expand-audits.js";
export { holdAudit } from "./gates/hold-audit.js";
export { parseGates } from "./gates/read-gates.js";
export { headings } from "./headings.js";
export { main } from "./index.js";
export { run } from "./run.js";
export { auditOptions } from "./options/audit-options.js";
export { auditSubjects, type AuditSubject } from "./options/audit-subjects.js";
export { checkOptions, nameSubjects, specOf } from "./options/check-options.js";
export { DescribedCommand } from "./options/described-command.js";
export { effectiveOptions } from "./options/effective-options.js";
export { flagWords, reportInFlagWords } from "./options/flag-words.js";
export type { CommandTable, InputKind, WrittenKind } from "./options/option-spec.js";
export { checkoutPath, pathWithinCheckout } from "./places/checkout-path.js";
export { realPlace } from "./places/real-place.js";
export { buildProgram } from "./build-program.js";
export { demoAttribute, runDemo } from "./actions/demo.js";
export type { StartingSweep } from "./actions/run-sweep-folder.js";
export { dryRunText } from "./actions/dry-run-text.js";
export { workDrawing, type WorkScreen } from "./supervision/draw-work.js";
export { memorySize } from "./supervision/memory-size.js";
export { needsChild, valuesOf } from "./supervision/needs-child.js";
export { residentMemory } from "./supervision/resident-memory.js";
