import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, parseJson } from "@evenodds/core";
import { devicePackages, packageFolder } from "../locate-addon.js";

/** The release whose addon and interior interfaces are used. */
export const tfjsNodeVersion = "4.22.0";

/** Returns system and processor, such as `linux-x64`, and `linux-x64-musl` where the C library is not glibc. */
export function hostPlatform(): string {
  const { platform, arch } = process;
  const name = `${platform}-${arch}`;
  if (platform !== "linux") return name;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? `${name}-musl` : name;
}

/** Whether the npm package with TensorFlow's JavaScript half and the addon's source is installed. */
export function hasTfjsNode(): boolean {
  return packageFolder(devicePackages.cpu) !== null;
}

/**
 * Returns the folder of tfjs-node's C++ files. Throws {@link EngineError} on a platform for which no library is known
 * to work, and where the npm package is missing or of another version.
 */
export async function checkHost({
  platform,
  home,
}: {
  readonly platform: string;
  readonly home: string | null;
}): Promise<string> {
  if (platform !== "linux-x64") {
    throw new EngineError({
      argument: "setup-tensorflow",
      expected: "Linux on x86-64 with glibc (linux-x64)",
      found: platform,
      hint: "use ‘engine’ wasm, which works everywhere",
    });
  }
  const found = home === null ? null : await versionOf(home);
  const sources = join(home ?? "", "binding");
  if (home !== null && found === tfjsNodeVersion && existsSync(sources)) return sources;
  throw new EngineError({
    argument: "@tensorflow/tfjs-node",
    expected: `version ${tfjsNodeVersion} in node_modules`,
    found: found === null ? "no such package: it is optional, and was left out when installing" : `version ${found}`,
    hint: "run npm ci --include=optional",
  });
}

async function versionOf(home: string): Promise<string> {
  const { version } = parseJson(await readFile(join(home, "package.json"), "utf8")) as { version: string };
  return version;
}
