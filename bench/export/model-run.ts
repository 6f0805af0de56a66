/** What several runs of one model on one graph took, in a process of its own. */
export interface ModelRun {
  /** On the wall clock, run by run; the first allocates. */
  readonly milliseconds: readonly number[];
  /** User and system time of all threads, per run. */
  readonly cpuMilliseconds: number;
  /** Largest resident set of the process. */
  readonly peakBytes: number;
  /** Largest resident set before the first run: the runtime, the model and its inputs. */
  readonly inputBytes?: number;
  /** SHA-256 of the distinct outputs. */
  readonly digests: readonly string[];
  /** Largest absolute difference from the logits in double precision. */
  readonly difference: number;
}
