import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { runtimePackage } from "./bundle.js";
import { root, type Manifest } from "./source-packages.js";

const require = createRequire(join(root, "packages/auditor/package.json"));

/** Version of ONNX Runtime that the auditor depends on. */
export function runtimeVersion(): string {
  return runtime().version;
}

function runtime(): Manifest {
  return require("onnxruntime-node/package.json") as Manifest;
}

/**
 * Whether a library for macOS is there again under its short name, `libonnxruntime.1.dylib` for
 * `libonnxruntime.1.30.0.dylib`: the addon loads the short one, and npm's packages cannot hold a link.
 */
export function isSecondCopy(path: string): boolean {
  const short = path.replace(/\.(\d+)\.\d+\.\d+\.dylib$/, ".$1.dylib");
  return short !== path && existsSync(short) && readFileSync(short).equals(readFileSync(path));
}

/**
 * Writes ONNX Runtime's npm package to `out` as it is, but without its install script, and returns `out`. That script
 * fetches libraries for CUDA from a host of its own; where the host cannot be reached, it takes the whole installation
 * down, and most machines have no use for them. It is still there, to be run by whoever wants CUDA.
 */
export function stageRuntime(out: string): string {
  const folder = dirname(require.resolve("onnxruntime-node/package.json"));
  const { name, version, license, repository, author, os, main, types, dependencies } = runtime();
  mkdirSync(out, { recursive: true });
  const files = ["bin", "dist", "script", "README.md"];
  for (const file of files) {
    cpSync(join(folder, file), join(out, file), {
      recursive: true,
      filter: (path) => (!/\.(?:map|ts)$/.test(path) || path.endsWith(".d.ts")) && !isSecondCopy(path),
    });
  }
  cpSync(join(root, "scripts/pack/onnxruntime-license.txt"), join(out, "LICENSE"));
  const about = `# ${runtimePackage}\n\n\`${name}\` ${version} without its install script, for \`evenodds\`. `;
  const cuda =
    "The libraries for CUDA are fetched by\n\n```sh\nONNXRUNTIME_NODE_INSTALL=cuda12 node script/install.js\n```\n\n";
  writeFileSync(join(out, "README.md"), `${about}${cuda}${readFileSync(join(folder, "README.md"), "utf8")}`);
  const manifest = {
    ...{ name: runtimePackage, version, description: `ONNX Runtime for Node.js, without an install script` },
    ...{ license, repository, author, os, main, types, files: [...files, "LICENSE"], dependencies },
    publishConfig: { access: "public" },
  };
  writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return out;
}
