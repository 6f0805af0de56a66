import { Worker, SHARE_ENV, type WorkerOptions } from "node:worker_threads";
import { EngineError, UsageError } from "@evenodds/core";
import type { PlannedRun } from "./plan-sweep.js";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./worker-messages.js";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** A thread that trains. */
export interface SweepWorker {
  /** What computes in it, in words. */
  readonly engine: string;
  /** Trains one run; resolves with `died` where the thread ends meanwhile. One at a time. */
  run(run: PlannedRun): Promise<RunAnswer>;
  /** Stops the run in progress after its epoch. */
  stop(): void;
  /** Ends the thread. */
  end(): Promise<void>;
}

/** What came of a run. */
export type RunAnswer =
  Extract<WorkerAnswer, { kind: "record" | "stopped" }> | { readonly kind: "died"; readonly message: string };

const script = new URL("./sweep-worker.js", import.meta.url);

/**
 * Starts a thread with the data and an engine. Throws {@link UsageError} and {@link EngineError} as `openEngine` does,
 * and the latter where the thread ends before it is ready.
 */
export async function openSweepWorker(start: WorkerStart): Promise<SweepWorker> {
  return attachWorker(startThread(script, start));
}

/** Waits until a thread that was started says it is ready, as {@link openSweepWorker}. */
export async function attachWorker(worker: Worker): Promise<SweepWorker> {
  const next = answers(worker);
  const send = (request: WorkerRequest) => worker.postMessage(request);
  const first = await next();
  if (first.kind === "no-engine") {
    const { complaint, code } = first;
    throw code === "usage" ? new UsageError(complaint) : new EngineError(complaint);
  }
  if (first.kind !== "ready") {
    const found = first.kind === "died" ? first.message : first.kind;
    throw new EngineError({ argument: "‘engine’", expected: "a thread that trains", found });
  }
  return {
    engine: first.engine,
    run: async (run) => {
      send({ kind: "run", run });
      return (await next()) as RunAnswer;
    },
    stop: () => send({ kind: "stop" }),
    end: async () => {
      send({ kind: "end" });
      if (worker.threadId >= 0) await new Promise((resolve) => worker.once("exit", resolve));
    },
  };
}

/** Returns what waits for the next answer of a worker, its end included. */
function answers(worker: Worker): () => Promise<WorkerAnswer | Extract<RunAnswer, { kind: "died" }>> {
  let death: string | null = null;
  worker.on("error", (error) => (death = error.message));
  worker.on("exit", (code) => (death ??= `the thread ended with exit code ${code}`));
  return () =>
    new Promise((resolve) => {
      const settle = (answer: Awaited<ReturnType<ReturnType<typeof answers>>>) => {
        worker.off("message", settle).off("exit", die);
        resolve(answer);
      };
      const die = () => settle({ kind: "died", message: death! });
      if (death !== null) return die();
      worker.on("message", settle).on("exit", die);
    });
}

/** Starts a module of this package in a thread. `module` is its address in a build, with the ending `.js`. */
function startThread(module: URL, workerData: object): Worker {
  // The native library reads the environment of the process, which a thread would only have a copy of.
  const options: WorkerOptions = { workerData, env: SHARE_ENV };
  if (!import.meta.url.endsWith(".ts")) return new Worker(module, options);
  // Node 20 does not hand the loader of TypeScript on to threads, so from source the thread registers it.
  const loader = createRequire(import.meta.url).resolve("tsx/cjs");
  const source = fileURLToPath(module).replace(/\.js$/, ".ts");
  const code = `require(${JSON.stringify(loader)}); require(${JSON.stringify(source)});`;
  return new Worker(code, { ...options, eval: true });
}
