// Loads the command line. Where installing could not run the build (npm ci --ignore-scripts), the first call builds the checkout.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = new URL("../dist/index.js", import.meta.url);
const supervisor = new URL("../dist/supervise.js", import.meta.url);
const root = new URL("../../../", import.meta.url);
const compiler = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root));

/** Returns what the built command line exports. Throws an error with a `code` where there is no build and none can be made. */
export async function load() {
  if (!existsSync(built)) build();
  return import(built.href);
}

/** Returns what runs a command in a process of its own; as {@link load}. */
export async function loadSupervisor() {
  if (!existsSync(built)) build();
  return import(supervisor.href);
}

function build() {
  // An installed package has neither sources to build nor a compiler of its own.
  if (!existsSync(new URL("tsconfig.json", root)) || !existsSync(compiler)) {
    throw missing(`${fileURLToPath(built)} is missing`);
  }
  process.stderr.write("evenodds: building once …\n");
  const { status } = spawnSync(process.execPath, [compiler, "--build"], {
    cwd: fileURLToPath(root),
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0 || !existsSync(built)) throw missing("the build failed; run npm ci && npm run build");
}

function missing(message) {
  return Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}
