import { exceedsNoise, largestSize, settlingTrials, sizeTrials, type SizeMeasured } from "./dependence-size.js";
import { effort, peerNames, type FoundBy, type PowerMeasured } from "./power.js";

/** What was found about tests of dependence on models that treat all groups alike. */
export function sizeSection(measured: readonly SizeMeasured[]): string[] {
  const grid = measured.filter(({ kind }) => kind === "grid");
  const skewed = measured.filter(({ kind }) => kind === "skewed");
  const again = measured.filter(({ trials }) => trials === settlingTrials);
  const wrong = measured.filter((one) =>
    one.trials === settlingTrials ? largestOf(one) > largestSize : exceedsNoise(one),
  );
  return [
    "How often models that treat all groups alike are told apart, at a nominal level of 0.05. _dependence_: the test of any",
    "dependence given the label. _some group_: the p-value of at least one group, adjusted for all of them; it is twice the",
    "smaller of that of the common difference and that of its strongest cell, which have columns of their own. Every p-value",
    "comes from 99 deals, with cells of any size.",
    "",
    `${sizeTrials} models per setting. A setting in which a test rejects more than 0.05 and three standard errors is simulated again`,
    `with ${settlingTrials} models and other numbers, and is wrong if it still rejects more than ${largestSize}. Simulated again: ${again.length} of`,
    `${measured.length}. Wrong: ${wrong.length}.`,
    "",
    "_all intervals_: every interval of the common difference contains the true one, for all groups at once (0.95 is promised",
    "for them together); with equal rates in all groups, and with different ones. _single intervals_: those of level 0.95 for",
    "one group, of both kinds of models. The true common difference is that of the expected counts.",
    "",
    "The grid of the first section, 25 settings (n from 5 to 10,000 rows in every cell) to a line:",
    "",
    ...table(
      [
        ...["groups", "classes", "models", "dependence", "largest", "some group", "largest", "by common", "by cell"],
        ...["all intervals, equal", "smallest", "all intervals, different", "smallest", "single intervals"],
      ],
      gridLines(grid),
    ),
    "",
    "Skewed tables, n rows in all: groups of sizes that fall like a power, down to 1 row of 200; classes that fall by 0.6 from",
    "one to the next; errors that favour some classes. Most cells of the smaller tables are empty or below the minimum support.",
    "With different rates, every other group is 0.1 worse in every other class.",
    "",
    ...table(
      [
        ...["groups", "classes", "n", "models", "dependence", "some group", "by common", "by cell"],
        ...["all intervals, equal", "all intervals, different", "single intervals"],
      ],
      skewed.map((one) => [
        ...[one.groups, one.classes, one.n, one.trials].map(String),
        ...[one.dependence, one.group, one.common, one.cell, one.jointEqual, one.jointDifferent].map((count) =>
          share(count, one.trials),
        ),
        share(one.each, one.intervals),
      ]),
    ),
  ];
}

/** How often planted harms are found. */
export function powerSection(measured: readonly PowerMeasured[]): string[] {
  return [
    `One group is treated worse than all others, who are treated alike. ${effort.trials} models each (${effort.largeTrials} with a million rows),`,
    `${effort.draws} deals. _largest gap_: the permutation test of the equalized odds difference rejects. _any dependence_: the test of any`,
    "dependence does. _first_: the harmed group is first by evidence as reports order groups, and",
    "alone. _in largest gap_: it is one of the two groups of the largest raw difference. _adjusted p_: that of the harmed group",
    "is at most 0.05. _its interval_ (level 0.95) and _all intervals_ (0.95 together) contain the true common differences. With",
    "two groups, one mirrors the other, and neither is first. One standard error of a share of 0.05 is 0.011 for 400 models, and",
    "0.022 for 100.",
    "",
    "Five groups have 50, 20, 15 (the harmed one), 12.5 and 2.5 % of the rows, ten classes from 19 down to 4 %, and rates run",
    "from 0.85 down to 0.67. The harmed one of 50 groups has 6.6 %, the others from 32 down to 0.2 %.",
    "",
    ...table(
      [
        ...["harm", "n", "largest gap", "any dependence", "first", "in largest gap", "adjusted p"],
        ...["its interval", "single intervals", "all intervals"],
      ],
      measured.map(({ harm, n, groups, harmed }) => {
        const of = (count: number) => share(count, harmed.trials);
        return [
          ...[harm, amount(n), of(harmed.gap), of(harmed.dependence)],
          ...(groups === 2 ? ["", ""] : [of(harmed.first), of(harmed.named)]),
          ...[of(harmed.adjusted), share(harmed.own, harmed.ownIntervals), share(harmed.each, harmed.intervals)],
          of(harmed.joint),
        ];
      }),
    ),
    "",
    "The same tables with the group treated like all others: whatever is found is wrong.",
    "",
    ...table(
      ["harm left out", "n", "largest gap", "any dependence", "adjusted p", "single intervals", "all intervals"],
      measured.map(({ harm, n, equal }) => {
        const of = (count: number) => share(count, equal.trials);
        return [
          ...[harm, amount(n), of(equal.gap), of(equal.dependence), of(equal.adjusted)],
          ...[share(equal.each, equal.intervals), of(equal.joint)],
        ];
      }),
    ),
  ];
}

