import type { SetupProgress } from "@evenodds/trainer/tensorflow";
import { Presets, SingleBar } from "cli-progress";
import { formatDuration } from "./format-duration.js";
import type { Terminal } from "./terminal.js";

/** Milliseconds between two lines about the same package where the output is not a terminal. */
const lineEvery = 10_000;

const width = 10;

/**
 * Shows how a set-up goes: one line that is redrawn on a terminal, a line for every step and every ten seconds
 * elsewhere.
 */
export function setupProgress({ live, log, now }: Terminal): {
  readonly onProgress: (progress: SetupProgress) => void;
  /** Takes the line away. Calling it again does nothing. */
  readonly finish: () => void;
} {
  const left = timeLeft(now);
  if (live === null) {
    let step = "";
    let last = 0;
    return {
      onProgress: (progress) => {
        const time = now();
        const next = `${progress.stage} ${progress.what}`;
        if (next === step && time - last < lineEvery) return;
        [step, last] = [next, time];
        log([next, ...amounts(progress, left(progress))].join(", "));
      },
      finish: () => undefined,
    };
  }
  const bar = new SingleBar(
    {
      stream: live,
      format: (_options, _params, { text }: { text: string }) => text,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0, { text: "" });
  return {
    onProgress: (progress) => {
      const { stage, what, done, total } = progress;
      const share = done === null || total === null ? null : done / total;
      const drawn = share === null ? [] : [drawBar(share)];
      bar.update(share ?? 0, {
        text: [[stage, ...drawn].join(" "), ...amounts(progress, left(progress)), what].join(" · "),
      });
    },
    finish: () => bar.stop(),
  };
}

/** The time that the rest of a stage takes at its speed so far. */
function timeLeft(now: () => number): (progress: SetupProgress) => string {
  let stage = "";
  let from = { time: 0, done: 0 };
  return (progress) => {
    const done = progress.done ?? 0;
    if (progress.stage !== stage) {
      stage = progress.stage;
      from = { time: now(), done };
    }
    const seconds = (now() - from.time) / 1000;
    // The first moments say nothing about the rest.
    if (seconds < 1) return "?";
    return formatDuration((seconds / (done - from.done)) * ((progress.total ?? 0) - done));
  };
}

function amounts({ done, total }: SetupProgress, left: string): string[] {
  if (done === null || total === null) return [];
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return [`${megabytes(done)} of ${megabytes(total)} MB`, ...(done < total && left !== "?" ? [`${left} left`] : [])];
}

function drawBar(share: number): string {
  const full = Math.round(Math.min(1, share) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}
