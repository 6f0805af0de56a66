import { totalmem } from "node:os";

/** Returns the bytes that the machine has, or the container that this runs in. */
export function machineMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
