import { fork, type ChildProcess } from "node:child_process";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { DrawsDone } from "@evenodds/auditor";
import {
  childFlags,
  CrashError,
  EngineError,
  InputError,
  InterruptedError,
  ModelError,
  ProofError,
  UsageError,
  type Complaint,
  type EvenoddsError,
  type Work,
} from "@evenodds/core";
import type { RunDifference } from "../audit/measure-stability.js";
import type { IsolatedCall, IsolatedFunctions, IsolatedMessage, IsolatedName } from "./isolated-call.js";

/** What can be given beside the options that are sent. */
interface Watch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: string) => void) | undefined;
  readonly onDraws?: ((done: DrawsDone) => void) | undefined;
  readonly onRunAgain?: ((difference: RunDifference) => void) | undefined;
}

/**
 * Calls a function of the library in a child process, so that native code that crashes or never comes back takes only
 * that process with it. Model, graph and result are copied from one process to the other. The signal ends the child at
 * once, whatever it does.
 *
 * Throws what the function throws, {@link CrashError} where the child ends without an answer, and
 * {@link InterruptedError} for the signal.
 */
export async function runIsolated<Name extends IsolatedName>(
  name: Name,
  ...given: Required<Parameters<IsolatedFunctions[Name]>>
): Promise<Awaited<ReturnType<IsolatedFunctions[Name]>>> {
  const { signal, onProgress, onDraws, onRunAgain, ...options } = given.at(-1) as Watch & {
    readonly isolate?: boolean;
  };
  if (signal?.aborted === true) throw interrupted("before it began");
  // The same file as source and built. Modules that this process was told to import are found from there.
  const script = new URL(`./isolated-process${extname(import.meta.url)}`, import.meta.url);
  const child = fork(script, {
    cwd: dirname(fileURLToPath(import.meta.url)),
    execArgv: childFlags(process.execArgv),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const sent = { ...options, isolate: false };
  const call: IsolatedCall = { name, subjects: given.slice(0, -1), options: sent, folder: process.cwd() };
  const answer = await answerOf(child, call, { signal, onProgress, onDraws, onRunAgain });
  return answer as Awaited<ReturnType<IsolatedFunctions[Name]>>;
}

function answerOf(child: ChildProcess, call: IsolatedCall, watch: Watch): Promise<unknown> {
  const { signal, onProgress, onDraws, onRunAgain } = watch;
  let work: Work | null = null;
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-4000)));
  return new Promise((resolve, reject) => {
    const stop = () => {
      child.kill("SIGKILL");
      reject(interrupted(work === null ? "a signal" : `a signal at ‘${work.doing}’`));
    };
    signal?.addEventListener("abort", stop, { once: true });
    child.on("message", (received) => {
      const message = received as IsolatedMessage;
      switch (message.kind) {
        case "work":
          work = message.work;
          break;
        case "stage":
          onProgress?.(message.stage);
          break;
        case "draws":
          onDraws?.(message.done);
          break;
        case "run-again":
          onRunAgain?.(message.difference);
          break;
        case "result":
          resolve(message.result);
          break;
        case "complaint":
          reject(errorOf(message.code, message.complaint));
          break;
        case "fault":
          reject(Object.assign(new Error(message.message), { stack: message.stack }));
          break;
      }
    });
    child.once("error", reject);
    child.once("close", (code, name) => {
      signal?.removeEventListener("abort", stop);
      // After an answer this changes nothing.
      reject(crash({ ending: name ?? `exit code ${code}`, work, log }));
    });
    child.send(call, (error) => {
      // A child that is gone already says so when it ends.
      if (error !== null && child.connected) reject(error);
    });
  });
}

function crash({ ending, work, log }: { readonly ending: string; readonly work: Work | null; readonly log: string }) {
  const who = work?.library ?? "native code";
  const lines = log.trim().split("\n");
  const last = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "";
  return new CrashError({
    argument: "model",
    expected: "an answer",
    found: `${who} crashed (${ending})${work === null ? "" : ` at ‘${work.doing}’`}${last === "" ? "" : `: ${last}`}`,
    hint: "please report it, with the model",
  });
}

function interrupted(found: string): InterruptedError {
  return new InterruptedError({ argument: "signal", expected: "to go on", found });
}

const classes: { readonly [Code in EvenoddsError["code"]]: new (complaint: Complaint) => EvenoddsError } = {
  usage: UsageError,
  input: InputError,
  model: ModelError,
  engine: EngineError,
  proof: ProofError,
  interrupted: InterruptedError,
  crash: CrashError,
};

function errorOf(code: EvenoddsError["code"], complaint: Complaint): EvenoddsError {
  return new classes[code](complaint);
}
