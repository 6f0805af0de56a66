import type { EpochRecord } from "@evenodds/trainer";
import { Presets, SingleBar } from "cli-progress";
import type { Terminal } from "./terminal.js";

/** Epochs between two lines where the output is no terminal. */
const lineEvery = 50;

/** Shows how training goes: a bar that is redrawn on a terminal, a line now and then elsewhere. */
export interface TrainingProgress {
  readonly onEpoch: (record: EpochRecord) => void;
  readonly finish: () => void;
}

/**
 * Returns the progress of a run of at most `epochs` that starts after epoch `done`. The time left is what the epochs up to
 * the limit would take; early stopping usually ends sooner.
 */
export function trainingProgress(
  { live, log, now }: Terminal,
  { title, epochs, done }: { title: string; epochs: number; done: number },
): TrainingProgress {
  const started = now();
  const secondsLeft = (epoch: number) => ((now() - started) / 1000 / (epoch - done)) * (epochs - epoch);
  if (live === null) {
    return {
      onEpoch: (record) => {
        if (record.epoch % lineEvery !== 0 && record.epoch !== done + 1) return;
        log(
          `${title}: epoch ${record.epoch} of at most ${epochs}, ${describe(record)}, at most ${duration(secondsLeft(record.epoch))} left`,
        );
      },
      finish: () => undefined,
    };
  }
  const bar = new SingleBar(
    {
      stream: live,
      format: `${title} {bar} epoch {value}/{total} · {losses} · at most {left} left`,
      barsize: 20,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  );
  bar.start(epochs, done, { losses: "starting", left: "?" });
  return {
    onEpoch: (record) =>
      bar.update(record.epoch, { losses: describe(record), left: duration(secondsLeft(record.epoch)) }),
    finish: () => bar.stop(),
  };
}

function describe(record: EpochRecord): string {
  const parts = [`loss ${record.trainLoss.toFixed(3)}`, `validation ${record.validationLoss.toFixed(3)}`];
  if (record.validationAccuracy !== null) parts.push(`accuracy ${record.validationAccuracy.toFixed(3)}`);
  const gap = record.validationEqualizedOddsDifference;
  if (gap !== null) parts.push(`gap ${gap.toFixed(3)}`);
  return parts.join(", ");
}

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
