import type { DrawsDone } from "@evenodds/auditor";
import type { SingleBar } from "cli-progress";
import { formatDuration } from "./format-duration.js";
import { endStage } from "../supervision/report-work.js";
import type { Terminal } from "./terminal.js";

/** Milliseconds before anything is said: most audits are done by then. */
const silent = 2_000;

/** Milliseconds between two lines where the output is not a terminal. */
const lineEvery = 10_000;

/**
 * Shows how far the draws of an audit that takes long are: one line that is redrawn on a terminal, a line every ten
 * seconds elsewhere, and nothing in the first two seconds. What draws the line is loaded when it is needed first.
 */
export function drawsProgress({ live, log, now }: Terminal): {
  readonly onDraws: (progress: DrawsDone) => void;
  /** Takes the line away. Calling it again does nothing. */
  readonly finish: () => void;
} {
  const started = now();
  let test = { what: "", from: started, before: 0 };
  let said = started + silent - lineEvery;
  let shown = false;
  let bar: SingleBar | null = null;
  let isLoading = false;
  let isOver = false;
  return {
    onDraws: ({ what, done, draws }) => {
      const time = now();
      if (what !== test.what) test = { what, from: time, before: done };
      if (time - started < silent) return;
      if (!shown) endStage();
      shown = true;
      const seconds = ((time - test.from) / 1000 / (done - test.before)) * (draws - done);
      const left = done === test.before ? "?" : formatDuration(seconds);
      if (live === null) {
        if (time - said < lineEvery) return;
        said = time;
        log(`${what}: ${done} of ${draws} draws, ${left} left`);
        return;
      }
      if (bar === null && !isLoading) {
        isLoading = true;
        void startBar(live, () => isOver).then((started) => (bar = started));
      }
      bar?.setTotal(draws);
      bar?.update(done, { what, left });
    },
    finish: () => {
      isOver = true;
      bar?.stop();
    },
  };
}

/** Returns null where the draws were over before it could begin. */
async function startBar(stream: NodeJS.WriteStream, isOver: () => boolean): Promise<SingleBar | null> {
  const { Presets, SingleBar } = await import("cli-progress");
  if (isOver()) return null;
  const bar = new SingleBar(
    {
      stream,
      format: "{what} {bar} {value}/{total} draws · {left} left",
      barsize: 10,
      // Ctrl-C ends an audit at once, with nobody left to show the cursor again.
      hideCursor: false,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0, { what: "", left: "?" });
  return bar;
}
