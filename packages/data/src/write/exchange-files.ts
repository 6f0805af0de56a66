import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeRefusal } from "@evenodds/core";

/**
 * Moves the `fresh` files from `stage` into `folder`, in their order, where they take the place of the `former` ones,
 * which go in theirs. Where a move fails, all that were done are taken back; where that fails too, the error says where
 * the former files are.
 */
export async function exchangeFiles({
  fresh,
  former,
  stage,
  aside,
  folder,
}: {
  fresh: readonly string[];
  former: readonly string[];
  stage: string;
  /** A folder for the former files, which is made and removed. */
  aside: string;
  folder: string;
}): Promise<void> {
  // A single file is replaced in one step.
  if (fresh.length === 1 && former.every((name) => name === fresh[0])) {
    return rename(join(stage, fresh[0]!), join(folder, fresh[0]!));
  }
  const moved: { from: string; to: string }[] = [];
  const move = async (from: string, to: string) => {
    await rename(from, to);
    moved.push({ from, to });
  };
  await mkdir(aside);
  try {
    for (const name of former) await move(join(folder, name), join(aside, name));
    for (const name of fresh) await move(join(stage, name), join(folder, name));
  } catch (error) {
    await putBack(moved, { aside, error });
    throw error;
  }
  // The new files are in place, whatever becomes of the former ones.
  await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

async function putBack(
  moved: readonly { from: string; to: string }[],
  { aside, error }: { aside: string; error: unknown },
): Promise<void> {
  let isWhole = true;
  for (const { from, to } of moved.toReversed()) await rename(to, from).catch(() => (isWhole = false));
  if (isWhole) return rmdir(aside);
  const found = "an error while files were exchanged";
  throw writeRefusal(dirname(aside), { found, cause: error, hint: `former files are in ${aside}` });
}
