import { displayText } from "@evenodds/auditor";
import { isEvenoddsError } from "@evenodds/core";
import { CommanderError } from "commander";
import type { Terminal } from "./console/terminal.js";
import { errorExitCode, exitCodes } from "./exit-codes.js";
import { buildProgram } from "./program.js";

/** Letters of a message that are shown; names from a file can be of any length. */
const longestMessage = 2000;

/**
 * Runs one command line (without `node` and the script's name) and returns the exit code. What a user can mend is said in
 * one line; only a fault of evenodds itself shows where it happened. Without a command, the help is a message, and the code
 * that of an error.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.pass;
  const program = buildProgram({ terminal, setExitCode: (chosen) => (code = chosen) });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.pass : exitCodes.error;
    if (isEvenoddsError(error) || isSystemError(error)) {
      terminal.log(displayText(`evenodds: ${error.message}`, longestMessage));
    } else terminal.log(`evenodds: this is a fault of evenodds, please report it\n${describeFault(error)}`);
    return isSystemError(error) ? exitCodes.error : errorExitCode(error);
  }
}

/** A full disk, a folder without permission and the like: nobody's fault, and the system says it in one line. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function describeFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
