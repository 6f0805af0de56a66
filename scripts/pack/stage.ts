import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bundleCommand, bundledPackages, bundleLibrary, importedPackages, runtimePackage } from "./bundle.js";
import { rollDeclarations } from "./declarations.js";
import { sourcePackages, type Manifest, type SourcePackage } from "./source-packages.js";
import { stageSample } from "./stage-sample.js";
import { runtimeVersion } from "./stage-runtime.js";

/** Packages that are published as libraries, in bundles of their own. */
export const packageLibraries = ["core", "data", "exporter", "auditor", "experiments", "evenodds"] as const;

/** What nobody else may rely on is not published: the command has it inside. */
const isPublic = (path: string) => !path.startsWith("./internal");

const duckDb = "@duckdb/node-bindings";

function packageAt(name: string): SourcePackage {
  return sourcePackages().find(({ folder }) => basename(folder) === name)!;
}

/** Names and built files of the paths that a package is imported by. */
function publicPaths({ manifest }: SourcePackage) {
  return Object.entries(manifest.exports).flatMap(([path, found]) =>
    typeof found === "string" || found.types === undefined || !isPublic(path)
      ? []
      : [{ path, name: path === "." ? "index" : path.slice(2), source: found["@evenodds/source"], types: found.types }],
  );
}

/** Built declarations of a package, by the names that it is imported by. */
function builtDeclarations(made: SourcePackage): Map<string, string> {
  const { folder, manifest } = made;
  return new Map(publicPaths(made).map(({ path, types }) => [join(manifest.name, path), join(folder, types)]));
}

/** Sources that a library starts as processes of their own, from beside the file that does it. */
const childProcesses: { readonly [name in (typeof packageLibraries)[number]]?: readonly string[] } = {
  evenodds: ["src/isolate/isolated-process.ts"],
};

/** Writes a library as it is published to `out`, and returns `out`. */
export async function stageLibrary(name: (typeof packageLibraries)[number], out: string): Promise<string> {
  const made = packageAt(name);
  const paths = publicPaths(made);
  const { folder, manifest } = made;
  const entries = Object.fromEntries([
    ...paths.map((path) => [path.name, join(folder, path.source)]),
    ...(childProcesses[name] ?? []).map((source) => [basename(source, ".ts"), join(folder, source)]),
  ]) as Record<string, string>;
  await bundleLibrary(made, { entries, outdir: join(out, "dist") });
  await rollDeclarations({
    entries: Object.fromEntries(paths.map((path) => [path.name, join(folder, path.types)])),
    outdir: join(out, "dist"),
    // Who imports the library has its declarations, whether or not the package that trains is installed.
    inline: name === "evenodds" ? builtDeclarations(packageAt("trainer")) : new Map(),
  });
  const dependencies = withRuntime(manifest.dependencies ?? {});
  stageRest(made, { out, exports: exportsOf(paths), manifest: { ...manifest, dependencies } });
  return out;
}

/** Writes the package that trains to `out`: its threads and its set-up look for their files where they are in dist. */
export async function stageTrainer(out: string): Promise<string> {
  const made = packageAt("trainer");
  const { folder, manifest } = made;
  copyScripts(join(folder, "dist"), join(out, "dist"));
  const paths = publicPaths(made).map((path) => ({
    ...path,
    name: path.types.slice("./dist/".length, -".d.ts".length),
  }));
  await rollDeclarations({
    entries: Object.fromEntries(paths.map((path) => [path.name, join(folder, path.types)])),
    outdir: join(out, "dist"),
    inline: new Map(),
  });
  cpSync(join(folder, "native"), join(out, "native"), { recursive: true });
  stageRest(made, { out, exports: exportsOf(paths), manifest });
  return out;
}

/** Writes the command to `out`, with the code of everything that it needs but native addons. */
export async function stageCommand(out: string): Promise<string> {
  const made = packageAt("cli");
  const { folder, manifest } = made;
  const bundle = await bundleCommand(join(out, "dist"));
  await rollDeclarations({
    entries: { index: join(folder, "dist/index.d.ts") },
    outdir: join(out, "dist"),
    inline: new Map(),
  });
  cpSync(join(folder, "bin"), join(out, "bin"), { recursive: true });
  await stageSample(join(out, "samples/nba"));
  writeFileSync(join(out, "THIRD-PARTY-LICENSES.txt"), licensesOf([...bundledPackages(bundle)].sort()));
  const imported = importedPackages(bundle);
  for (const name of [duckDb, runtimePackage]) {
    if (!imported.has(name)) throw new TypeError(`the command does not import ${name} any more`);
  }
  const { "@duckdb/node-api": duckDbVersion } = packageAt("data").manifest.dependencies!;
  const dependencies = { [duckDb]: duckDbVersion!, [runtimePackage]: runtimeVersion() };
  stageRest(made, {
    out,
    exports: { ...exportsOf(publicPaths(made)), "./package.json": "./package.json" },
    manifest: { ...manifest, dependencies, files: [...manifest.files, "samples", "THIRD-PARTY-LICENSES.txt"] },
  });
  return out;
}

function exportsOf(paths: readonly { readonly path: string; readonly name: string }[]) {
  return Object.fromEntries(
    paths.map(({ path, name }) => [path, { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }]),
  );
}

/** ONNX Runtime is published with us: see `stage-runtime.ts`. */
function withRuntime(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) =>
      name === "onnxruntime-node" ? [runtimePackage, runtimeVersion()] : [name, version],
    ),
  );
}

/** Writes the manifest, the license, the page and what else belongs to a package. */
function stageRest(
  { folder }: SourcePackage,
  { out, exports, manifest }: { readonly out: string; readonly exports: object; readonly manifest: Manifest },
): void {
  mkdirSync(out, { recursive: true });
  const files = manifest.files.filter((name) => !["src", "assembly"].includes(name));
  for (const name of [...files, "README.md"]) {
    if (!existsSync(join(out, name)) && name !== "dist")
      cpSync(join(folder, name), join(out, name), { recursive: true });
  }
  const missing = files.filter((name) => !existsSync(join(out, name)));
  if (missing.length > 0) throw new TypeError(`${manifest.name} has no ${missing.join(", ")}`);
  writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...manifest, files, exports }, null, 2)}\n`);
}

/** Copies built scripts without what only helps to develop them. */
function copyScripts(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !/\.(?:map|d\.ts|tsbuildinfo)$/.test(path),
  });
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".js")) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n"));
  }
}

/** Names, versions and licenses of npm packages whose code is in a bundle. Throws for one of unknown terms. */
function licensesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest & {
      readonly license: string;
    };
    const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? standardText(license, name) : readFileSync(join(folder, file), "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  const rule = `\n${"-".repeat(80)}\n\n`;
  return `The command holds code of these packages.\n${rule}${parts.join(rule)}`;
}

/** A package that only names its license. */
function standardText(license: string, name: string): string {
  if (license !== "MIT" && license !== "ISC" && license !== "BSD-3-Clause" && license !== "Apache-2.0")
    throw new TypeError(`${name} has the license ${license} and no text of it`);
  return `Its npm package names the license ${license} (https://spdx.org/licenses/${license}.html) and has no text of it.`;
}
