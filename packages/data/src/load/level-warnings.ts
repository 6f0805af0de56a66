import { mixedBooleans, nearSpellings, unknownCode, type Category } from "@evenodds/core";

/** What a caller should know of data that was read as it is. */
export interface DataWarning {
  /** Stable kebab-case name, for example `near-levels`. */
  readonly code: string;
  readonly message: string;
}

/** The levels of an attribute that nobody has listed, as they occur. */
interface FoundLevels {
  readonly attribute: string;
  readonly levels: readonly string[];
  /** Number of rows of each level. */
  readonly rows: ReadonlyMap<string, number>;
  /** How levels are listed there, such as `list its levels with ‘levels’`. */
  readonly declare: string;
}

/** Returns a warning for levels that may be one group in two spellings, and for one that may mean "unknown". */
export function levelWarnings({ attribute, levels, rows, declare }: FoundLevels): DataWarning[] {
  const shown = (level: string) => `${JSON.stringify(level)} (n = ${rows.get(level) ?? 0})`;
  const mixed = mixedBooleans(levels);
  const pairs = mixed === null ? nearSpellings(levels) : [mixed];
  const named = pairs.slice(0, 3).map(([a, b]) => `${shown(a)} and ${shown(b)}`);
  const more = pairs.length > named.length ? `, and ${pairs.length - named.length} more pairs` : "";
  const warnings: DataWarning[] = [];
  if (pairs.length > 0) {
    const message =
      `attribute ${JSON.stringify(attribute)}: ${named.join("; ")}${more} may be one group in two spellings, ` +
      `and are taken for two; write them one way, or ${declare}`;
    warnings.push({ code: "near-levels", message });
  }
  const code = levels.length > 2 ? unknownCode(levels) : null;
  if (code !== null) {
    const message =
      `attribute ${JSON.stringify(attribute)}: the level ${shown(code)} is taken for a group; ` +
      `if it means unknown, say that it is missing, else ${declare}`;
    warnings.push({ code: "unknown-code", message });
  }
  return warnings;
}

/** The same for an attribute of nodes; `declare` is how its levels are listed. */
export function categoryWarnings({ name, code, levels }: Category, declare: string): DataWarning[] {
  const counts = new Float64Array(levels.length);
  for (const level of code) if (level >= 0) counts[level]!++;
  const rows = new Map(levels.map((level, i) => [level, counts[i]!]));
  return levelWarnings({ attribute: name, levels, rows, declare });
}
