import type { EpochRecord } from "@evenodds/trainer";
import { Presets, SingleBar } from "cli-progress";
import { formatDuration } from "./format-duration.js";
import type { Terminal } from "./terminal.js";

/** Epochs between two lines where the output is not a terminal. */
const lineEvery = 50;

/** Shows how training goes: a bar that is redrawn on a terminal, a line now and then elsewhere. */
export interface TrainingProgress {
  readonly onEpoch: (record: EpochRecord) => void;
  /** Takes the bar away. Calling it again does nothing. */
  readonly finish: () => void;
}

/**
 * Returns the progress of a run of at most `epochs` that starts after epoch `done`. The time left is what the epochs up
 * to the limit would take; early stopping usually ends sooner.
 */
export function trainingProgress(
  { live, log, now }: Terminal,
  { title, epochs, done }: { title: string; epochs: number; done: number },
): TrainingProgress {
  const started = now();
  const timeLeft = (epoch: number) =>
    formatDuration(((now() - started) / 1000 / Math.max(1, epoch - done)) * (epochs - epoch));
  if (live === null) {
    return {
      onEpoch: (record) => {
        const { epoch } = record;
        if (epoch % lineEvery !== 0 && epoch !== done + 1) return;
        log(`${title}: epoch ${epoch} of at most ${epochs}, ${longText(record)}, at most ${timeLeft(epoch)} left`);
      },
      finish: () => undefined,
    };
  }
  // What matters most stands first: a line that is too long for the terminal is cut.
  const bar = new SingleBar(
    {
      stream: live,
      format: `${title} {bar} {value}/{total} · {left} left · {scores}`,
      barsize: 10,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  );
  bar.start(epochs, done, { scores: "", left: "?" });
  return {
    onEpoch: (record) => bar.update(record.epoch, { scores: shortText(record), left: timeLeft(record.epoch) }),
    finish: () => bar.stop(),
  };
}

function longText(record: EpochRecord): string {
  return scores(record, ["loss", "validation", "accuracy", "gap", "error"]).join(", ");
}

function shortText(record: EpochRecord): string {
  return scores(record, ["loss", "val", "acc", "gap", "err"]).join(" ");
}

/** What a record has of loss, validation loss, accuracy, gap, and the error of a regression. */
function scores(record: EpochRecord, names: readonly [string, string, string, string, string]): string[] {
  const { trainLoss, validationLoss, validationAccuracy, validationEqualizedOddsDifference: gap } = record;
  const error = record.validationRootMeanSquaredError;
  const texts = [trainLoss, validationLoss, validationAccuracy, gap].map((value) => value?.toFixed(3) ?? null);
  return [...texts, error?.toPrecision(4) ?? null].flatMap((text, i) =>
    text === null ? [] : [`${names[i]!} ${text}`],
  );
}
