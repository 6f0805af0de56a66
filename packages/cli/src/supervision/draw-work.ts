import type { Work } from "@evenodds/core";
import type { CommandName } from "../headings.js";
import { shownAfter } from "./supervised.js";

/** Milliseconds between two drawings of the line on a terminal. */
const drawEvery = 500;

/** Commands that show how far they are themselves. */
const withBars: ReadonlySet<string> = new Set(["train", "sweep", "reproduce", "demo"] satisfies readonly CommandName[]);

/**
 * Shows on standard error what takes longer than two seconds: on a terminal as a line that counts seconds and goes away
 * again, elsewhere as a line for each piece of work.
 */
export function drawWork(command: string): {
  readonly show: (work: Work | null) => void;
  /** Takes the line away. */
  readonly end: () => void;
} {
  if (withBars.has(command)) return { show: () => undefined, end: () => undefined };
  const { stderr } = process;
  const isLive = stderr.isTTY && !process.env.CI;
  let timer: NodeJS.Timeout | undefined;
  let isDrawn = false;
  const clear = () => {
    clearInterval(timer);
    if (isDrawn) stderr.write("\r\u001b[K");
    isDrawn = false;
  };
  return {
    show: (work) => {
      clear();
      if (work === null) return;
      const began = performance.now();
      timer = setInterval(
        () => {
          const seconds = (performance.now() - began) / 1000;
          if (seconds * 1000 < shownAfter) return;
          if (!isLive) {
            clearInterval(timer);
            stderr.write(`evenodds: ${work.doing} …\n`);
            return;
          }
          isDrawn = true;
          stderr.write(`\r\u001b[K${work.doing.slice(0, 60)} … ${seconds.toFixed(0)} s`);
        },
        isLive ? drawEvery : shownAfter + 50,
      );
    },
    end: clear,
  };
}
