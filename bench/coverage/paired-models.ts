import { equalizedOddsDifference, Random, type PairedCounts } from "@evenodds/core";
import { drawMultinomial } from "./draw-multinomial.js";

/** How far two models agree where their rates would let them. */
export const agreements = {
  /** Each errs by itself. */
  none: 0,
  /** Nine rows of ten get the same prediction wherever the rates allow it. */
  high: 0.9,
} as const;

/** Two models with known rates on the same rows: `n` of them in every cell of group and label. */
export interface PairedSetting {
  readonly what: string;
  readonly groups: number;
  readonly classes: number;
  readonly n: number;
  readonly agreement: keyof typeof agreements;
  /** `[G]`: how often each model is right in each group; wrong predictions are spread evenly. */
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** What the two models are like, by the rates of their groups. */
export const situations: Readonly<
  Record<string, (groups: number, rate: number) => { readonly a: number[]; readonly b: number[] }>
> = {
  "both equal": (groups, rate) => ({ a: all(groups, rate), b: all(groups, rate) }),
  "both as unequal": (groups, rate) => {
    const unequal = all(groups, rate);
    unequal[0] = rate - 0.2;
    return { a: unequal, b: unequal };
  },
  "as unequal, others behind": (groups, rate) => {
    const [a, b] = [all(groups, rate), all(groups, rate)];
    a[0] = rate - 0.2;
    b[groups - 1] = rate - 0.2;
    return { a, b };
  },
  "B unequal": (groups, rate) => {
    const b = all(groups, rate);
    b[0] = rate - 0.2;
    return { a: all(groups, rate), b };
  },
  "B equal": (groups, rate) => {
    const a = all(groups, rate);
    a[0] = rate - 0.2;
    return { a, b: all(groups, rate) };
  },
  "B right oftener": (groups, rate) => ({ a: all(groups, rate - 0.15), b: all(groups, rate) }),
};

function all(groups: number, rate: number): number[] {
  return new Array<number>(groups).fill(rate);
}

/** Returns the settings that are simulated. */
export function pairedSettings(): PairedSetting[] {
  const sizes = [
    { groups: 2, classes: 2 },
    { groups: 4, classes: 3 },
  ];
  const rows = [
    { n: 20, rate: 0.7 },
    { n: 300, rate: 0.9 },
  ];
  return Object.entries(situations).flatMap(([what, rates]) =>
    sizes.flatMap(({ groups, classes }) =>
      rows.flatMap(({ n, rate }) =>
        (Object.keys(agreements) as (keyof typeof agreements)[]).map((agreement) => ({
          what,
          groups,
          classes,
          n,
          agreement,
          ...rates(groups, rate),
        })),
      ),
    ),
  );
}

/** Draws the paired counts of a setting. */
export function drawPairs(random: Random, setting: PairedSetting): PairedCounts {
  const { groups, classes, n, a, b, agreement } = setting;
  const counts = new Float64Array(groups * classes ** 3);
  for (let g = 0; g < groups; g++) {
    for (let y = 0; y < classes; y++) {
      const chances = jointChances(
        { a: predictionChances(a[g]!, y, classes), b: predictionChances(b[g]!, y, classes) },
        agreements[agreement],
      );
      drawMultinomial(random, { n, chances, into: counts, offset: (g * classes + y) * classes ** 2 });
    }
  }
  const names = (prefix: string, length: number) => Array.from({ length }, (_, i) => `${prefix}${i}`);
  return { groups: names("g", groups), classes: names("c", classes), counts, excluded: {} };
}

/** The true change of the equalized odds difference. */
export function trueChange({ groups, classes, a, b }: PairedSetting): number {
  const gap = (rates: readonly number[]) =>
    equalizedOddsDifference(
      {
        groups: rates.map((_, g) => `g${g}`),
        classes: Array.from({ length: classes }, (_, c) => `c${c}`),
        counts: Float64Array.from(
          Array.from({ length: groups }, (_, g) =>
            Array.from({ length: classes }, (_, y) => predictionChances(rates[g]!, y, classes)),
          ).flat(2),
        ),
        excluded: {},
      },
      { minimumSupport: 1 },
    ).value!;
  // Rates stand for counts of one row: sums of chances are 1 but for rounding.
  return gap(b) - gap(a);
}

export function predictionChances(rate: number, label: number, classes: number): number[] {
  return Array.from({ length: classes }, (_, c) => (c === label ? rate : (1 - rate) / (classes - 1)));
}

/** A mixture of the joint chances that agree most often and of independent ones, `[C, C]`. */
export function jointChances(
  { a, b }: { readonly a: readonly number[]; readonly b: readonly number[] },
  agreement: number,
): number[] {
  const same = a.map((chance, c) => Math.min(chance, b[c]!));
  const rest = 1 - same.reduce((sum, chance) => sum + chance, 0);
  return a.flatMap((first, i) =>
    b.map((second, j) => {
      const apart = rest < 1e-12 ? 0 : ((first - same[i]!) * (second - same[j]!)) / rest;
      const coupled = i === j ? same[i]! : apart;
      return agreement * coupled + (1 - agreement) * first * second;
    }),
  );
}
