import { join } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { directImports } from "./direct-imports.js";
import { root, sourcePackages, type SourcePackage } from "./source-packages.js";

/** ONNX Runtime as it is published with us: without the install script, see `pack-runtime.ts`. */
export const runtimePackage = "@evenodds/onnxruntime-node";

/** Doors of the optional package that trains; its others need no TensorFlow.js and are taken into the command. */
const trainerDoors = ["@evenodds/trainer", "@evenodds/trainer/tensorflow"];

const shared = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  conditions: ["@evenodds/source"],
  chunkNames: "[name]-[hash]",
  legalComments: "inline",
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

/** What is in CommonJS asks for modules of Node by `require`. */
const requireBanner =
  'import { createRequire as createRequireHere } from "node:module"; ' +
  "const require = createRequireHere(import.meta.url);";

/**
 * Bundles the command with everything that it needs in JavaScript, into as many files as there are parts that are
 * loaded apart. Native addons and the package that trains stay outside. Returns what went where; `outdir` null writes
 * nothing.
 */
export async function bundleCommand(outdir: string | null): Promise<Metafile> {
  const packages = sourcePackages();
  const doors = new Map(packages.flatMap((one) => [...one.doors]).filter(([name]) => !trainerDoors.includes(name)));
  const source = join(root, "packages/cli/src");
  const { metafile } = await build({
    ...shared,
    entryPoints: {
      index: join(source, "index.ts"),
      supervise: join(source, "supervise.ts"),
      "probe-process": join(source, "doctor/probe-process.ts"),
    },
    outdir: outdir ?? join(root, "out/packages/cli/dist"),
    write: outdir !== null,
    banner: { js: requireBanner },
    external: [...trainerDoors, "@duckdb/node-bindings", runtimePackage, "pg-native", "canvas"],
    plugins: [leave(trainerDoors), directImports(doors, { "onnxruntime-node": runtimePackage })],
  });
  return metafile;
}

/** Bundles a library, a file for each of `entries` (by name, with their source) and for what they share. */
export async function bundleLibrary(
  { manifest }: SourcePackage,
  { entries, outdir }: { readonly entries: Readonly<Record<string, string>>; readonly outdir: string },
): Promise<Metafile> {
  const isOwn = (path: string) => path.startsWith(".") || path.startsWith("/") || /^[A-Za-z]:/.test(path);
  const outside: Plugin = {
    name: "outside",
    setup: (setup) => {
      setup.onResolve({ filter: /.*/ }, ({ path }) => (isOwn(path) ? undefined : { path, external: true }));
    },
  };
  const { metafile } = await build({
    ...shared,
    entryPoints: { ...entries },
    outdir,
    plugins: [outside, directImports(new Map(), { "onnxruntime-node": runtimePackage })],
    // A package without side effects is imported for what it exports alone.
    ignoreAnnotations: manifest.sideEffects !== false,
  });
  return metafile;
}

/** A plugin that leaves imports of these names as they are. */
function leave(names: readonly string[]): Plugin {
  return {
    name: "leave",
    setup: (setup) => {
      setup.onResolve({ filter: /^@evenodds\// }, ({ path }) =>
        names.includes(path) ? { path, external: true } : undefined,
      );
    },
  };
}

/** Names of the packages that a bundle imports when it runs. */
export function importedPackages({ outputs }: Metafile): Set<string> {
  const paths = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return new Set(paths.filter((path) => !path.startsWith("node:")).map(packageName));
}

/** Folders of the npm packages whose code is in a bundle. */
export function bundledPackages({ outputs }: Metafile): Set<string> {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = files.flatMap((file) => {
    const [, above, name] = /^(.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    return above === undefined ? [] : [join(root, above, name!)];
  });
  return new Set(folders);
}

/**
 * Source files, relative to the root, that Node loads with an entry point before anything is imported on purpose.
 */
export function loadedWith(entry: string, { outputs }: Metafile): string[] {
  const files = new Map(Object.entries(outputs));
  const [start] = [...files].find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (start === undefined) throw new TypeError(`no file of the bundle starts with ${entry}`);
  const reached = new Set<string>([start]);
  for (const file of reached) {
    for (const { path, kind, external } of files.get(file)!.imports) {
      if (kind === "import-statement" && !external) reached.add(path);
    }
  }
  const sources = [...reached].flatMap((file) =>
    Object.entries(files.get(file)!.inputs).flatMap(([source, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [source] : [],
    ),
  );
  return sources.sort();
}

/** The package of a specifier. */
function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
