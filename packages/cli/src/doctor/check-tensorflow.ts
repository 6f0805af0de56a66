import type { AddonLocation } from "@evenodds/trainer/tensorflow";
import { broken, missing, ok, type Check } from "./check.js";
import type { Probes } from "./probes.js";

const name = "engine tensorflow";

/** TensorFlow's native library for the CPU: the faster training engine. */
export async function checkTensorFlow({
  platform,
  hasTfjsNode,
  locateAddon,
  checkAddon,
}: Pick<Probes, "platform" | "hasTfjsNode" | "locateAddon" | "checkAddon">): Promise<Check> {
  const location = locateAddon("cpu");
  if (location === null)
    return missing(name, whatIsMissing({ platform, hasTfjsNode }, "npx evenodds setup-tensorflow"));
  const check = await checkAddon(location);
  if (!check.works) return broken(name, { ...whatIsBroken(location, check.reason), blocking: true });
  const oneDnn = check.oneDnn ? ", with oneDNN" : "";
  return ok(name, `TensorFlow ${check.tensorFlow} on the CPU${oneDnn}, ${origin(location)}`);
}

/** Why a library can be missing, and the command that makes it. */
export function whatIsMissing(
  { platform, hasTfjsNode }: Pick<Probes, "platform" | "hasTfjsNode">,
  command: string,
): { found: string; remedy: string | null } {
  if (platform !== "linux-x64") return { found: `not set up; there is a set-up for linux-x64 only`, remedy: null };
  return hasTfjsNode
    ? { found: "not set up", remedy: command }
    : { found: "@tensorflow/tfjs-node is not installed", remedy: `npm ci --include=optional && ${command}` };
}

/** A library that does not load, and what builds it again. */
export function whatIsBroken({ path, origin, device }: AddonLocation, reason: string) {
  const setup = `npx evenodds setup-tensorflow${device === "gpu" ? " --gpu" : ""}`;
  return {
    found: `${path} does not work: ${reason}`,
    remedy: origin === "setup" ? setup : `delete deps and lib in its npm package, then ${setup}`,
  };
}

/** Who made a library. */
export function origin({ origin, path }: AddonLocation): string {
  return origin === "package" ? `installed by npm: ${path}` : `set up: ${path}`;
}
