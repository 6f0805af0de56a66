import { broken, ok, type Check } from "./check.js";
import type { MachineProbes } from "./probes.js";

const least = { major: 20, minor: 19 };

/** Node.js itself, which has to be 20.19 or later. */
export function checkNode({ nodeVersion }: Pick<MachineProbes, "nodeVersion">): Check {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const recent = major > least.major || (major === least.major && minor >= least.minor);
  if (recent) return ok("node", nodeVersion);
  return broken("node", { found: nodeVersion, remedy: "use Node.js 20.19 or later", blocking: true });
}

/** What is computed on. */
export function checkPlatform({ platform, cores }: Pick<MachineProbes, "platform" | "cores">): Check {
  return ok("platform", `${platform}, ${cores} ${cores === 1 ? "core" : "cores"}`);
}
