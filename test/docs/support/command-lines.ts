/** A command of a documentation page. */
export interface CommandLine {
  readonly words: readonly string[];
  /** From a comment `# exit 3` at the end of the line; 0 without one. */
  readonly exit: number;
  /** File to which standard output goes. */
  readonly redirect: string | null;
}

/** Returns the commands of a shell block; `&&` separates two. Quotes and continued lines do not occur in the pages. */
export function commandLines(block: string): CommandLine[] {
  return block
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const exit = Number(/# exit (\d+)$/.exec(line)?.[1] ?? 0);
      const parts = line.replace(/\s+#.*$/, "").split(" && ");
      return parts.map((part) => {
        const [command, redirect] = part.split(" > ");
        return { words: shellWords(command!), exit, redirect: redirect?.trim() ?? null };
      });
    });
}

/** Splits a command at blanks, but not within double quotes. */
function shellWords(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}
