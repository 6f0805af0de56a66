import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty folder the place for temporary files of this process, until `close`, which removes it. */
export async function openTmpdir(): Promise<{ readonly place: string; readonly close: () => Promise<void> }> {
  const before = process.env.TMPDIR;
  const place = await mkdtemp(join(tmpdir(), "evenodds-scratch-"));
  process.env.TMPDIR = place;
  return {
    place,
    close: async () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(place, { recursive: true });
    },
  };
}
