import {
  automaticProviders,
  EngineError,
  UsageError,
  type Graph,
  type Provider,
  type RequestedProvider,
} from "@evenodds/core";
import type { FedInput } from "../preflight/prepare-inputs.js";
import type { ModelRun, ModelSession } from "./model-session.js";
import { openNodeSession, type NodeSessionOptions } from "./open-node-session.js";

/** How {@link openSession} runs a model. */
export interface SessionOptions extends Omit<NodeSessionOptions, "provider"> {
  readonly provider: RequestedProvider;
}

/**
 * Opens a session as {@link openNodeSession} does. With provider `auto`, the first of `automaticProviders` computes
 * that can load the model and runs every node with numbers, and a note says which one it was and what was wrong with
 * those before it.
 *
 * Throws {@link UsageError} for `deviceId` or `allowFallback` beside `auto`: they belong to a named provider.
 */
export async function openSession(bytes: Uint8Array, { provider, ...options }: SessionOptions): Promise<ModelSession> {
  if (provider !== "auto") return openNodeSession(bytes, { ...options, provider });
  const bound = (["deviceId", "allowFallback"] as const).find(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  if (bound !== undefined) {
    const [expected, found] = ["the name of a provider beside it", "provider auto"];
    throw new UsageError({ argument: bound, expected, found, hint: "name the provider, or leave it out" });
  }
  const choice = new Choice((candidate) => openNodeSession(bytes, { ...options, provider: candidate }));
  await choice.open();
  return choice;
}

/** Tries providers one after the other. The one that has run once stays. */
class Choice implements ModelSession {
  readonly #open: (provider: Provider) => Promise<ModelSession>;
  readonly #left: Provider[] = [...automaticProviders];
  readonly #refused: string[] = [];
  #current: ModelSession | null = null;
  #hasRun = false;

  constructor(open: (provider: Provider) => Promise<ModelSession>) {
    this.#open = open;
  }

  /** Opens the next provider that can load the model. Throws what the last one of all says. */
  async open(): Promise<void> {
    for (;;) {
      const provider = this.#left.shift()!;
      try {
        this.#current = await this.#open(provider);
        return;
      } catch (error) {
        this.#refuse(provider, error);
      }
    }
  }

  /** Keeps why a provider does not run a model. Throws what is not about the provider, and where there is no other. */
  #refuse(provider: Provider, error: unknown): void {
    if (!(error instanceof EngineError) || this.#left.length === 0) throw error;
    this.#refused.push(`${provider} does not run it: ${error.complaint.found}`);
  }

  get #session(): ModelSession {
    return this.#current!;
  }

  get provider() {
    return this.#session.provider;
  }

  get description() {
    return this.#session.description;
  }

  get notes() {
    const why = this.#refused.length === 0 ? "it runs all of the model" : this.#refused.join("; ");
    return [...this.#session.notes, `Provider auto chose ${this.provider}: ${why}.`];
  }

  get warnings() {
    return this.#session.warnings;
  }

  run(graph: Graph): Promise<ModelRun> {
    return this.#try((session) => session.run(graph));
  }

  feed(inputs: readonly FedInput[], rows: number): Promise<ModelRun> {
    return this.#try((session) => session.feed(inputs, rows));
  }

  /** Lets one provider after the other do it, until one has. */
  async #try(attempt: (session: ModelSession) => Promise<ModelRun>): Promise<ModelRun> {
    for (;;) {
      try {
        const run = await attempt(this.#session);
        this.#hasRun = true;
        return run;
      } catch (error) {
        if (this.#hasRun) throw error;
        this.#refuse(this.provider, error);
        await this.#session.release();
        await this.open();
      }
    }
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}
