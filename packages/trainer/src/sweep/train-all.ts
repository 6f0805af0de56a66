import type { TrainingData } from "../training/training-data.js";
import type { SweepWorker } from "./open-sweep-worker.js";
import type { PlannedRun } from "./plan-sweep.js";
import { failedRecord } from "./finished-record.js";
import type { SweepHooks } from "./run-sweep.js";
import type { SweepRecord } from "./sweep-record.js";

/**
 * Trains the runs of a queue in its order, on `workers` threads of which `first` is open already, and hands every
 * record to `keep`. Returns when the queue is empty, or when `signal` has stopped the runs in progress; those have no
 * record. What `keep` or `open` throws stops the other threads and is thrown once they have ended. A run whose thread
 * ends is recorded as failed, and the next one gets a new thread.
 */
export async function trainAll(
  queue: readonly PlannedRun[],
  context: Pick<SweepHooks, "workers" | "signal" | "onStart"> & {
    readonly data: TrainingData;
    readonly first: SweepWorker;
    readonly open: () => Promise<SweepWorker>;
    readonly keep: (record: SweepRecord, worker: number) => Promise<void>;
  },
): Promise<void> {
  const { data, first, open, keep, signal, onStart } = context;
  const waiting = [...queue];
  const stop = new AbortController();
  const stopAll = () => stop.abort();
  signal?.addEventListener("abort", stopAll, { once: true });
  if (signal?.aborted) stopAll();

  const work = async (index: number): Promise<void> => {
    let worker = index === 0 ? first : null;
    const stopRun = () => worker?.stop();
    stop.signal.addEventListener("abort", stopRun, { once: true });
    try {
      worker ??= await open();
      while (!stop.signal.aborted) {
        const run = waiting.shift();
        if (run === undefined) break;
        onStart?.(run, index);
        const answer = await worker.run(run);
        if (answer.kind === "stopped") break;
        if (answer.kind === "record") {
          await keep(answer.record, index);
          continue;
        }
        await keep(failedRecord(run, new Error(answer.message), { data, engine: worker.engine }), index);
        worker = await open();
      }
    } catch (error) {
      // The others would go on for nothing.
      stopAll();
      throw error;
    } finally {
      stop.signal.removeEventListener("abort", stopRun);
      await worker?.end();
    }
  };

  const size = Math.max(1, Math.min(context.workers, queue.length));
  const ends = await Promise.allSettled(Array.from({ length: size }, (_, index) => work(index)));
  signal?.removeEventListener("abort", stopAll);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
