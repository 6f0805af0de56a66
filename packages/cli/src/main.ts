import { EvenoddsError } from "@evenodds/core";
import { CommanderError } from "commander";
import type { Terminal } from "./console/terminal.js";
import { errorExitCode, exitCodes } from "./exit-codes.js";
import { buildProgram } from "./program.js";

/**
 * Runs one command line (without `node` and the script's name) and returns the exit code. What a user can mend is said in
 * one line; only a fault of evenodds itself shows where it happened.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.pass;
  const program = buildProgram({ terminal, setExitCode: (chosen) => (code = chosen) });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.pass : exitCodes.error;
    if (error instanceof EvenoddsError) terminal.log(`evenodds: ${error.message}`);
    else if (isSystemError(error)) terminal.log(`evenodds: ${error.message}`);
    else terminal.log(`evenodds: this is a fault of evenodds, please report it\n${describeFault(error)}`);
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
