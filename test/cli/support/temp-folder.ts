import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Contents of files by their path within a folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Registers a fresh folder for every test of the calling `describe`; returns how to name and fill places in it. */
export function useTempFolder(): {
  at: (...path: string[]) => string;
  write: (files: Files, under?: string) => Promise<void>;
} {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-cli-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const at = (...path: string[]) => join(folder, ...path);
  return {
    at,
    write: async (files, under = "") => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(at(under, name)), { recursive: true });
        await writeFile(at(under, name), content);
      }
    },
  };
}
