import { fork, type ChildProcess } from "node:child_process";
import { residentMemory } from "@evenodds/cli/internal";
import { ends, type Outcome } from "./outcome.js";
import type { Order } from "./worker.js";

/** What bounds one input in a worker. */
export interface Limits {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes. */
  readonly memory: number;
}

/** How an input ended in a worker, and the most memory that it was seen to hold, in bytes. */
export interface WorkerOutcome extends Outcome {
  readonly memory: number;
}

/** Inputs after which a worker is replaced: what a native library keeps is not what one input takes. */
const inputsOfWorker = 2000;

/** Milliseconds between two looks at the memory. */
const lookEvery = 100;

/** A process that runs one input after another. One that dies is replaced, and its death is the outcome. */
export class WorkerProcess {
  #child: ChildProcess | null = null;
  #done = 0;

  constructor(
    private readonly script: { readonly path: string; readonly args: readonly string[] },
    private readonly limits: Limits,
  ) {}

  /** Runs one input. */
  async run(order: Order): Promise<WorkerOutcome> {
    if (this.#done++ % inputsOfWorker === 0) this.close();
    // A process that keeps half of what an input may take would soon stand for one.
    if ((residentMemory(this.#child?.pid) ?? 0) > this.limits.memory / 2) this.close();
    const child = (this.#child ??= await this.#start());
    let memory = 0;
    let end: string | undefined;
    const look = setInterval(() => {
      memory = Math.max(memory, residentMemory(child.pid) ?? 0);
      if (memory > this.limits.memory) kill(ends.memory);
    }, lookEvery);
    const timer = setTimeout(() => kill(ends.time), this.limits.time);
    const kill = (why: string) => {
      end ??= why;
      child.kill("SIGKILL");
    };
    try {
      const outcome = await new Promise<Outcome>((resolve) => {
        child.once("message", (answer: Outcome) => resolve(answer));
        child.once("exit", (code, signal) =>
          resolve({ code: null, end: end ?? signal ?? `the process ended with ${code}`, log: "", strays: [] }),
        );
        child.send(order);
      });
      memory = Math.max(memory, residentMemory(child.pid) ?? 0);
      if (outcome.end !== undefined) this.close();
      return { ...outcome, memory };
    } finally {
      clearInterval(look);
      clearTimeout(timer);
      child.removeAllListeners("message").removeAllListeners("exit");
    }
  }

  /** Ends the process; the next input starts another one. */
  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    const { path, args } = this.script;
    const child = fork(path, args, { serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] });
    await new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("error", reject);
      child.once("exit", (code, signal) => reject(new Error(`a worker ended with ${signal ?? code} as it started`)));
    });
    child.removeAllListeners("exit");
    return child;
  }
}
