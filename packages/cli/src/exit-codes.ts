/** What the process says to the shell. Stable: scripts and CI systems depend on these numbers. */
export const exitCodes = {
  /** Done; an audit passed, or no gate was configured. */
  pass: 0,
  /** At least one gate of an audit is violated. */
  violated: 1,
  /** Usage, configuration, input or environment is wrong; one line on stderr says what and what to do. */
  error: 2,
  /** The data cannot decide a gate. */
  inconclusive: 3,
  /** A fault of evenodds itself; unlike any outcome of an audit. */
  fault: 70,
  /** Stopped by SIGHUP, with what was done kept: its terminal has gone. */
  hungUp: 129,
  /** Stopped by Ctrl-C, as shells have it: 128 and the number of the signal. */
  interrupted: 130,
  /** Stopped by SIGTERM, with what was done kept. */
  terminated: 143,
} as const;

/** What a stop by each signal says to the shell, where the command could keep its work. */
export const stopCodes = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
} as const;

export type StopSignal = keyof typeof stopCodes;
