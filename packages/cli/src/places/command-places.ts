import { ownValue } from "@evenodds/core";
import { Option } from "commander";
import { isAskedOfServer } from "../options/audit-subjects.js";
import type { CommandTable, GivenValues } from "../options/option-spec.js";
import type { NamedInput, NamedOutput } from "./check-places.js";

/** Returns what a command line reads and writes, by the table of its command. */
export function commandPlaces(
  table: CommandTable,
  { values, arguments: given }: GivenValues,
): { readonly inputs: readonly NamedInput[]; readonly outputs: readonly NamedOutput[] } {
  const inputs: NamedInput[] = [];
  const outputs: NamedOutput[] = [];
  table.arguments.forEach(({ name, reads }, i) => {
    if (reads === undefined || given[i] === undefined) return;
    inputs.push({ argument: name.replace(/[<>[\].]/g, ""), value: given[i], kind: reads });
  });
  for (const { flags, reads, writes } of table.options) {
    const option = new Option(flags);
    const value = ownValue(values, option.attributeName());
    if (value === undefined) continue;
    if (reads !== undefined) inputs.push({ argument: option.long!, value, kind: reads });
    if (writes !== undefined && typeof value === "string") {
      outputs.push({ flag: option.long!, path: value, kind: writes });
    }
  }
  for (const path of table.alsoReads ?? []) inputs.push({ argument: "the samples", value: path, kind: "folder" });
  // The server of a query reads its own files.
  return { inputs: isAskedOfServer(values) ? inputs.filter(({ kind }) => kind !== "query") : inputs, outputs };
}
