import type { ReportWarning } from "@evenodds/auditor";
import type { JoinedTable } from "@evenodds/data";

/** Says which files of a join lost rows. */
export function joinWarnings(joined: readonly JoinedTable[]): ReportWarning[] {
  return joined
    .filter(({ unmatched, duplicated }) => unmatched + duplicated > 0)
    .map(({ name, unmatched, duplicated, examples }) => ({
      code: "unmatched-rows",
      message:
        `${name}: ${unmatched} rows whose id another file lacks and ${duplicated} rows with a repeated id were left out, ` +
        `for example ${examples.join(", ")}.`,
    }));
}
