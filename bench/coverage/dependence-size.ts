import { dependenceTest } from "@evenodds/auditor";
import { Random, type OutcomeCounts } from "@evenodds/core";
import { commonCoverage } from "./common-coverage.js";
import { differentRates, drawModel, level, settings, type Setting } from "./grid.js";
import { apportion, drawPlanted, shares, spread, type PlantedModel } from "./planted-harms.js";

const draws = 99;
/** Models of a setting. */
export const sizeTrials = 1000;

/** How many models are simulated where the first ones exceed the level by more than three standard errors. */
export const settlingTrials = 5000;

/** A test that rejects more often than this, with at least {@link settlingTrials} models, is wrong. */
export const largestSize = 0.055;

/** Models that treat all groups alike, and how often the tests of dependence say otherwise. */
export interface SizeMeasured {
  readonly kind: "grid" | "skewed";
  readonly groups: number;
  readonly classes: number;
  /** Rows of every cell (grid), or of the whole table (skewed). */
  readonly n: number;
  /** Of right predictions; null where it differs between classes. */
  readonly rate: number | null;
  readonly trials: number;
  /** Rejected by the test of any dependence. */
  readonly dependence: number;
  /** With some group whose p-value is at most 0.05: its own, that of its common difference, that of its cells. */
  readonly group: number;
  readonly common: number;
  readonly cell: number;
  /** All intervals of common differences hold: equal models, and models with different rates. */
  readonly jointEqual: number;
  readonly jointDifferent: number;
  /** Single intervals of level 0.95 that hold, of all. */
  readonly each: number;
  readonly intervals: number;
}

interface Trial {
  readonly draw: (random: Random) => OutcomeCounts;
  readonly chances: (group: number, label: number) => readonly number[];
}

interface SizeSetting extends Pick<SizeMeasured, "kind" | "groups" | "classes" | "n" | "rate"> {
  readonly equal: Trial;
  readonly different: Trial;
}

/** Every setting of the grid, then tables with rare groups, rare classes, empty cells and cells with few rows. */
export function sizeSettings(): SizeSetting[] {
  const skewed = [2, 5, 20, 50].flatMap((groups) =>
    [2, 4, 10].flatMap((classes) => [200, 2000, 20_000].map((n) => skewedSetting({ groups, classes, n }))),
  );
  return [...settings().map(gridSetting), ...skewed];
}

/** Simulates a setting, and again with more models and other numbers where chance may have done what was found. */
export function measureSize(setting: SizeSetting, { seed }: { readonly seed: number }): SizeMeasured {
  const first = simulate(setting, { seed, trials: sizeTrials });
  return exceedsNoise(first) ? simulate(setting, { seed: seed + 1, trials: settlingTrials }) : first;
}

/** Whether a test rejects more often than the level and three standard errors of the simulation. */
export function exceedsNoise({ trials: made, dependence, group, common, cell }: SizeMeasured): boolean {
  const bound = level + 3 * Math.sqrt((level * (1 - level)) / made);
  return Math.max(dependence, group, common, cell) / made > bound;
}

function simulate(
  { equal, different, ...setting }: SizeSetting,
  options: { readonly seed: number; readonly trials: number },
): SizeMeasured {
  const { kind, groups, classes, n, rate } = setting;
  const random = Random.of(options.seed, `size ${kind} ${groups} ${classes} ${n} ${rate}`);
  const found = {
    dependence: 0,
    group: 0,
    common: 0,
    cell: 0,
    jointEqual: 0,
    jointDifferent: 0,
    each: 0,
    intervals: 0,
  };
  const rejects = (values: readonly (number | null)[]) => values.some((p) => p !== null && p <= level);
  for (let trial = 0; trial < options.trials; trial++) {
    const outcomes = equal.draw(random);
    const tested = dependenceTest(outcomes, { random, draws });
    if (rejects([tested.dependence.pValue])) found.dependence++;
    if (rejects(tested.groups.map(({ pValue }) => pValue))) found.group++;
    if (rejects(tested.groups.map(({ commonPValue }) => commonPValue))) found.common++;
    if (rejects(tested.groups.map(({ cellPValue }) => cellPValue))) found.cell++;
    const unlike = commonCoverage(different.draw(random), different.chances);
    if (unlike.joint) found.jointDifferent++;
    const alike = commonCoverage(outcomes, equal.chances);
    if (alike.joint) found.jointEqual++;
    const single = [...alike.each, ...unlike.each].filter((one) => one !== null);
    found.each += single.filter(Boolean).length;
    found.intervals += single.length;
  }
  return { ...setting, trials: options.trials, ...found };
}

function gridSetting(setting: Setting): SizeSetting {
  const { groups, classes, rate } = setting;
  const trial = (rates: readonly number[]): Trial => ({
    draw: (random) => drawModel(random, { setting, rates }),
    chances: (group, label) => spread(label, { right: rates[group]!, classes }),
  });
  return {
    kind: "grid",
    ...setting,
    equal: trial(new Array<number>(groups).fill(rate)),
    different: trial(differentRates(setting)),
  };
}

/**
 * Sizes of groups fall like a power, those of classes by 0.6 from one to the next; rates run from 0.95 to 0.55, and
 * errors favour some classes. With different rates, every other group is 0.1 worse in the even classes.
 */
function skewedSetting({ groups, classes, n }: Pick<SizeSetting, "groups" | "classes" | "n">): SizeSetting {
  const sizes = apportion(
    n,
    shares(groups, (g) => 1 / (g + 1) ** 1.3),
  );
  const labels = shares(classes, (y) => 0.6 ** y);
  const chancesOf = (label: number, loss: number) => {
    const right = 0.95 - (0.4 * label) / (classes - 1) - loss;
    const wrong = shares(classes, (c) => (c === label ? 0 : 0.5 ** c));
    return wrong.map((share, c) => (c === label ? right : (1 - right) * share));
  };
  const trial = (model: PlantedModel): Trial => ({
    draw: (random) => drawPlanted(random, model),
    chances: model.chances,
  });
  return {
    ...{ kind: "skewed", groups, classes, n, rate: null },
    equal: trial({ sizes, labels, chances: (_, label) => chancesOf(label, 0) }),
    different: trial({
      ...{ sizes, labels },
      chances: (group, label) => chancesOf(label, group % 2 === 1 && label % 2 === 0 ? 0.1 : 0),
    }),
  };
}
