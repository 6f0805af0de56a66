import type { SweepRecord } from "@evenodds/trainer";
import { Presets, SingleBar } from "cli-progress";
import type { StartingSweep, SweepWatch } from "../actions/run-sweep-folder.js";
import { flagWords } from "../options/flag-words.js";
import { takeLine } from "../supervision/report-work.js";
import { formatDuration } from "./format-duration.js";
import { logDataNotes } from "./log-data-notes.js";
import type { Terminal } from "./terminal.js";

/** Lines about all runs where the output is not a terminal. */
const lines = 20;

/**
 * Shows how a sweep goes: one line that is redrawn on a terminal, with runs done, the time left and the best setting so
 * far by its validation nodes; elsewhere about twenty lines in all. The time left is the mean time of a run, times the
 * runs left, over the workers.
 */
export function sweepProgress(terminal: Terminal): Pick<SweepWatch, "onReady" | "onRecord" | "finish"> {
  const { live, log } = terminal;
  let show: ReturnType<typeof onBar> = { update: () => undefined, stop: () => undefined };
  let state: SweepState | null = null;
  let giveLine: () => void = () => undefined;
  return {
    onReady: (sweep) => {
      giveLine = takeLine();
      const { plan, done, engine, graph, workers } = sweep;
      const [settings, seeds] = [plan.settings.length, plan.seeds.length];
      const kept = done.length === 0 ? "" : `, ${done.length} done before`;
      log(
        `${graph}: ${settings} ${settings === 1 ? "setting" : "settings"} × ${seeds} ${seeds === 1 ? "seed" : "seeds"}${kept}; ` +
          `${workers} ${workers === 1 ? "worker" : "workers"}, engine ${engine}`,
      );
      logDataNotes(sweep.data, { log, used: sweep.split });
      state = { sweep, records: [...done], seconds: [] };
      if (done.length < totalOf(sweep)) show = live === null ? onLines(log) : onBar(live, state);
    },
    onRecord: (record, seconds) => {
      if (state === null) return;
      state.records.push(record);
      state.seconds.push(seconds);
      show.update(state);
    },
    finish: () => {
      show.stop();
      giveLine();
    },
  };
}

interface SweepState {
  readonly sweep: StartingSweep;
  readonly records: SweepRecord[];
  /** Of the runs of this process. */
  readonly seconds: number[];
}

function onBar(stream: NodeJS.WriteStream, state: SweepState) {
  // What matters most stands first: a line that is too long for the terminal is cut.
  const bar = new SingleBar(
    {
      stream,
      format: "sweep {bar} {value}/{total} · {left} left{failed}{best}",
      barsize: 10,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  );
  bar.start(totalOf(state.sweep), state.records.length, { left: "?", failed: "", best: "" });
  return {
    update: (now: SweepState) => {
      const [failed, best] = [failedText(now), bestText(now)];
      bar.update(now.records.length, {
        left: timeLeft(now),
        failed: failed === "" ? "" : ` · ${failed}`,
        best: best === "" ? "" : ` · ${best}`,
      });
    },
    stop: () => bar.stop(),
  };
}

function onLines(log: Terminal["log"]) {
  return {
    update: (state: SweepState) => {
      const [done, total] = [state.records.length, totalOf(state.sweep)];
      const last = state.records.at(-1)!;
      if (last.status === "failed") log(`sweep: ${last.key} failed: ${flagWords(last.error.message)}`);
      if (done % Math.ceil(total / lines) !== 0 && done !== total) return;
      const parts = [`${done} of ${total} runs`, `${timeLeft(state)} left`, failedText(state), bestText(state)];
      log(`sweep: ${parts.filter((part) => part !== "").join(", ")}`);
    },
    stop: () => undefined,
  };
}

function totalOf({ plan }: StartingSweep): number {
  return plan.settings.length * plan.seeds.length;
}

function timeLeft({ sweep, records, seconds }: SweepState): string {
  const left = totalOf(sweep) - records.length;
  const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
  return formatDuration((mean * left) / Math.min(sweep.workers, Math.max(1, left)));
}

function failedText({ records }: SweepState): string {
  const failed = records.filter(({ status }) => status === "failed").length;
  return failed === 0 ? "" : `${failed} failed`;
}

function bestText({ sweep, records }: SweepState): string {
  const best = sweep.bestOf(records);
  return best === null ? "" : `best so far ${best.setting} (validation ${sweep.select} ${best.score.toPrecision(3)})`;
}
