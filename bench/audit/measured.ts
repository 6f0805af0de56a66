/** What one piece of work took. */
export interface Measured {
  readonly name: string;
  /** On the wall clock. */
  readonly seconds: number;
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  /** Largest resident set of the process until then. */
  readonly peakBytes: number;
}

/** Measures `work` within this process. */
export async function measure(name: string, work: () => Promise<unknown>): Promise<Measured> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    name,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** Returns, name by name, the medians over several runs of the same work. */
export function medians(runs: readonly (readonly Measured[])[]): Measured[] {
  return runs[0]!.map(({ name }, i) => {
    const median = (key: "seconds" | "cpuSeconds" | "peakBytes") =>
      runs.map((run) => run[i]![key]).sort((a, b) => a - b)[Math.floor((runs.length - 1) / 2)]!;
    return { name, seconds: median("seconds"), cpuSeconds: median("cpuSeconds"), peakBytes: median("peakBytes") };
  });
}
