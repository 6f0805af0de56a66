import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { AuditReport, RegressionReport } from "@evenodds/auditor";
import { InputError, UsageError } from "@evenodds/core";
import { cardFileName, hashFile, isRowFile } from "@evenodds/data";
import { givenValues } from "../options/check-options.js";
import type { DescribedCommand } from "../options/described-command.js";
import type { InputKind } from "../options/option-spec.js";
import { checkoutPath } from "../places/checkout-path.js";
import { commandPlaces } from "../places/command-places.js";
import { inputPlaces, placeOf, type InputPlace } from "../places/input-places.js";
import type { EvidenceInput } from "./statement.js";

/**
 * Returns everything that an audit has read, hashed, in the order of its table: the model and its data files, cards and
 * the files that they name, tables, lists of nodes, databases, and the text of a query with the files that it names.
 *
 * Throws {@link UsageError} for a query that names files by a pattern, and {@link InputError} where a file is not what
 * the report says was read: it was changed meanwhile.
 */
export async function evidenceInputs(
  report: AuditReport | RegressionReport,
  command: DescribedCommand,
): Promise<EvidenceInput[]> {
  const { table } = command;
  const given = givenValues(command);
  const inputs: EvidenceInput[] = [];
  const seen = new Set<string>();
  const add = async (places: readonly InputPlace[], role: string) => {
    for (const { path, place, pattern } of places) {
      if (pattern !== undefined) throw namedByPattern(path);
      if (place.kind !== "file" || seen.has(place.key)) continue;
      seen.add(place.key);
      const { sha256 } = await hashFile({ path: place.path }, ".");
      inputs.push({ role: roleOf(path, role), name: await checkoutPath(path), digest: { sha256 } });
    }
  };
  for (const { argument, value, kind } of commandPlaces(table, given).inputs) {
    const role = argument.replace(/^--/, "");
    if (role === "attest-key") continue;
    await add(await placesOf(value, kind), kind === "query" ? "file of the query" : role);
    if (role === "model") await add(await Promise.all(command.foundFiles.map(placeOf)), "data of the model");
  }
  const { sql } = given.values;
  if (typeof sql === "string") {
    const sha256 = createHash("sha256").update(sql).digest("hex");
    inputs.push({ role: "sql", name: "text of the query", digest: { sha256 } });
  }
  checkReported(report, inputs);
  return inputs;
}

/** A file of rows has no card. */
async function placesOf(value: unknown, kind: InputKind): Promise<InputPlace[]> {
  if (kind === "graph" && typeof value === "string" && isRowFile(value)) return [await placeOf(value)];
  return inputPlaces(value, kind);
}

function roleOf(path: string, role: string): string {
  return role === "graph" && basename(path) === cardFileName ? "card" : role;
}

/** The hashes of a report are those of the bytes that were read. */
function checkReported(report: AuditReport | RegressionReport, inputs: readonly EvidenceInput[]): void {
  const { data } = report;
  const read = [("kind" in report ? null : report.model) ?? [], data?.files ?? [], data?.audited?.file ?? []].flat();
  const hashes = new Set(inputs.map(({ digest }) => digest.sha256));
  const changed = read.find(({ sha256 }) => !hashes.has(sha256));
  if (changed === undefined) return;
  throw new InputError({
    argument: changed.file,
    expected: "the same file until the audit ends",
    found: "another one than was read",
    hint: "audit again; nothing was written",
  });
}

function namedByPattern(pattern: string): UsageError {
  return new UsageError({
    argument: "--attest",
    expected: "a query that names each file that it reads",
    found: `the pattern ${JSON.stringify(pattern)}`,
    hint: "list the files: read_csv(['a.csv', 'b.csv'])",
  });
}
