import { kebabName, suggest, UsageError } from "@evenodds/core";
import { trainingOptionsSchema } from "../training/training-options.js";
import { optionNamed, optionNames, type OptionName } from "./option-names.js";

/** One value of an option in a grid. */
export type GridValue = string | number | boolean;

/** The values to try of some training options, each in the order in which they are tried. */
export type SweepGrid = Readonly<Partial<Record<OptionName, readonly GridValue[]>>>;

/** Options that belong to the seed of a run, which a sweep sets itself. */
const ofTheSeed: readonly OptionName[] = ["seed", "splitSeed"];

/**
 * Parses assignments such as `lambda=0.01,0.1` or `learning-rate=1e-3,1e-2`. Throws {@link UsageError} with near
 * matches for an unknown option or value, for an option that is given twice, and for seeds, which pair the settings.
 */
export function parseGrid(assignments: readonly string[]): SweepGrid {
  const grid: Partial<Record<OptionName, readonly GridValue[]>> = {};
  for (const assignment of assignments) {
    const { name, texts } = splitAssignment(assignment, "‘grid’");
    if (ofTheSeed.includes(name)) {
      throw new UsageError({
        argument: `‘grid’ ${kebabName(name)}`,
        expected: "an option other than the seeds, by which all settings are paired",
        found: assignment,
        hint: "use ‘seeds’",
      });
    }
    if (grid[name] !== undefined) {
      throw new UsageError({
        argument: `‘grid’ ${kebabName(name)}`,
        expected: "all its values in one place",
        found: "the option twice",
        hint: `write ‘grid’ ${kebabName(name)}=${[...grid[name], ...texts].join(",")}`,
      });
    }
    grid[name] = texts.map((text) => parseGridValue(name, text, "‘grid’"));
  }
  return grid;
}

/**
 * Parses what picks settings of a grid, such as `method=gcn,lambda=0.1`: one value each. Throws as {@link parseGrid}
 * does.
 */
export function parseSelector(text: string, flag: string): Readonly<Partial<Record<OptionName, GridValue>>> {
  const values = text.split(",").map((assignment): [OptionName, GridValue] => {
    const { name, texts } = splitAssignment(assignment, flag);
    return [name, parseGridValue(name, texts[0]!, flag)];
  });
  return Object.fromEntries(values);
}

function splitAssignment(assignment: string, flag: string): { name: OptionName; texts: string[] } {
  const at = assignment.indexOf("=");
  const texts = assignment
    .slice(at + 1)
    .split(",")
    .map((text) => text.trim());
  if (at < 1 || texts.some((text) => text === "")) {
    const [found, hint] = [JSON.stringify(assignment), `such as ${flag} method=gcn`];
    throw new UsageError({ argument: flag, expected: "option=value", found, hint });
  }
  const wanted = assignment.slice(0, at).trim().replace(/^--/, "");
  const name = optionNamed(wanted);
  if (name === undefined) {
    const hint = suggest(wanted, optionNames.map(kebabName));
    throw new UsageError({ argument: flag, expected: "a training option", found: JSON.stringify(wanted), hint });
  }
  return { name, texts };
}

/** The option decides what a text is: `1` is a number for λ and the name of a column for the attribute. */
function parseGridValue(name: OptionName, text: string, flag: string): GridValue {
  const field = trainingOptionsSchema.shape[name];
  const readings: GridValue[] = [
    ...numbers(text),
    ...(text === "true" || text === "false" ? [text === "true"] : []),
    text,
  ];
  const reading = readings.find((value) => field.safeParse(value).success);
  if (reading !== undefined) return reading;
  // The first reading is the closest to what the option takes.
  const [issue] = field.safeParse(readings[0]).error!.issues;
  const values = issue!.code === "invalid_value" ? issue.values.map(String) : null;
  throw new UsageError({
    argument: `${flag} ${kebabName(name)}`,
    expected: values === null ? (issue?.message ?? "another value") : `one of ${values.join(", ")}`,
    found: JSON.stringify(text),
    hint: values === null ? undefined : suggest(text, values),
  });
}

function numbers(text: string): number[] {
  const value = Number(text);
  return Number.isFinite(value) ? [value] : [];
}
