import type { OutcomeCounts, Random } from "@evenodds/core";
import { drawMultinomial } from "./draw-multinomial.js";

/** A model whose errors are known, and the rows it is tried on. */
export interface PlantedModel {
  /** `[G]`: rows of each group. */
  readonly sizes: readonly number[];
  /** `[C]`: how common each true label is, in every group. */
  readonly labels: readonly number[];
  /** `[C]`: probability of each prediction for rows of a group with a label. */
  readonly chances: (group: number, label: number) => readonly number[];
}

/** A group that a model treats worse than all others, who are treated alike. */
export interface PlantedHarm {
  readonly name: string;
  /** Index of the harmed group. */
  readonly harmed: number;
  /** Numbers of rows at which it is looked for. */
  readonly rows: readonly number[];
  /** The model on `n` rows; `equal` treats the group as all others. */
  readonly model: (n: number, options?: { readonly equal?: boolean }) => PlantedModel;
}

/** Five groups and ten classes, of which the third group is harmed. */
const fiveByTen = {
  harmed: 2,
  rows: [200, 1000, 2000, 5000, 20_000, 1_000_000],
  groups: fiveGroups(),
  labels: tenClasses(),
  chances: (label: number) => spread(label, { right: rightOf(label) }),
};

/** What is planted, by the name under which it is imported. */
export const plantedHarms = {
  everyClass: plant({
    name: "one of 5 groups, −0.1 in all 10 classes",
    ...fiveByTen,
    harm: (label) => spread(label, { right: rightOf(label) - 0.1 }),
  }),
  oneCell: plant({
    name: "one of 5 groups, one of 10 classes, −0.25 towards one other class",
    ...fiveByTen,
    harm: (label) => {
      const chances = [...spread(label, { right: rightOf(label) })];
      if (label !== 1) return chances;
      chances[1]! -= 0.25;
      chances[4]! += 0.25;
      return chances;
    },
  }),
  oneOfFifty: plant({
    name: "one large group of 50 of skewed sizes, −0.085 in both classes",
    harmed: 3,
    rows: [2000, 4000, 8000, 20_000, 1_000_000],
    groups: fiftyGroups(),
    labels: [0.5, 0.5],
    chances: (label) => spread(label, { right: 0.85, classes: 2 }),
    harm: (label) => spread(label, { right: 0.765, classes: 2 }),
  }),
  smallGroup: plant({
    name: "one small group of 20 (1 % of rows), −0.25 in all 4 classes",
    harmed: 19,
    rows: [200, 2000, 4200, 5000, 6000, 20_000, 1_000_000],
    groups: [...shares(19, (g) => 1 / (g + 4)).map((share) => 0.99 * share), 0.01],
    labels: [0.4, 0.3, 0.2, 0.1],
    chances: (label) => spread(label, { right: 0.85, classes: 4 }),
    harm: (label) => spread(label, { right: 0.6, classes: 4 }),
  }),
  elsewhere: plant({
    name: "errors of one of 5 groups go to one other class, equal accuracy, 10 classes",
    ...fiveByTen,
    harm: (label) => {
      const right = rightOf(label);
      const towards = (label + 1) % 10;
      // Half of the errors go there, the others stay spread.
      const errors = 1 - right;
      return spread(label, { right }).map((_, c) =>
        c === label ? right : errors / 18 + (c === towards ? errors / 2 : 0),
      );
    },
  }),
  twoByTwo: plant({
    name: "2 groups, 2 classes, −0.1 in one class",
    harmed: 1,
    rows: [200, 500, 1000, 2000, 20_000, 1_000_000],
    groups: [0.6, 0.4],
    labels: [0.6, 0.4],
    chances: (label) => spread(label, { right: 0.8, classes: 2 }),
    harm: (label) => spread(label, { right: label === 1 ? 0.7 : 0.8, classes: 2 }),
  }),
} as const satisfies Readonly<Record<string, PlantedHarm>>;

/** Draws the counts that a model gives: labels of every group, then predictions of every (group, label) cell. */
export function drawPlanted(random: Random, { sizes, labels, chances }: PlantedModel): OutcomeCounts {
  const width = labels.length;
  const counts = new Float64Array(sizes.length * width * width);
  const cells = new Float64Array(width);
  sizes.forEach((n, g) => {
    drawMultinomial(random, { n, chances: labels, into: cells });
    cells.forEach((rows, y) => {
      drawMultinomial(random, { n: rows, chances: chances(g, y), into: counts, offset: (g * width + y) * width });
    });
  });
  const names = (prefix: string, length: number) =>
    Array.from({ length }, (_, i) => `${prefix}${String(i + 1).padStart(`${length}`.length, "0")}`);
  return { groups: names("group ", sizes.length), classes: names("class ", width), counts, excluded: {} };
}

/** Cuts `n` rows into whole numbers in proportion to `proportions`, by largest remainders. */
export function apportion(n: number, proportions: readonly number[]): number[] {
  const whole = proportions.reduce((sum, one) => sum + one, 0);
  const exact = proportions.map((one) => (n * one) / whole);
  const floors = exact.map(Math.floor);
  const left = n - floors.reduce((sum, one) => sum + one, 0);
  const byRemainder = exact
    .map((one, i) => ({ i, rest: one - floors[i]! }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) floors[i]!++;
  return floors;
}

/** `length` shares that add up to 1, in proportion to `weight`. */
export function shares(length: number, weight: (index: number) => number): number[] {
  const weights = Array.from({ length }, (_, i) => weight(i));
  const sum = weights.reduce((total, one) => total + one, 0);
  return weights.map((one) => one / sum);
}

/** Probabilities of the predictions for a label: `right`, and the rest spread evenly. Ten classes by default. */
export function spread(
  label: number,
  { right, classes = 10 }: { readonly right: number; readonly classes?: number },
): number[] {
  return Array.from({ length: classes }, (_, c) => (c === label ? right : (1 - right) / (classes - 1)));
}

function plant({
  groups,
  labels,
  chances,
  harm,
  ...harmed
}: Omit<PlantedHarm, "model"> & {
  /** Shares of the rows. */
  readonly groups: readonly number[];
  readonly labels: readonly number[];
  readonly chances: (label: number) => readonly number[];
  readonly harm: (label: number) => readonly number[];
}): PlantedHarm {
  return {
    ...harmed,
    model: (n, { equal = false } = {}) => ({
      sizes: apportion(n, groups),
      labels,
      chances: (group, label) => (equal || group !== harmed.harmed ? chances(label) : harm(label)),
    }),
  };
}

function fiveGroups(): number[] {
  return [0.5, 0.2, 0.15, 0.125, 0.025];
}

/** From 19 % down to 4 %. */
function tenClasses(): number[] {
  return shares(10, (y) => 0.85 ** y);
}

/** From 0.85 down to 0.67. */
function rightOf(label: number): number {
  return 0.85 - 0.02 * label;
}

/** The fourth group has 1,318 of 20,000 rows, the others have from a third of them down to 42. */
function fiftyGroups(): number[] {
  const others = shares(49, (g) => 1 / (g + 1) ** 1.29).map((share) => share * (20_000 - 1318));
  return [...others.slice(0, 3), 1318, ...others.slice(3)];
}
