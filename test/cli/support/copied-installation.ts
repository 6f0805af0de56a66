import { cp, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Makes a copy of the built packages in `folder` that can be damaged, and returns the path of its command. What they
 * need of others are links; those of `copied` (`onnxruntime-node`) are files of their own.
 */
export async function copyInstallation(folder: string, copied: readonly string[] = []): Promise<string> {
  for (const name of await readdir(join(root, "packages"))) {
    for (const part of ["package.json", "dist", "bin"]) {
      const from = join(root, "packages", name, part);
      await cp(from, join(folder, "packages", name, part), { recursive: true }).catch(ignoreMissing);
    }
  }
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name === "@evenodds" || name === "evenodds" || name.startsWith(".")) continue;
    await symlink(join(root, "node_modules", name), join(modules, name));
  }
  await mkdir(join(modules, "@evenodds"));
  for (const name of await readdir(join(folder, "packages"))) {
    const place = name === "evenodds" ? name : join("@evenodds", name);
    await symlink(join(folder, "packages", name), join(modules, place));
  }
  for (const name of copied) {
    await rm(join(modules, name), { recursive: true });
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await cp(join(root, "node_modules", name), join(modules, name), { recursive: true });
  }
  return join(folder, "packages", "cli", "bin", "evenodds.js");
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
