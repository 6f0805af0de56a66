// Runs in a process of its own, see run-isolated.ts: calls one function of the library and sends what comes of it.
import type { DrawsDone } from "@evenodds/auditor";
import { isEvenoddsError, watchWork, type Work } from "@evenodds/core";
import type { RunDifference } from "../audit/measure-stability.js";
import type { IsolatedCall, IsolatedFunctions, IsolatedMessage, IsolatedName } from "./isolated-call.js";

type Callable = (...given: readonly unknown[]) => Promise<unknown>;

const load: { readonly [Name in IsolatedName]: () => Promise<IsolatedFunctions[Name]> } = {
  auditModel: async () => (await import("../audit/audit-model.js")).auditModel,
  auditRegressionModel: async () => (await import("../audit/audit-regression-model.js")).auditRegressionModel,
  predict: async () => (await import("../model/predict.js")).predict,
  optimizeModel: async () => (await import("../model/optimize-model-file.js")).optimizeModelFile,
};

process.once("message", (message) => {
  const call = message as IsolatedCall;
  let told: Work | null = null;
  watchWork((all) => {
    const work = all.filter(({ isQuiet }) => isQuiet !== true).at(-1) ?? null;
    // How much of it is done changes often, and nobody asks for it there.
    if (work?.doing === told?.doing && work?.library === told?.library) return;
    told = work;
    send({ kind: "work", work });
  });
  answer(call).then(
    (result) => end({ kind: "result", result }),
    (error: unknown) => end(failure(error)),
  );
});
// Nobody is left to answer to.
process.once("disconnect", () => process.exit());

async function answer({ name, subjects, options, folder }: IsolatedCall): Promise<unknown> {
  process.chdir(folder);
  const called = (await load[name]()) as Callable;
  const watched = {
    ...options,
    onProgress: (stage: string) => send({ kind: "stage", stage }),
    onDraws: (done: DrawsDone) => send({ kind: "draws", done }),
    onRunAgain: (difference: RunDifference) => send({ kind: "run-again", difference }),
  };
  const [first, second] = subjects;
  return subjects.length === 1 ? called(first, watched) : called(first, second, watched);
}

function failure(error: unknown): IsolatedMessage {
  if (isEvenoddsError(error)) return { kind: "complaint", code: error.code, complaint: error.complaint };
  if (error instanceof Error) return { kind: "fault", message: error.message, stack: error.stack };
  return { kind: "fault", message: String(error), stack: undefined };
}

function send(message: IsolatedMessage): void {
  process.send?.(message);
}

/** Sends the last message and ends: threads of native libraries can keep a process from ending by itself. */
function end(message: IsolatedMessage): void {
  process.send?.(message, () => process.exit());
}
