import { extname } from "node:path";
import { duringWork } from "@evenodds/core";
import { askChild, describeEnding } from "@evenodds/trainer/host";
import type { ProbeName } from "./probe-process.js";
import type { ProbeOutcome } from "./probes.js";

const timeout = 60_000;

/**
 * Runs a probe in a process of its own: one that crashes or hangs is a finding, and takes only that process with it.
 */
export async function runProbe(name: ProbeName): Promise<ProbeOutcome> {
  // The same file as source and built.
  const script = new URL(`./probe-process${extname(import.meta.url)}`, import.meta.url);
  const answer = await duringWork({ doing: `try ${name}`, library: null }, () =>
    askChild<ProbeOutcome>(script, [name], { timeout }),
  );
  return answer.message ?? { works: false, reason: describeEnding(answer), remedy: null };
}
