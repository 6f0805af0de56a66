import { basename, dirname, extname, relative, resolve } from "node:path";
import { InputError, ownValue } from "@evenodds/core";
import type { AuditEntry, GateEntry } from "./gates-schema.js";
import { fileOptions } from "./file-options.js";
import type { LocatedGates } from "./read-gates.js";

/** One audit of a file: one model on one graph, or one table. */
export interface FileAudit {
  /** Its name in the file, with the model and the graph behind it where it has several. */
  readonly name: string;
  /** Its name in the file. */
  readonly entry: string;
  /** Model and graph, or none; paths are the file's own. */
  readonly model: string | undefined;
  readonly graph: string | undefined;
  /** Options by their keys, as the file has them. */
  readonly options: ReadonlyMap<string, unknown>;
  readonly gates: readonly GateEntry[];
  /** Where its baseline lies, as the file has it, and what happens where the model is worse. */
  readonly baseline: BaselineEntry | undefined;
}

/** A baseline of an audit, with the name of the audit in its path. */
export type BaselineEntry = Exclude<AuditEntry["baseline"], string | undefined>;

/**
 * Returns the audits of a file in its order, one for each model on each graph. Throws {@link InputError} for names that
 * only differ in upper and lower case or become the same with their models and graphs behind them.
 */
export function expandAudits({ path, content }: Pick<LocatedGates, "path" | "content">): FileAudit[] {
  const audits = Object.entries(content.audits).flatMap(([entry, audit]) => {
    const models = pathsOf(audit.model);
    const graphs = pathsOf(audit.graph);
    const options = new Map(
      fileOptions.flatMap(({ key }) => {
        const value = ownValue(audit, key);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    const [modelNames, graphNames] = [shortNames(models), shortNames(graphs)];
    return models.flatMap((model, m) =>
      graphs.map((graph, g): FileAudit => {
        const name = [entry, modelNames[m]!, graphNames[g]!].filter((part) => part !== "").join("-");
        return { name, entry, model, graph, options, gates: audit.gates ?? [], baseline: baselineOf(audit, name) };
      }),
    );
  });
  const seen = new Map<string, string>();
  for (const { name } of audits) {
    const folded = name.toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) {
      throw new InputError({
        argument: `${basename(path)}: audits`,
        expected: "names of their own, whatever their case",
        found: `${JSON.stringify(other)} and ${JSON.stringify(name)}`,
        hint: "their reports would stand in one folder; rename one",
      });
    }
    seen.set(folded, name);
  }
  return audits;
}

function baselineOf({ baseline }: AuditEntry, name: string): BaselineEntry | undefined {
  if (baseline === undefined) return undefined;
  const entry = typeof baseline === "string" ? { file: baseline } : baseline;
  return { ...entry, file: entry.file.replaceAll("{audit}", name) };
}

function pathsOf(value: unknown): (string | undefined)[] {
  return value === undefined ? [undefined] : [value].flat().map(String);
}

/** What tells several paths apart, as a part of a name; nothing where there is one. */
function shortNames(paths: readonly (string | undefined)[]): string[] {
  if (paths.length < 2) return paths.map(() => "");
  const clean = (text: string) => text.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[._-]+/, "");
  const stems = paths.map((path) => clean(basename(path!, extname(path!))));
  if (areDistinct(stems)) return stems;
  const folders = paths.map((path) => clean(basename(dirname(path!))));
  if (areDistinct(folders)) return folders;
  return paths.map((_, i) => String(i + 1));
}

function areDistinct(names: readonly string[]): boolean {
  return names.every((name) => name !== "") && new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

/** Returns a path of the file as one from the working directory. */
export function pathFrom(folder: string, path: string): string {
  const found = relative("", resolve(folder, path));
  // What begins like a flag, and the working directory itself.
  return found === "" ? "." : found.startsWith("-") ? `./${found}` : found;
}
