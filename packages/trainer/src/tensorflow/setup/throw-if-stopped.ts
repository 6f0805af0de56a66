import { InterruptedError } from "@evenodds/core";

/** Throws {@link InterruptedError} once a stop is asked for. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new InterruptedError({
    argument: "setup-tensorflow",
    expected: "to run to its end",
    found: "a request to stop",
    hint: "run it again: finished downloads are kept",
  });
}
