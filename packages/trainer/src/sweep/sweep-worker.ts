// Runs in a thread of its own, see open-sweep-worker.ts: trains one planned run after the other.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { isEvenoddsError } from "@evenodds/core";
import type { Engine } from "../engines/engine.js";
import { openEngine } from "../engines/open-engine.js";
import { train } from "../training/train.js";
import type { TrainingData } from "../training/training-data.js";
import type { PlannedRun } from "./plan-sweep.js";
import { failedRecord, finishedRecord } from "./finished-record.js";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./worker-messages.js";

async function serve({ data, engineName }: WorkerStart): Promise<void> {
  const port = parentPort!;
  const answer = (message: WorkerAnswer) => port.postMessage(message);
  const stop = new AbortController();
  let engine: Engine;
  try {
    engine = await openEngine(engineName);
  } catch (error) {
    if (!isEvenoddsError(error)) throw error;
    answer({ kind: "no-engine", complaint: error.complaint, code: error.code });
    return;
  }
  port.on("message", (request: WorkerRequest) => {
    switch (request.kind) {
      case "run":
        void runOne(request.run, { data, engine, signal: stop.signal }).then(answer);
        break;
      case "stop":
        stop.abort();
        break;
      case "end":
        port.close();
        break;
    }
  });
  answer({ kind: "ready", engine: engine.description });
}

async function runOne(
  run: PlannedRun,
  { data, engine, signal }: { readonly data: TrainingData; readonly engine: Engine; readonly signal: AbortSignal },
): Promise<WorkerAnswer> {
  const context = { data, engine: engine.description };
  try {
    return { kind: "record", record: finishedRecord(run, await train(data, run.options, { engine, signal }), context) };
  } catch (error) {
    if (isEvenoddsError(error) && error.code === "interrupted") return { kind: "stopped" };
    return { kind: "record", record: failedRecord(run, error, context) };
  }
}

if (!isMainThread) void serve(workerData as WorkerStart);
