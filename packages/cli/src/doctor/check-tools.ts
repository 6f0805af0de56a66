import { isEvenoddsError } from "@evenodds/core";
import type { Tool } from "@evenodds/trainer/tensorflow";
import { flagWords } from "../options/flag-words.js";
import { missing, ok, type Check } from "./check.js";
import type { Probes } from "./probes.js";

/** What `setup-tensorflow` needs, and nothing else does: Python with pip, and a C++ compiler. */
export async function checkTools({
  findPython,
  findCompiler,
}: Pick<Probes, "findPython" | "findCompiler">): Promise<Check[]> {
  return [await checkTool("python3 with pip", findPython), await checkTool("C++ compiler", findCompiler)];
}

async function checkTool(name: string, find: () => Promise<Tool>): Promise<Check> {
  try {
    const { description } = await find();
    return ok(name, `${description} (for setup-tensorflow)`);
  } catch (error) {
    if (!isEvenoddsError(error)) throw error;
    const { found, hint = null } = error.complaint;
    return missing(name, { found: `${found} (for setup-tensorflow)`, remedy: hint && flagWords(hint) });
  }
}
