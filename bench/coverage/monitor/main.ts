/**
 * Simulates monitors that are looked at after every batch, and prints Markdown tables.
 *
 * npx tsx --conditions=@evenodds/source bench/coverage/monitor/main.ts --results out/monitor.jsonl
 *
 * What has been simulated is kept in the file, line by line, so a run that was stopped goes on where it was; `--part
 * 0/2` makes every second simulation only, `--match sequence` those with this text in their names, and `--only tables`
 * none. `--models 400` simulates false alarms with fewer models than 2,000, for the tables until there are all.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { alarmSettings, measureAlarms, type FalseAlarms } from "./false-alarms.js";
import { alarmSection, changeSection, powerSection, sequenceSection } from "./monitor-tables.js";
import type { MonitorSetting } from "./monitored-model.js";
import { measureSequence, sequenceSettings, type SequenceCoverage } from "./sequence-coverage.js";
import { measureChange, measureYear, watches, type AfterChange, type YearOfLooks } from "./year-of-looks.js";

const { values } = parseArgs({
  options: {
    results: { type: "string" },
    seed: { type: "string", default: "1" },
    part: { type: "string", default: "0/1" },
    only: { type: "string" },
    match: { type: "string", default: "" },
    models: { type: "string" },
  },
});
const seed = Number(values.seed);
/** Models of each setting in which every claim is false. */
const allModels = 2000;
const models = values.models === undefined ? allModels : Number(values.models);
const [part, parts] = values.part.split("/").map(Number) as [number, number];

type Found =
  | { readonly kind: "alarms"; readonly found: FalseAlarms }
  | { readonly kind: "year"; readonly found: YearOfLooks }
  | { readonly kind: "change"; readonly found: AfterChange }
  | { readonly kind: "sequence"; readonly found: SequenceCoverage };

interface Task {
  readonly name: string;
  readonly run: () => Found;
}

/** Years of 200 rows a week: models that treat groups alike, and models with an excess of 0.1 over the limit. */
function yearTasks(): Task[] {
  const plain = { rows: 200, shares: "skewed", trouble: "none" } as const;
  const shapes = [
    { ...plain, groups: 2, classes: 2, shares: "even" },
    { ...plain, groups: 4, classes: 3 },
    { ...plain, groups: 4, classes: 3, shares: "even" },
  ] as const;
  const years = shapes.flatMap((shape) =>
    [
      { limit: 0, gap: 0 },
      { limit: 0, gap: 0.1 },
      { limit: 0.1, gap: 0.1 },
      { limit: 0.1, gap: 0.2 },
    ].map(({ limit, gap }) => ({ setting: { ...shape, gap } satisfies MonitorSetting, limit })),
  );
  return years.flatMap(({ setting, limit }) =>
    [...watches.keys()]
      // The test knows no limit but 0, and takes long for many cells.
      .filter((watch) => (limit === 0 && setting.groups === 2) || !watch.startsWith("permutation"))
      .map((watch) => ({
        name: `year ${JSON.stringify({ setting, limit, watch })}`,
        run: (): Found => ({ kind: "year", found: measureYear(setting, { limit, trials: 1000, seed, name: watch }) }),
      })),
  );
}

function alarmTasks(looks: number): Task[] {
  return alarmSettings()
    .sort((a, b) => cost(a) - cost(b))
    .map((setting) => ({
      name: `alarms ${JSON.stringify({ setting, looks })}`,
      run: () => ({ kind: "alarms", found: measureAlarms(setting, { looks, trials: models, seed }) }),
    }));
}

function cost({ groups, classes, rows, gap }: MonitorSetting): number {
  return groups ** 2 * classes ** 2 * (gap === 0 ? 3 : 1) * (rows > 1000 ? 2 : 1);
}

/** Half a year in which groups are treated alike, then an excess of 0.1 over the limit. */
function changeTasks(): Task[] {
  const plain = { groups: 2, classes: 2, rows: 200, shares: "even", trouble: "none" } as const;
  return [0, 0.1].map((limit) => {
    const setting: MonitorSetting = { ...plain, gap: limit + 0.1 };
    return {
      name: `change ${JSON.stringify({ setting, limit })}`,
      run: (): Found => ({ kind: "change", found: measureChange(setting, { limit, before: 0, trials: 1000, seed }) }),
    };
  });
}

const sequenceTasks = sequenceSettings().map((setting): Task => ({
  name: `sequence ${JSON.stringify(setting)}`,
  run: () => ({ kind: "sequence", found: measureSequence(setting, { looks: 52, trials: 2000, seed }) }),
}));

const tasks: readonly Task[] = [
  ...alarmTasks(52),
  ...changeTasks(),
  ...yearTasks(),
  ...sequenceTasks,
  ...alarmTasks(520),
];
const done = new Map<string, Found>();
if (values.results !== undefined && existsSync(values.results)) {
  for (const line of readFileSync(values.results, "utf8").split("\n").filter(Boolean)) {
    const { name, ...found } = JSON.parse(line) as { name: string } & Found;
    if (!hasMore(done.get(name), found)) done.set(name, found);
  }
}
tasks.forEach(({ name, run }, i) => {
  if (values.only === "tables" || i % parts !== part || isDone(done.get(name)) || !name.includes(values.match)) return;
  const found = run();
  done.set(name, found);
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify({ name, ...found })}\n`);
  process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} s: ${name}\n`);
});

/** Whether one simulation of a task rests on more models than another. */
function hasMore(one: Found | undefined, other: Found): boolean {
  return one?.kind === "alarms" && other.kind === "alarms" && one.found.trials > other.found.trials;
}

/** What was simulated with fewer models than are asked for is simulated again. */
function isDone(before: Found | undefined): boolean {
  return before !== undefined && (before.kind !== "alarms" || before.found.trials >= models);
}

const found = tasks.flatMap(({ name }) => done.get(name) ?? []);
const of = <K extends Found["kind"]>(kind: K) =>
  found.flatMap((one) => (one.kind === kind ? [one.found as Extract<Found, { kind: K }>["found"]] : []));
process.stdout.write(
  [
    "# How often a monitor is right",
    "",
    "`npx tsx --conditions=@evenodds/source bench/coverage/monitor/main.ts --results out/monitor.jsonl`",
    "",
    ...alarmSection(of("alarms")),
    "",
    ...powerSection(of("year")),
    "",
    ...changeSection(of("change")),
    "",
    ...sequenceSection(of("sequence")),
    "",
  ].join("\n"),
);
