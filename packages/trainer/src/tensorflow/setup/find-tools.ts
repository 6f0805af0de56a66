import { EngineError } from "@evenodds/core";
import { runCommand, type CommandResult } from "./run-command.js";

/** A program that the set-up needs, as found. */
export interface Tool {
  /** How it is called; arguments follow. */
  readonly command: readonly [program: string, ...args: string[]];
  /** What it says about itself, in a line. */
  readonly description: string;
}

interface Search {
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns Python with pip, which only download here. Throws {@link EngineError} where either is missing. */
export async function findPython({ signal, env = process.env }: Search = {}): Promise<Tool> {
  const python = await runCommand(["python3", "--version"], { signal, env });
  if (python?.code !== 0) {
    throw new EngineError({
      argument: "python3",
      expected: "Python 3 with pip, which fetches TensorFlow",
      found: python === null ? "no python3" : `python3 --version, which fails: ${lastLine(python)}`,
      hint: "install it (Debian, Ubuntu: apt-get install python3 python3-pip)",
    });
  }
  const pip = await runCommand(["python3", "-m", "pip", "--version"], { signal, env });
  if (pip?.code !== 0) {
    throw new EngineError({
      argument: "python3",
      expected: "pip, which fetches TensorFlow",
      found: pip === null ? "no python3" : `none: ${lastLine(pip)}`,
      hint: "install it (Debian, Ubuntu: apt-get install python3-pip; elsewhere: python3 -m ensurepip)",
    });
  }
  return { command: ["python3", "-m", "pip"], description: `${lastLine(python)}, ${pipVersion(pip)}` };
}

/**
 * Returns the C++ compiler: `$CXX` where it is set, else the first of g++, c++ and clang++. Throws {@link EngineError}
 * where there is none.
 */
export async function findCompiler({ signal, env = process.env }: Search = {}): Promise<Tool> {
  const wanted = env.CXX?.trim().split(/\s+/).filter(Boolean) ?? [];
  for (const [program, ...args] of wanted.length > 0 ? [wanted] : [["g++"], ["c++"], ["clang++"]]) {
    const result = await runCommand([program!, ...args, "--version"], { signal, env });
    if (result?.code === 0) return { command: [program!, ...args], description: firstLine(result) };
  }
  throw new EngineError({
    argument: wanted.length > 0 ? "CXX" : "g++",
    expected: "a C++ compiler",
    found: wanted.length > 0 ? `${JSON.stringify(env.CXX)}, which does not run` : "none of g++, c++, clang++",
    hint:
      wanted.length > 0
        ? "set CXX to a C++ compiler, or unset it"
        : "install one (Debian, Ubuntu: apt-get install g++; Fedora: dnf install gcc-c++), or name it in CXX",
  });
}

function pipVersion({ stdout }: CommandResult): string {
  return /^pip \S+/.exec(stdout)?.[0] ?? "pip";
}

function firstLine({ stdout, stderr }: CommandResult): string {
  return lines(stdout + stderr)[0] ?? "";
}

function lastLine({ stdout, stderr }: CommandResult): string {
  return lines(stdout + stderr).at(-1) ?? "it says nothing";
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}
