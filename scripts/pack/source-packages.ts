import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a `package.json` under `packages/` says. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | ExportConditions>>;
  readonly files: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Where one path of `exports` is found: a door for tests has a source alone. */
export interface ExportConditions {
  readonly "@evenodds/source": string;
  readonly types?: string;
  readonly default?: string;
}

/** A package of this repository. */
export interface SourcePackage {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Source file of every path of `exports` that has one, by the name it is imported by. */
  readonly doors: ReadonlyMap<string, string>;
}

/** Returns every npm package under `packages/`; what is written in Python has no `package.json`. */
export function sourcePackages(): SourcePackage[] {
  const folders = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return folders
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
      const doors = Object.entries(manifest.exports).flatMap(([path, found]): [string, string][] =>
        typeof found === "string" ? [] : [[join(manifest.name, path), join(folder, found["@evenodds/source"])]],
      );
      return { folder, manifest, doors: new Map(doors) };
    });
}
