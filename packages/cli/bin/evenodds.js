#!/usr/bin/env node
// Where installing could not run the build (npm ci --ignore-scripts), the first call builds the checkout.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = new URL("../dist/index.js", import.meta.url);
if (!existsSync(built)) {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
  process.stderr.write("evenodds: building once …\n");
  const { status } = spawnSync(process.execPath, [compiler, "--build"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    process.stderr.write("evenodds: the build failed; run npm ci && npm run build\n");
    process.exit(2);
  }
}
const { main } = await import(built.href);
process.exitCode = await main(process.argv.slice(2));
