import { plainPalette } from "@evenodds/auditor";
import { run, type Terminal } from "@evenodds/cli/internal";

/** What a command line said and how it ended. */
export interface CliResult {
  readonly code: number;
  /** All of standard output. */
  readonly out: string;
  /** Standard error, a line an entry. */
  readonly log: readonly string[];
}

/** A terminal without colours that keeps what it is told. */
export function fakeTerminal(
  parts: Partial<Terminal> & {
    /** Called with every line of the log; returning true is a Ctrl-C. */
    readonly interruptOn?: (line: string) => boolean;
  } = {},
): { terminal: Terminal; out: string[]; log: string[] } {
  const { interruptOn = () => false, ...replaced } = parts;
  const out: string[] = [];
  const log: string[] = [];
  let stop: AbortController | null = null;
  let milliseconds = 0;
  const terminal: Terminal = {
    out: (text) => void out.push(text),
    log: (line) => {
      log.push(line);
      if (interruptOn(line)) stop?.abort();
    },
    command: (line) => void log.push(line),
    live: null,
    columns: 80,
    palette: plainPalette,
    now: () => (milliseconds += 10),
    catchInterrupt: () => {
      stop = new AbortController();
      return { signal: stop.signal, release: () => (stop = null) };
    },
    ...replaced,
  };
  return { terminal, out, log };
}

/** Runs a command line on a {@link fakeTerminal}. */
export async function runCli(
  args: readonly string[],
  parts: Parameters<typeof fakeTerminal>[0] = {},
): Promise<CliResult> {
  const { terminal, out, log } = fakeTerminal(parts);
  const code = await run(args, terminal);
  return { code, out: out.join(""), log };
}
