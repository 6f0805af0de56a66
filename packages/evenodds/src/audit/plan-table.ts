import { UsageError } from "@evenodds/core";
import { plannedStatements, type PlannedStatement } from "@evenodds/data";
import { withSource, type TableSource } from "./audit-table.js";
import { requestedOutcomes, type TableColumns } from "./requested-outcomes.js";

/** How a query would be audited. */
export interface TablePlanOptions extends TableColumns {
  /** Ends a question to a server. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the statements that `auditTable` would run on a query, and what each would read, without reading a row.
 * Throws as it does for what is wrong with the query and the options, and {@link UsageError} for a table in files.
 */
export async function planTable(source: TableSource, options: TablePlanOptions): Promise<readonly PlannedStatement[]> {
  const outcomes = requestedOutcomes(options);
  return withSource(source, { signal: options.signal }, (table) => {
    if ("sql" in table) return plannedStatements(table, outcomes);
    throw new UsageError({ argument: "source", expected: "a query", found: "a table in files" });
  });
}
