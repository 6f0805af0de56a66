import type { Graph, Provider } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";
import type { FedInput } from "../preflight/prepare-inputs.js";
import type { ReportWarning } from "../report/audit-report.js";
import type { Placement } from "./placement.js";

/** What a model says about every node. */
export interface ModelRun {
  /**
   * `[N, C]`, row-major: the output as it is, whatever it means. Numbers of 16 bits are here as float32, whole numbers
   * and those of 64 bits as float64; empty where the output is texts.
   */
  readonly values: Float32Array | Float64Array;
  /** The same in float32, for models whose output is known to be logits. */
  readonly logits: Float32Array;
  /** C; 1 for class ids. */
  readonly columns: number;
  /** Element type of the output, such as `float32`. */
  readonly type: string;
  /** `[N]`, an output of texts; null for numbers. */
  readonly texts: readonly string[] | null;
  /** Which provider executed which nodes; null where it needs no proof. */
  readonly placement: Placement | null;
}

/** A loaded model. Implementations differ by runtime; nothing else depends on one. */
export interface ModelSession {
  /** What computes. Where the choice was left open, the first run may still change it. */
  readonly provider: Provider;
  readonly description: ModelDescription;
  /** What was decided on the user's behalf and why, one sentence each. Belongs in the report. Whole after a run. */
  readonly notes: readonly string[];
  /** What was allowed and may matter: nodes that did not run on the provider. Whole after a run. */
  readonly warnings: readonly ReportWarning[];
  /**
   * Returns the output for all nodes. Runs of one session are done one after another. Throws ModelError where graph
   * and model do not fit or the model fails, EngineError where it did not run on the provider.
   */
  run(graph: Graph): Promise<ModelRun>;
  /** The same for tensors that are ready, of `rows` nodes or rows. */
  feed(inputs: readonly FedInput[], rows: number): Promise<ModelRun>;
  /** Frees the memory of the model. Calling it again does nothing. */
  release(): Promise<void>;
}
