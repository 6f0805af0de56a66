import { isEvenoddsError, isSystemError } from "@evenodds/core";
import { setUp } from "@evenodds/trainer/internal";
import { fakeMachine } from "./fake-machine.js";
// A set-up of TensorFlow on a fake machine in one folder, with its cache in another, as a process of its own.

const [machine, cache] = process.argv.slice(2) as [string, string];
const parts = await fakeMachine(machine);
// What goes wrong with files goes wrong for the programs too that are called.
const faults = Object.entries(process.env).filter(([name]) => /^(FAULT_|LD_PRELOAD$)/.test(name));
try {
  await setUp(
    { device: "cpu", cache, signal: new AbortController().signal, onProgress: () => undefined },
    { ...parts, env: { ...parts.env, ...Object.fromEntries(faults) } },
  );
} catch (error) {
  if (!isEvenoddsError(error) && !isSystemError(error)) throw error;
  process.stderr.write(`evenodds: ${error.message}\n`);
  process.exitCode = 2;
}
