import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Registers a fresh folder for every test of the calling `describe`; returns how to name and fill places in it. */
export function useTempFolder(): {
  at: (...path: string[]) => string;
  /** Writes a file with the folders above it, and returns its path. */
  write: (path: string, content: string | Uint8Array, mode?: number) => Promise<string>;
} {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-tensorflow-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return {
    at: (...path) => join(folder, ...path),
    write: async (path, content, mode = 0o644) => {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { mode });
      return file;
    },
  };
}
