import { levelWarnings, type DataWarning } from "../../load/level-warnings.js";
import type { GroupableTable } from "../source/groupable-table.js";
import type { CodedKey } from "./code-keys.js";
import type { KeyRequest } from "./key-request.js";
import type { Domain } from "./level-names.js";
import { scoreRange } from "./score-axis.js";

/** An attribute with the values that occur. */
interface CodedAttribute {
  readonly key: KeyRequest;
  readonly coded: CodedKey;
  readonly domain: Domain;
}

/** Returns what is doubtful about the levels of an attribute that the request does not list. */
export function attributeWarnings({ key, coded, domain }: CodedAttribute): DataWarning[] {
  if (key.levels !== undefined || key.borders !== undefined) return [];
  const rows = new Map<string, number>();
  for (const [value, count] of domain) {
    const level = coded.levels[coded.codeOf.get(value) ?? -1];
    if (level !== undefined) rows.set(level, (rows.get(level) ?? 0) + count);
  }
  const { name: attribute } = key;
  return levelWarnings({ attribute, levels: coded.levels, rows, declare: "list its levels with ‘levels’" });
}

/** Returns how many rows have no known value of an attribute, whatever else they lack. */
export function unknownRows({ codeOf }: CodedKey, domain: Domain): number {
  return [...domain].reduce((sum, [value, count]) => ((codeOf.get(value) ?? -1) < 0 ? sum + count : sum), 0);
}

/** Returns a warning where all scores are on one side of the threshold: it may be meant for scores of another scale. */
export async function thresholdWarnings(
  table: GroupableTable,
  { key, column, domain }: { readonly key: KeyRequest; readonly column: number; readonly domain: Domain },
): Promise<DataWarning[]> {
  const [threshold] = key.borders ?? [];
  if (key.role !== "score" || threshold === undefined) return [];
  const sides = [...domain.keys()].filter((value) => typeof value === "number");
  if (sides.length !== 1) return [];
  const { lowest, highest } = await scoreRange(table, { column, argument: key.argument });
  const reaches = sides[0] === 0 ? "no score reaches" : "every score reaches";
  const message =
    `${key.argument}: ${reaches} the threshold ${threshold}, because the scores are from ${lowest} to ${highest}; ` +
    "every row is predicted the same, so check the scale of the threshold";
  return [{ code: "threshold-out-of-range", message }];
}
