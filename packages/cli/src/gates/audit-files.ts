import { isEvenoddsError } from "@evenodds/core";
import { dataFilesOf, readInspected } from "evenodds/internal";
import { givenValues } from "../options/check-options.js";
import { commandPlaces } from "../places/command-places.js";
import { filesOfGraph } from "../places/files-of-graph.js";
import { inputPlaces, placeOf, type InputPlace } from "../places/input-places.js";
import { realPlace, type RealPlace } from "../places/real-place.js";
import type { PlannedAudit } from "./plan-audits.js";

/** The files on which an audit depends. */
export interface AuditFiles {
  readonly places: readonly InputPlace[];
  /** Whether these are all: what a model or a card that cannot be read names is not known. */
  readonly isComplete: boolean;
}

/**
 * Returns the files on which an audit depends: its model with the data files beside it, its graph card with the files
 * that it names, tables, databases, lists of nodes, files that a query names, and its baseline. What only a database
 * knows is not among them.
 */
export async function auditFiles({ command, modelPath, graphPath, held }: PlannedAudit): Promise<AuditFiles> {
  const { inputs } = commandPlaces(command.table, givenValues(command));
  const places = await Promise.all(inputs.map(({ value, kind }) => inputPlaces(value, kind)));
  const named = await Promise.all([
    modelPath === undefined ? [] : orUnknown(async () => dataFilesOf(await readInspected(modelPath))[1]),
    graphPath === undefined ? [] : orUnknown(() => filesOfGraph(graphPath)),
  ]);
  const isComplete = named.every((paths) => paths !== null);
  const others = [...named.flatMap((paths) => paths ?? []), ...(held === undefined ? [] : [held.path])];
  const more = await Promise.all(others.map(placeOf));
  return { places: [...places.flat(), ...more], isComplete };
}

/** What cannot be read names no files; the audit says why when it runs. */
async function orUnknown(read: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await read();
  } catch (error) {
    if (isEvenoddsError(error) || (error instanceof Error && "code" in error)) return null;
    throw error;
  }
}

/**
 * Returns the audits that depend on one of the changed files, in their order: all where the file of gates is one of
 * them, and every one whose files are not all known. A file that was deleted counts as changed.
 */
export async function dependentAudits(
  audits: readonly PlannedAudit[],
  { changed, gatesFile }: { readonly changed: readonly string[]; readonly gatesFile: string },
): Promise<PlannedAudit[]> {
  const places = await Promise.all(changed.map((path) => realPlace(path)));
  const keys = new Set(places.map(({ key }) => key));
  if (keys.has((await realPlace(gatesFile)).key)) return [...audits];
  const found: PlannedAudit[] = [];
  for (const audit of audits) {
    const files = await auditFiles(audit);
    const isChanged = files.places.some((place) => places.some((other) => covers(place, other)));
    if (isChanged || !files.isComplete) found.push(audit);
  }
  return found;
}

function covers({ place, pattern }: InputPlace, changed: RealPlace): boolean {
  if (pattern !== undefined) return pattern.test(changed.path.replaceAll("\\", "/"));
  // A folder is there for what it names, each file by itself.
  return place.kind !== "folder" && place.key === changed.key;
}
