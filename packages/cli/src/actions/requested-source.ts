import { UsageError } from "@evenodds/core";
import {
  fileFormat,
  type FileLayout,
  type JoinPolicy,
  type ServerEngine,
  type SqlEngine,
  type SqlFiles,
  type WhenMissing,
} from "@evenodds/data";
import type { TableSource } from "evenodds/internal";
import { queriedEngine } from "../options/audit-subjects.js";

/** Flags of an audit of a table instead of a model on a graph. */
export interface SourceFlags extends Readonly<Partial<Record<ServerEngine, string>>> {
  readonly predictions?: string[];
  readonly attributes?: string;
  readonly labels?: string;
  readonly id?: string;
  readonly unmatched?: JoinPolicy;
  readonly counts?: string[];
  readonly countColumn?: string;
  readonly smallColumn?: string;
  readonly sql?: string;
  readonly db?: string;
  readonly sqlFiles?: SqlFiles;
  readonly label?: string;
  readonly prediction?: string;
  readonly score?: string;
  readonly threshold?: number;
  readonly negative?: string;
  readonly bins?: ReadonlyMap<string, readonly number[]>;
  readonly missing: WhenMissing;
  readonly missingValues?: string[];
  readonly classes?: string[];
  readonly levels?: ReadonlyMap<string, readonly string[]>;
  readonly header: boolean;
  readonly delimiter?: string;
  readonly comment?: string;
  readonly given?: string;
  readonly weight?: string;
  readonly cross?: "all" | string[][];
}

type QueryFlags = Pick<SourceFlags, "db" | "sqlFiles" | ServerEngine>;

/** What a query is asked of, by its engine. */
const querySources: Readonly<Record<SqlEngine, (sql: string, flags: QueryFlags) => TableSource>> = {
  duckdb: (sql, { db, sqlFiles }) => ({ sql, db, sqlFiles }),
  postgres: (sql, { postgres }) => ({ sql, postgres: postgres! }),
  spark: (sql, { spark }) => ({ sql, spark: spark! }),
  trino: (sql, { trino }) => ({ sql, trino: trino! }),
};

/**
 * Returns the source that the flags name; null where they name none. Throws {@link UsageError} for a join without ids.
 */
export function requestedSource(flags: SourceFlags): TableSource | null {
  const { predictions, counts, sql, attributes, labels, id, unmatched } = flags;
  if (predictions !== undefined) {
    const layout = requestedLayout(flags, [predictions, attributes ?? [], labels ?? []].flat());
    if (attributes === undefined && labels === undefined) return { predictions, ...layout };
    if (id === undefined) {
      throw new UsageError({ argument: "--id", expected: "the column by which the files are joined", found: "none" });
    }
    return { predictions, attributes, labels, id, unmatched, ...layout };
  }
  if (counts !== undefined) {
    return { counts, count: flags.countColumn, small: flags.smallColumn, ...requestedLayout(flags, counts) };
  }
  if (sql !== undefined) return querySources[queriedEngine(flags)](sql, flags);
  return null;
}

/** How delimited text is cut. Throws {@link UsageError} where it is said and none of the files is text. */
function requestedLayout({ header, delimiter, comment }: SourceFlags, files: readonly string[]): FileLayout {
  const given = Object.entries({ "--no-header": !header || undefined, "--delimiter": delimiter, "--comment": comment });
  const [flag] = given.find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined && !files.some((file) => ["csv", "tsv"].includes(fileFormat(file)))) {
    const hint = "other formats bring their own columns; leave it out";
    throw new UsageError({ argument: flag, expected: "a file of delimited text", found: files.join(", "), hint });
  }
  return { header, delimiter, comment };
}
