import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InputError } from "@evenodds/core";

/**
 * Returns what `work` returns. Throws {@link InputError} where one of the files is another one afterwards, by size,
 * time of change or inode: it is read more than once, and what was counted, hashed and read would be of different
 * files.
 */
export async function whileUnchanged<T>(
  files: readonly { readonly path: string }[],
  { folder, work }: { readonly folder: string; readonly work: () => Promise<T> },
): Promise<T> {
  const stamps = () => Promise.all(files.map(({ path }) => stampOf(resolve(folder, path))));
  const before = await stamps();
  let result: T;
  try {
    result = await work();
  } catch (cause) {
    await check(cause);
    throw cause;
  }
  await check();
  return result;

  async function check(cause?: unknown): Promise<void> {
    const after = await stamps();
    const changed = files.find((_, i) => before[i] !== after[i]);
    if (changed === undefined) return;
    throw new InputError(
      {
        argument: changed.path,
        expected: "a file that stays as it is while it is read",
        found: "another size or modification time than before",
        hint: "run the command again when nothing writes to the file",
      },
      { cause },
    );
  }
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? "nothing" : [found.ino, found.size, found.mtimeNs].join(" ");
}
