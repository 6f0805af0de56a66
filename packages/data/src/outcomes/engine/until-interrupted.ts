import { InterruptedError } from "@evenodds/core";

/** Throws {@link InterruptedError} where a signal has already asked for an end. */
export function checkInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interrupted();
}

/**
 * Runs `work` that asks a server, and `stop` once, as soon as the signal asks for an end: the statement that runs there
 * ends with an error, which ends the work, and is told as an {@link InterruptedError}. `stop` is done before this
 * returns; what it throws is nobody's concern.
 */
export async function untilInterrupted<T>(
  signal: AbortSignal | undefined,
  stop: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  // The signal may have come while the connection was made.
  checkInterrupted(signal);
  let ending: Promise<unknown> | undefined;
  const end = () => {
    ending = stop().catch(() => undefined);
  };
  signal?.addEventListener("abort", end, { once: true });
  try {
    return await work();
  } catch (error) {
    throw signal?.aborted ? interrupted() : error;
  } finally {
    signal?.removeEventListener("abort", end);
    await ending;
  }
}

function interrupted(): InterruptedError {
  return new InterruptedError({
    argument: "audit",
    expected: "an end of the query",
    found: "Ctrl-C",
    hint: "the server was told to stop the query; nothing was written",
  });
}
