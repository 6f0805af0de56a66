import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Gives a folder and all that is in it a second name, without a second copy where the file system can do that. */
export async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}
