/** Flags of Node that say what its own script is or how that is run, each with whether a value follows. */
const ownFlags: ReadonlyMap<string, boolean> = new Map([
  ["-e", true],
  ["--eval", true],
  ["-p", true],
  ["--print", true],
  ["-pe", true],
  ["--input-type", true],
  ["-i", false],
  ["--interactive", false],
  ["--test", false],
  ["--watch", false],
  ["--inspect", false],
  ["--inspect-brk", false],
  ["--inspect-wait", false],
]);

/**
 * Returns those of the flags of Node (its `execArgv`) with which a child process runs a module of ours as this process
 * runs its own: loaders, conditions and limits stay; what names or debugs the script of this process goes, since the
 * child would run that script again or not start.
 */
export function childFlags(flags: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < flags.length; i++) {
    const [name = ""] = flags[i]!.split("=", 1);
    const takesValue = ownFlags.get(name);
    if (takesValue === undefined) kept.push(flags[i]!);
    else if (takesValue && !flags[i]!.includes("=")) i++;
  }
  return kept;
}
