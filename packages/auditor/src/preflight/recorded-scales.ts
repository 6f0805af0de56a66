import { foreignEntries, type ForeignEntry } from "./foreign-entries.js";
import { parseLiteral, type Literal } from "./parse-literal.js";

/** What a model's metadata says of one feature as it goes into the model; a figure is null where it says none. */
export interface RecordedScale {
  readonly mean: number | null;
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Figures of the features, and sentences about entries that cannot be used. */
export interface RecordedScales {
  /** One per feature, in the order of the model; null where the metadata has no figure at all. */
  readonly scales: readonly RecordedScale[] | null;
  readonly unused: readonly string[];
}

type FigureName = keyof RecordedScale;

const prefixes = ["feature", "features", "x"];
const words = {
  mean: ["mean", "means"],
  std: ["std", "stds", "standarddeviation", "standarddeviations"],
  min: ["min", "mins", "minimum"],
  max: ["max", "maxs", "maximum"],
  range: ["range", "ranges"],
  all: ["statistics", "stats"],
} as const satisfies Record<FigureName | "range" | "all", readonly string[]>;

/**
 * Returns mean, standard deviation, smallest and largest value of every feature, as far as entries such as
 * `feature_mean`, `feature_std`, `feature_min`, `feature_max`, `feature_range` (pairs) and `feature_statistics` (all by
 * figure, or by feature) say; `x_mean` and so on are the same. A value is a list in the order of the model's features,
 * a mapping by their names, or one number for all. An entry of another form is not used, and named.
 */
export function recordedScales(foreign: Readonly<Record<string, string>>, features: readonly string[]): RecordedScales {
  const figures = new Map<FigureName, readonly (number | null)[]>();
  const unused: string[] = [];
  const use = (entry: ForeignEntry, figure: FigureName, read: readonly (number | null)[] | null) => {
    if (read !== null) figures.set(figure, read);
    else
      unused.push(`the model's ${entry.source} has no number for each of ${features.length} features, and is not used`);
  };
  const find = (word: keyof typeof words) => entriesOf(foreign, word);
  for (const entry of find("all")) {
    const parts = statistics(literalOf(entry.value), features);
    if (parts === null) use(entry, "mean", null);
    for (const [figure, read] of parts ?? []) figures.set(figure, read);
  }
  for (const entry of find("range")) {
    const literal = literalOf(entry.value);
    use(entry, "min", numbers(part(literal, 0), features));
    if (!unused.some((text) => text.includes(entry.source))) use(entry, "max", numbers(part(literal, 1), features));
  }
  for (const figure of ["mean", "std", "min", "max"] as const) {
    for (const entry of find(figure)) use(entry, figure, numbers(literalOf(entry.value), features));
  }
  if (figures.size === 0) return { scales: null, unused };
  const at = (figure: FigureName, f: number) => figures.get(figure)?.[f] ?? null;
  const scales = features.map((_, f) => ({
    mean: at("mean", f),
    std: at("std", f),
    min: at("min", f),
    max: at("max", f),
  }));
  return { scales, unused };
}

function entriesOf(foreign: Readonly<Record<string, string>>, word: keyof typeof words): readonly ForeignEntry[] {
  return foreignEntries(
    foreign,
    prefixes.flatMap((prefix) => words[word].map((name) => `${prefix}${name}`)),
  );
}

function literalOf(value: Literal): Literal | null {
  if (typeof value !== "string") return value;
  const literal = parseLiteral(value);
  if (literal !== null) return literal;
  const texts = value.trim().split(/[\s,;]+/);
  return texts.length > 1 ? texts : (texts[0] ?? null);
}

/** One number per feature; null where the literal is no such thing. A mapping may lack some of them, but not all. */
function numbers(literal: Literal | null, features: readonly string[]): readonly (number | null)[] | null {
  if (literal === null) return null;
  if (typeof literal !== "object") {
    const one = numberOf(literal);
    return one === null ? null : features.map(() => one);
  }
  if ("pairs" in literal) {
    const byName = new Map(literal.pairs.map(([name, value]) => [name, numberOf(value)]));
    const found = features.map((name) => byName.get(name) ?? null);
    return found.some((value) => value !== null) ? found : null;
  }
  const list = literal.map(numberOf);
  return list.length === features.length && list.every((value) => value !== null) ? list : null;
}

function numberOf(literal: Literal): number | null {
  const value = typeof literal === "object" || literal === "" ? NaN : Number(literal);
  return Number.isFinite(value) ? value : null;
}

/** The first or second number of a pair for all features, of a pair for each, or of pairs by name. */
function part(literal: Literal | null, at: 0 | 1): Literal | null {
  if (literal === null || typeof literal !== "object") return null;
  const ofPair = (pair: Literal): Literal =>
    typeof pair === "object" && !("pairs" in pair) && pair.length === 2 ? pair[at]! : "";
  if ("pairs" in literal) return { pairs: literal.pairs.map(([name, pair]) => [name, ofPair(pair)]) };
  const isOnePair = literal.length === 2 && literal.every((value) => typeof value !== "object");
  return isOnePair ? literal[at]! : literal.map(ofPair);
}

/** `{"mean": […], "std": […]}`, or `{"age": {"mean": 40, "std": 12}}`. */
function statistics(
  literal: Literal | null,
  features: readonly string[],
): [FigureName, readonly (number | null)[]][] | null {
  if (literal === null || typeof literal !== "object" || !("pairs" in literal)) return null;
  const found = (["mean", "std", "min", "max"] as const).flatMap(
    (figure): [FigureName, readonly (number | null)[]][] => {
      const isIt = (key: string) => (words[figure] as readonly string[]).includes(key.toLowerCase());
      const whole = literal.pairs.find(([key]) => isIt(key));
      const values =
        whole?.[1] ??
        ({
          pairs: literal.pairs.flatMap(([name, inner]) =>
            typeof inner === "object" && "pairs" in inner
              ? inner.pairs.filter(([key]) => isIt(key)).map(([, value]) => [name, value] as const)
              : [],
          ),
        } satisfies Literal);
      const read = numbers(values, features);
      return read === null ? [] : [[figure, read]];
    },
  );
  return found.length === 0 ? null : found;
}
