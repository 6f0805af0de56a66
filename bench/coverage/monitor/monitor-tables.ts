import type { FalseAlarms } from "./false-alarms.js";
import type { MonitorSetting } from "./monitored-model.js";
import type { SequenceCoverage } from "./sequence-coverage.js";
import type { AfterChange, YearOfLooks } from "./year-of-looks.js";

type Row = readonly (string | number)[];

function table(head: readonly string[], rows: readonly Row[]): string[] {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
}

function percent(count: number, of: number): string {
  return `${((100 * count) / of).toFixed(2)} %`;
}

const troubles: Readonly<Record<MonitorSetting["trouble"], string>> = {
  none: "",
  rates: "rates drift",
  empty: "empty cells",
};

export function alarmSection(found: readonly FalseAlarms[]): string[] {
  const worst = (looks: number, key: "violated" | "within" | "missed") => {
    const all = found.filter((one) => one.looks === looks);
    const share = Math.max(...all.map((one) => one[key] / one.trials));
    return all.length === 0 ? "not run" : `${(100 * share).toFixed(2)} % (${all.length} settings)`;
  };
  const settings = [...new Set(found.map(settingOf))];
  const rows = settings.map((setting) => {
    const of = (looks: number) => found.find((one) => settingOf(one) === setting && one.looks === looks);
    const [year, decade] = [of(52), of(520)];
    const { groups, classes, rows, gap, trouble } = (year ?? decade)!;
    const cells = [year, decade].flatMap((one) =>
      one === undefined
        ? ["", "", ""]
        : (["violated", "within", "missed"] as const).map((key) => percent(one[key], one.trials)),
    );
    const models = [...new Set([year, decade].flatMap((one) => one?.trials ?? []))];
    return [groups, classes, rows, gap, troubles[trouble], ...cells, models.join(", then ")];
  });
  return [
    "## False alarms",
    "",
    "The limit is exactly the gap of the model, which is the hardest case: 0 where groups are treated alike, else 0.1.",
    "_violated_: models that a monitor claims to be above the limit at any of its looks. _within_: models whose widest",
    "cell it decides to be below the limit; the verdict would ask for every other cell too. _missed_: models for which an",
    "end of the confidence sequence can have passed the gap. Each may be at most 5 %. Sizes of groups are 1, 1/2, 1/3, …",
    "_rates drift_: rates and shares of labels wander from batch to batch, and differ between groups, while the gap stays.",
    "_empty cells_: one group has no row of a label, another one has rows in one batch of five.",
    "An empty cell of the table was not simulated; two numbers of models are those of 52 and of 520 looks.",
    "",
    ...table(
      ["largest share of all settings", "52 looks", "520 looks"],
      (["violated", "within", "missed"] as const).map((key) => [key, worst(52, key), worst(520, key)]),
    ),
    "",
    ...table(
      [
        ...["groups", "classes", "rows a batch", "gap = limit", ""],
        ...["violated, 52 looks", "within", "missed", "violated, 520 looks", "within", "missed", "models"],
      ],
      rows,
    ),
  ];
}

function settingOf({ groups, classes, rows, gap, shares, trouble }: MonitorSetting): string {
  return JSON.stringify([groups, classes, rows, gap, shares, trouble]);
}

function weekText(weeks: readonly (number | null)[], share: number): string {
  return String(weeks[Math.ceil(share * weeks.length) - 1] ?? "–");
}

export function powerSection(found: readonly YearOfLooks[]): string[] {
  const rows = found.map(({ setting, limit, trials, watch, weeks }) => {
    const claimed = weeks.filter((week) => week !== null).length;
    const truth = setting.gap > limit;
    const shape = `${setting.groups} × ${setting.classes}, ${setting.shares}`;
    const time = truth ? [weekText(weeks, 0.5), weekText(weeks, 0.9)] : ["", ""];
    return [shape, limit, setting.gap, watch, percent(claimed, trials), ...time, trials];
  });
  return [
    "## A year of weekly looks",
    "",
    "200 rows a week, 52 looks. _claimed_: models that are claimed to have a gap above the limit at some look. Where the",
    "gap is at most the limit each of these is false; where it is larger, the weeks say when half and nine tenths of the",
    "models had been found (–: not within the year). Shapes are groups × classes, sizes of groups skewed (1, 1/2, 1/3,",
    "1/4) or even. vfairness' test is given the gap of every week, the limit as its null and 0.1 more as its alternative.",
    "",
    ...table(
      ["shape", "limit", "gap", "looked at by", "claimed", "half by week", "nine tenths by week", "models"],
      rows,
    ),
  ];
}

export function changeSection(found: readonly AfterChange[]): string[] {
  const rows = found.map(({ setting, limit, before, trials, weeks }) => {
    const claimed = weeks.filter((week) => week !== null).length;
    const shape = `${setting.groups} × ${setting.classes}`;
    return [
      ...[shape, limit, before, setting.gap, percent(claimed, trials)],
      ...[weekText(weeks, 0.5), weekText(weeks, 0.9), trials],
    ];
  });
  return [
    "## A gap that comes later",
    "",
    "200 rows a week. The gap changes after 26 weeks; weeks are counted from the change on, for a year.",
    "",
    ...table(
      ["shape", "limit", "gap before", "gap after", "found", "half by week", "nine tenths by week", "models"],
      rows,
    ),
  ];
}

export function sequenceSection(found: readonly SequenceCoverage[]): string[] {
  const rows = found.map(({ groups, classes, gap, trials, missed, ends }) => [
    `${groups} × ${classes}`,
    gap,
    percent(trials - missed, trials),
    ...ends.map(({ lower, upper }) => `${lower.toFixed(3)} to ${upper.toFixed(3)}`),
    trials,
  ]);
  const looks = found[0]?.ends.map(({ look }) => `mean ends, week ${look}`) ?? [];
  return [
    "## Confidence sequences",
    "",
    "200 rows a week, 52 looks, whole sequences. _coverage_: models whose gap is inside the interval at every look.",
    "",
    ...table(["shape", "gap", "coverage", ...looks, "models"], rows),
  ];
}
