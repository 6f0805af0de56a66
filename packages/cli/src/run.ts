import { displayText } from "@evenodds/auditor";
import { isEvenoddsError, isSystemError } from "@evenodds/core";
import { CommanderError } from "commander";
import { safeTerminal } from "./console/safe-terminal.js";
import type { Terminal } from "./console/terminal.js";
import { errorExitCode } from "./audit-exit-code.js";
import { exitCodes } from "./exit-codes.js";
import { flagWords } from "./options/flag-words.js";
import { buildProgram } from "./build-program.js";

/** Letters of a message that are shown; names from a file can be of any length. */
const longestMessage = 2000;

/**
 * Runs one command line (without `node` and the script's name) and returns the exit code. What a user can fix is said
 * in one line; only a fault of evenodds itself shows where it happened. Without a command, the help is a message, and
 * the code that of an error.
 */
export async function run(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = safeTerminal(given);
  let code: number = exitCodes.pass;
  try {
    const program = await buildProgram({ terminal, setExitCode: (chosen) => (code = chosen) }, args);
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.pass : exitCodes.error;
    return reportFailure(error, terminal.log);
  }
}

/** Says through `log` what was thrown, and returns the exit code that belongs to it. */
export function reportFailure(error: unknown, log: Terminal["log"]): number {
  // A full disk, a folder without permission and the like: nobody's fault, and the system says it in one line.
  if (isEvenoddsError(error) || isSystemError(error)) {
    log(displayText(`evenodds: ${flagWords(error.message)}`, longestMessage));
    return isEvenoddsError(error) ? errorExitCode(error) : exitCodes.error;
  }
  if (isOutOfMemory(error)) {
    log(
      "evenodds: memory: expected room for all of the data, found " +
        `${displayText(error.message, longestMessage)}; take fewer nodes, features or levels, or a larger machine`,
    );
    return exitCodes.error;
  }
  if (isLoadError(error)) {
    // The rest of the message is a list of modules, or the source of one.
    const [line] = (error instanceof SyntaxError ? describeFault(error) : error.message).split("\n");
    const hint = "install it again (in a clone: npm ci), or allow more open files (ulimit -n 1024)";
    log(displayText(`evenodds: a part of evenodds cannot be loaded: ${line}; ${hint}`, longestMessage));
    return exitCodes.error;
  }
  log("evenodds: this is a fault of evenodds, please report it");
  for (const line of describeFault(error).split("\n")) log(line);
  return exitCodes.fault;
}

/** An array that the system has no room for, or that is longer than Node lets one be. */
function isOutOfMemory(error: unknown): error is RangeError {
  if (!(error instanceof RangeError)) return false;
  const [, length] = /^Invalid (?:typed array|array buffer) length: (\d+)$/.exec(error.message) ?? [];
  return error.message === "Array buffer allocation failed" || Number(length ?? 0) >= 2 ** 31;
}

const loadErrors: ReadonlySet<unknown> = new Set([
  "ERR_MODULE_NOT_FOUND",
  "MODULE_NOT_FOUND",
  "ERR_DLOPEN_FAILED",
  "ERR_INVALID_PACKAGE_CONFIG",
  "ERR_INVALID_PACKAGE_TARGET",
  "ERR_PACKAGE_PATH_NOT_EXPORTED",
  "ERR_REQUIRE_ESM",
]);

/** A package that is missing or damaged: commands load most of what they need when they need it. */
function isLoadError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // A file that does not parse is met by Node's loader, a text of ours by our own code.
  if (error instanceof SyntaxError)
    return /^(?!SyntaxError)|^[^\n]*\n +at [^\n]*node:internal\/modules\//.test(error.stack ?? "");
  return "code" in error && loadErrors.has(error.code);
}

function describeFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
