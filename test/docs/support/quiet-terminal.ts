import { plainPalette } from "@evenodds/auditor";
import type { Terminal } from "@evenodds/cli/internal";

/** Returns a terminal of 100 columns without colours that collects what is said to it. */
export function quietTerminal(): { terminal: Terminal; out: string[]; log: string[] } {
  const out: string[] = [];
  const log: string[] = [];
  const terminal: Terminal = {
    out: (text) => void out.push(text),
    command: () => undefined,
    log: (line) => void log.push(line),
    live: null,
    columns: 100,
    palette: plainPalette,
    now: () => 0,
    catchInterrupt: () => ({ signal: new AbortController().signal, release: () => undefined }),
  };
  return { terminal, out, log };
}
