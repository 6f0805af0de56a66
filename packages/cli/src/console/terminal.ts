import type { Palette } from "@evenodds/auditor";
import { plainPalette } from "@evenodds/auditor";
import { createColors } from "picocolors";

/** Where a command speaks to: results to `out`, everything else to `log`, so that results can be piped. */
export interface Terminal {
  readonly out: (text: string) => void;
  /** Writes one line for people: a line break in it, as a name may have, becomes visible. */
  readonly log: (line: string) => void;
  /** Writes one line beside the log that a system which runs checks obeys, such as `::error::text`. */
  readonly command: (line: string) => void;
  /** A stream that redraws a line in place; null where the output is not a terminal. */
  readonly live: NodeJS.WriteStream | null;
  readonly columns: number;
  readonly palette: Palette;
  /** The file to which a step of GitHub Actions adds what people should read; undefined elsewhere. */
  readonly stepSummary?: string | undefined;
  /** Milliseconds of a clock that only progress reports read. */
  readonly now: () => number;
  /**
   * Takes over Ctrl-C, for work that has something to save: it aborts the signal rather than end the process, once,
   * until `release` is called. Everywhere else Ctrl-C ends the process at once.
   */
  readonly catchInterrupt: () => { readonly signal: AbortSignal; readonly release: () => void };
}

/** Colours where standard output is a terminal and neither NO_COLOR nor CI asks for none. */
export function choosePalette(stream: { readonly isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>) {
  const wanted = stream.isTTY === true && !env.NO_COLOR && !env.CI;
  if (!wanted) return plainPalette;
  const { bold, dim, green, red, yellow } = createColors(true);
  return { strong: bold, muted: dim, good: green, bad: red, unsure: yellow } satisfies Palette;
}