/** How often intervals of other libraries exclude 0. */
export function peerSection(measured: readonly PowerMeasured[]): string[] {
  const shares = ({ peers, peerTrials }: FoundBy) =>
    peerNames.map((name) => {
      const { excludes, none } = peers[name];
      if (none === peerTrials) return "none";
      return `${share(excludes, peerTrials)}${none === 0 ? "" : ` (none ${share(none, peerTrials)})`}`;
    });
  return [
    `How often a 95 % interval excludes 0, of the first ${effort.peerTrials} models above (${effort.largeTrials} with a million rows): under equal treatment it`,
    "should in at most 0.05 of them. What each library does by default was read in its source and written anew in",
    "`bench/coverage/peers`:",
    "",
    "- **Fairlearn** 0.15.0 (`metrics/_bootstrap.py`): `MetricFrame` of true and false positive rate with `n_boot` and",
    "  `difference_ci`: quantiles of the bootstrapped largest difference. Rows are drawn anew, whatever their group.",
    "- **vfairness** 0.2.0 (`evaluation/vfairness_metrics/_statistics.py`): `equalized_odds_difference_with_ci`. The lower bound",
    "  is 0 unless a permutation test at half the level rejects, then that of the basic bootstrap within groups.",
    '- **fairpipe** 0.12.0 (`stats/gap_intervals.py`): `equalized_odds_difference` with `ci_method="simultaneous"`, Agresti and',
    "  Caffo's intervals at Bonferroni's level.",
    "",
    "All three know labels 0 and 1 alone. With more classes, each class is asked about in turn against all others, at a level",
    "of 1 − 0.05 / classes, and one interval that excludes 0 counts. vfairness and fairpipe leave out groups of fewer than 30",
    "rows, and give no interval where a group that is left has no row of a label (_none_: the share of models without any",
    `interval, which count as not excluding 0). Bootstraps of ${effort.bootstrapDraws} draws; vfairness' default is 5,000.`,
    "",
    ...table(
      [
        ...["harm", "n", "equal: Fairlearn", "vfairness", "fairpipe", "evenodds, any dependence"],
        ...["harmed: Fairlearn", "vfairness", "fairpipe", "evenodds, any dependence"],
      ],
      measured.map(({ harm, n, harmed, equal }) => [
        ...[harm, amount(n), ...shares(equal), share(equal.dependence, equal.trials)],
        ...[...shares(harmed), share(harmed.dependence, harmed.trials)],
      ]),
    ),
  ];
}

function gridLines(grid: readonly SizeMeasured[]): string[][] {
  const keys = [...new Set(grid.map(({ groups, classes }) => `${groups} ${classes}`))];
  return keys.map((key) => {
    const own = grid.filter(({ groups, classes }) => `${groups} ${classes}` === key);
    const total = (pick: (one: SizeMeasured) => number) => own.reduce((sum, one) => sum + pick(one), 0);
    const trials = total((one) => one.trials);
    const pooled = (pick: (one: SizeMeasured) => number) => share(total(pick), trials);
    const each = (pick: (one: SizeMeasured) => number) => own.map((one) => pick(one) / one.trials);
    const largest = (pick: (one: SizeMeasured) => number) => Math.max(...each(pick)).toFixed(3);
    const smallest = (pick: (one: SizeMeasured) => number) => Math.min(...each(pick)).toFixed(3);
    return [
      ...[...key.split(" "), `${trials}`],
      ...[pooled((one) => one.dependence), largest((one) => one.dependence)],
      ...[pooled((one) => one.group), largest((one) => one.group)],
      ...[pooled((one) => one.common), pooled((one) => one.cell)],
      ...[pooled((one) => one.jointEqual), smallest((one) => one.jointEqual)],
      ...[pooled((one) => one.jointDifferent), smallest((one) => one.jointDifferent)],
      share(
        total((one) => one.each),
        total((one) => one.intervals),
      ),
    ];
  });
}

function largestOf({ dependence, group, common, cell, trials }: SizeMeasured): number {
  return Math.max(dependence, group, common, cell) / trials;
}

function share(count: number, of: number): string {
  return of === 0 ? "" : (count / of).toFixed(3);
}

function amount(n: number): string {
  return n.toLocaleString("en-US");
}

function table(header: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(header), row(header.map(() => "---")), ...lines.map(row)];
}
