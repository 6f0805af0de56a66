import type { Graph } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";
import type { Placement } from "./placement.js";

/** Where a model runs. The one that is asked for runs, or an error says why it cannot; there is no falling back. */
export type Provider = "cpu" | "cuda";

/** What a model says about every node. */
export interface ModelRun {
  /** `[N, C]`, row-major. */
  readonly logits: Float32Array;
  /** C */
  readonly columns: number;
  /** Which provider executed which operators; null where it needs no proof. */
  readonly placement: Placement | null;
}

/** A loaded model. Implementations differ by runtime; nothing else depends on one. */
export interface ModelSession {
  readonly provider: Provider;
  readonly description: ModelDescription;
  /** What was decided on the user's behalf and why, one sentence each. Belongs into the report. */
  readonly notes: readonly string[];
  /**
   * Returns the logits of all nodes. Runs of one session are done one after the other. Throws ModelError where graph and
   * model do not fit or the model fails, EngineError where it did not run on the provider.
   */
  run(graph: Graph): Promise<ModelRun>;
  /** Frees the memory of the model. Calling it again does nothing. */
  release(): Promise<void>;
}
