import { broken, ok, type Check } from "./check.js";
import type { MachineProbes } from "./probes.js";

/** DuckDB, which reads graphs and counts predictions. */
export async function checkDuckDb({ duckDb }: Pick<MachineProbes, "duckDb">): Promise<Check> {
  const outcome = await duckDb();
  if (outcome.works) return ok("duckdb", outcome.description);
  return broken("duckdb", { found: outcome.reason, remedy: outcome.remedy ?? "run npm ci", blocking: true });
}
