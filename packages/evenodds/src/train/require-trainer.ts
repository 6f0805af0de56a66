import { EngineError, version } from "@evenodds/core";

/** The optional package that trains. Whoever only audits needs no TensorFlow.js. */
const trainer = "@evenodds/trainer";

/** The command that adds it. */
export const trainerInstall = `npm install ${trainer}@${version}`;

/** Whether the package that trains is installed. `resolve` finds a package or throws, as `import.meta.resolve` does. */
export function hasTrainer(resolve: (name: string) => unknown = (name) => import.meta.resolve(name)): boolean {
  try {
    resolve(trainer);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return false;
    throw error;
  }
}

/**
 * Makes sure that the package that trains is there, before anything imports it.
 *
 * Throws {@link EngineError} with the command that adds it where it is not installed.
 */
export function requireTrainer(resolve?: (name: string) => unknown): void {
  if (hasTrainer(resolve)) return;
  throw new EngineError({
    argument: "training",
    expected: `the package ${trainer}, which is optional`,
    found: "none",
    hint: `add it with: ${trainerInstall}`,
  });
}
