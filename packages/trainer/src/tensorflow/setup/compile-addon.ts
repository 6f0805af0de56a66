import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EngineError } from "@evenodds/core";
import { addonFile } from "../addon-folder.js";
import type { AddonSources } from "./addon-sources.js";
import type { Tool } from "./find-tools.js";
import { runCommand } from "./run-command.js";
import type { Staging } from "./staging.js";

/**
 * Compiles the addon of tfjs-node against the unpacked libraries. It uses Node-API only, so that one build serves every
 * version of Node. Throws {@link EngineError} where the compiler fails, whose whole output is kept in `log`.
 */
export async function compileAddon(
  staging: Staging,
  options: {
    readonly compiler: Tool;
    readonly sources: AddonSources;
    /** Folders of headers: TensorFlow's and Node's. */
    readonly includes: readonly string[];
    readonly log: string;
    readonly env: NodeJS.ProcessEnv;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { compiler, sources, includes, log, env, signal } = options;
  const { content, temporary } = staging;
  const libraries = ["-l:libtensorflow_cc.so.2", "-l:libtensorflow_framework.so.2", "-Wl,-rpath,$ORIGIN/lib"];
  const result = await runCommand(
    [
      ...compiler.command,
      ...["-std=c++17", "-O3", "-fPIC", "-shared", "-pthread", "-DNAPI_VERSION=8"],
      ...includes.map((folder) => `-I${folder}`),
      ...sources.files,
      ...["-o", join(content, addonFile), `-L${join(content, "lib")}`, ...libraries],
    ],
    { signal, env: { ...env, TMPDIR: temporary } },
  );
  if (result?.code === 0) return;
  const output = result === null ? "the compiler is gone\n" : result.stdout + result.stderr;
  await writeFile(log, output);
  const first = output.split("\n").find((line) => /error|cannot find|undefined/i.test(line));
  throw new EngineError({
    argument: compiler.command.join(" "),
    expected: "to compile the addon of tfjs-node",
    found: first?.trim() ?? `exit code ${result?.code ?? "none"}`,
    hint: `all that the compiler said is in ${log}; another compiler can be named in CXX`,
  });
}
