import type { FailedRun, FinishedRun, SweepRecord } from "@evenodds/trainer";

/** The runs of one setting, in the order of the records. */
export interface SettingRuns {
  readonly setting: string;
  readonly values: SweepRecord["values"];
  readonly options: SweepRecord["options"];
  readonly finished: readonly FinishedRun[];
  readonly failed: readonly FailedRun[];
}

/** Returns records by setting, settings in the order in which they first appear. */
export function groupRecords(records: readonly SweepRecord[]): SettingRuns[] {
  const settings = [...new Set(records.map(({ setting }) => setting))];
  return settings.map((setting) => {
    const runs = records.filter((record) => record.setting === setting);
    return {
      setting,
      values: runs[0]!.values,
      options: runs[0]!.options,
      finished: runs.filter((run) => run.status === "finished"),
      failed: runs.filter((run) => run.status === "failed"),
    };
  });
}
