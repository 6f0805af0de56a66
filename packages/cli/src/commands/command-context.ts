import type { AuditReport, RegressionReport } from "@evenodds/auditor";
import type { Terminal } from "../console/terminal.js";

/** What every command is given: where to speak, and how to end with another exit code than 0. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly setExitCode: (code: number) => void;
  /**
   * Takes a report in the place of the terminal, with the path of what was audited: for a command that makes several
   * audits and says itself what came of them.
   */
  readonly takeReport?: (report: AuditReport | RegressionReport, audited: string | undefined) => void;
}
