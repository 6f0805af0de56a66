// Makes what is published: a folder and a tarball of every package in out/packages. Run by `npm run pack`.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packageLibraries, stageCommand, stageLibrary, stageTrainer } from "./stage.js";
import { stageRuntime } from "./stage-runtime.js";
import { root } from "./source-packages.js";

const out = join(root, "out/packages");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const folders: string[] = [stageRuntime(join(out, "onnxruntime-node"))];
for (const name of packageLibraries) folders.push(await stageLibrary(name, join(out, name)));
folders.push(await stageTrainer(join(out, "trainer")));
folders.push(await stageCommand(join(out, "cli")));
for (const folder of folders) {
  const [line] = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder, encoding: "utf8" })
    .trim()
    .split("\n")
    .slice(-1);
  console.log(`out/packages/${line}`);
}
