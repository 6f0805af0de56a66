import type { Random } from "@evenodds/core";

/** Blocks of 0/1 columns, each behind an indicator, have about so many columns with it: Pokec has 28 blocks in 272. */
const columnsPerBlock = 9.7;
/** Columns before the blocks. */
const firstColumns = 4;

interface Columns {
  readonly names: readonly string[];
  /** First column of each block, its indicator; and one past the last. */
  readonly blocks: readonly number[];
}

/** Mean and standard deviation of the age in a class; classes beyond the third have those of the first ones again. */
const ages = [
  [19, 4],
  [27, 7],
  [24, 7],
] as const;

/**
 * Returns names and values `[N, F]` of the features of `pokecLikeGraph`: `public`, `completion_percentage`, the
 * attribute that is not sensitive, `age` (0 = not known), then blocks of an indicator and the 0/1 columns of a topic,
 * which are 0 where the indicator is. All are whole numbers.
 *
 * A node fills in a block with a chance of its own. In a block that is filled in, column f is 1 with chance
 * `1 / (1 + exp(−(b_f + c_fk + d_fg)))`: b gives a base rate from 0.01 to 0.4, more often a small one; c (for one
 * column in three, normal with standard deviation 0.4) depends on the class k, and d (for one in three, 0.6) on the
 * group g.
 */
export function pokecLikeFeatures(
  random: Random,
  options: {
    readonly width: number;
    readonly label: Int32Array;
    readonly classes: number;
    readonly group: Int32Array;
    readonly other: { readonly name: string; readonly ratio: number };
  },
): { readonly features: Float32Array; readonly featureNames: readonly string[] } {
  const { width, label, classes, group, other } = options;
  const { names, blocks } = planColumns(width, other.name);
  const chance = columnChances(random, { width, classes });
  const features = new Float32Array(label.length * width);
  for (let i = 0; i < label.length; i++) {
    const row = features.subarray(i * width, (i + 1) * width);
    const cell = (label[i]! * 2 + group[i]!) * width;
    const activity = random.uniform();
    let filled = 0;
    const first = [
      random.uniform() < 0.75 ? 1 : 0,
      0,
      random.uniform() < 1 / (1 + other.ratio) ? 1 : 0,
      drawAge(random, { label: label[i]!, group: group[i]! }),
    ];
    for (let b = 0; b + 1 < blocks.length; b++) {
      if (random.uniform() >= 0.1 + 0.7 * activity) continue;
      filled++;
      row[blocks[b]!] = 1;
      for (let f = blocks[b]! + 1; f < blocks[b + 1]!; f++) row[f] = random.bits24() < chance[cell + f]! ? 1 : 0;
    }
    first[1] = Math.round(10 + 30 * activity + (60 * filled) / Math.max(1, blocks.length - 1));
    row.set(first.slice(0, width));
  }
  return { features, featureNames: names };
}

function planColumns(width: number, other: string): Columns {
  const names = ["public", "completion_percentage", other, "age"].slice(0, width);
  const rest = width - names.length;
  const count = rest === 0 ? 0 : Math.max(1, Math.round(rest / columnsPerBlock));
  const blocks = Array.from(
    { length: count + 1 },
    (_, b) => firstColumns + Math.round((rest * b) / Math.max(1, count)),
  );
  for (let b = 0; b < count; b++) {
    names.push(`topic${b}_indicator`);
    for (let c = 1; c < blocks[b + 1]! - blocks[b]!; c++) names.push(`topic${b}_${c}`);
  }
  return { names, blocks };
}

/** `[classes · 2, F]`: chance of a 1 in units of 2^-24. */
function columnChances(
  random: Random,
  { width, classes }: { readonly width: number; readonly classes: number },
): Float64Array {
  const chance = new Float64Array(classes * 2 * width);
  const effects = (count: number, deviation: number) => {
    const matters = random.uniform() < 1 / 3;
    return Array.from({ length: count }, () => (matters ? deviation * random.normal() : 0));
  };
  for (let f = 0; f < width; f++) {
    const rate = 0.01 * 40 ** random.uniform();
    const ofClass = effects(classes, 0.4);
    const ofGroup = effects(2, 0.6);
    for (let k = 0; k < classes; k++) {
      for (let g = 0; g < 2; g++) {
        const logit = Math.log(rate / (1 - rate)) + ofClass[k]! + ofGroup[g]!;
        chance[(k * 2 + g) * width + f] = 2 ** 24 / (1 + Math.exp(-logit));
      }
    }
  }
  return chance;
}

function drawAge(random: Random, { label, group }: { readonly label: number; readonly group: number }): number {
  const [mean, deviation] = ages[label % ages.length]!;
  const age = Math.round(mean + group + deviation * random.normal());
  return random.uniform() < 0.35 ? 0 : Math.min(90, Math.max(12, age));
}
