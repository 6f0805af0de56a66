import { openEngine, type Engine } from "@evenodds/trainer";
import { locateAddon } from "@evenodds/trainer/tensorflow";

/** Why such a test does not run. */
export const noNativeLibrary = "needs TensorFlow's native library: npm run setup:tensorflow";

/** Whether tests of the native library can run, or have to because `EVENODDS_REQUIRE_ENGINE` says so. */
export function nativeIsExpected(): boolean {
  return locateAddon("cpu") !== null || process.env.EVENODDS_REQUIRE_ENGINE === "tensorflow";
}

/**
 * Repeats a suite on every engine that can run here, each opened before its tests. TensorFlow's native library has to
 * be set up for its turn: without it the suite shows as skipped, and with `EVENODDS_REQUIRE_ENGINE=tensorflow` it
 * fails.
 */
export function onEngines(title: string, suite: (engine: () => Engine) => void): void {
  for (const name of ["wasm", "tensorflow"] as const) {
    if (name === "tensorflow" && !nativeIsExpected()) {
      describe(`${title}, ${name}`, () => it.skip(`(skipped: ${noNativeLibrary})`));
      continue;
    }
    describe(`${title}, ${name}`, () => {
      let engine: Engine | undefined;
      before(async () => (engine = await openEngine(name)));
      suite(() => engine!);
    });
  }
}
