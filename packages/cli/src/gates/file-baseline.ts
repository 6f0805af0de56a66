import { basename } from "node:path";
import type { BaselineGate } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { realPlace } from "../places/real-place.js";
import { pathFrom, type FileAudit } from "./expand-audits.js";
import type { LocatedGates } from "./read-gates.js";
import type { GateOverrides } from "./settle-options.js";

/** A baseline that an audit is held against. */
export interface PlannedBaseline extends BaselineGate {
  /** From the working directory. */
  readonly path: string;
}

/** Returns the baseline that a file names for an audit, with what a flag says of undecided gates. */
export function fileBaseline(
  { baseline }: Pick<FileAudit, "baseline">,
  { gates, overrides }: { readonly gates: Pick<LocatedGates, "folder">; readonly overrides: GateOverrides },
): PlannedBaseline | undefined {
  if (baseline === undefined) return undefined;
  const { file, severity, inconclusive } = baseline;
  // A flag has reached the report by itself.
  const onInconclusive = overrides.options.has("on-inconclusive") ? undefined : inconclusive;
  return { path: pathFrom(gates.folder, file), severity, onInconclusive };
}

/** Throws {@link UsageError} for two audits with one baseline: it holds the counts of one of them. */
export async function checkOwnBaselines(
  audits: readonly (Pick<FileAudit, "name" | "entry"> & { readonly held: PlannedBaseline | undefined })[],
  { path }: Pick<LocatedGates, "path">,
): Promise<void> {
  const seen = new Map<string, string>();
  for (const { name, entry, held } of audits) {
    if (held === undefined) continue;
    const { key } = await realPlace(held.path);
    const other = seen.get(key);
    if (other !== undefined) {
      throw new UsageError({
        argument: `${basename(path)}: audits.${entry}.baseline`,
        expected: "a file of its own for each audit",
        found: `one of ${other} and ${name}`,
        hint: "write {audit} in the path, such as baselines/{audit}.json; the name of each audit takes its place",
      });
    }
    seen.set(key, name);
  }
}
