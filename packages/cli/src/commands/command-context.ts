import type { Terminal } from "../console/terminal.js";

/** What every command is given: where to speak, and how to end with another exit code than 0. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly setExitCode: (code: number) => void;
}
