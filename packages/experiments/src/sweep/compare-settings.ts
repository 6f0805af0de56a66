import { Random } from "@evenodds/core";
import { describeSample } from "../statistics/describe-sample.js";
import { signFlipPValue } from "../statistics/sign-flip-p-value.js";
import type { SweepFigure, FigureName } from "./sweep-figures.js";
import type { Figures } from "./part-figures.js";
import type { PairedDifference } from "./sweep-summary.js";

/** Figures of the runs of a setting by seed. */
export type FiguresBySeed = ReadonlyMap<number, Figures>;

/** Returns `setting − baseline` of every figure that is compared, paired by seed: the same split, weights and draws. */
export function compareSettings(
  {
    setting,
    runs,
    baseline,
  }: { readonly setting: string; readonly runs: FiguresBySeed; readonly baseline: FiguresBySeed },
  figures: readonly SweepFigure[],
): Readonly<Partial<Record<FigureName, PairedDifference>>> {
  const compared = figures.filter(({ compared }) => compared);
  return Object.fromEntries(
    compared.map(({ name }) => {
      const differences = [...runs].flatMap(([seed, own]) => {
        const [value, other] = [own[name], baseline.get(seed)?.[name]];
        return typeof value === "number" && typeof other === "number" ? [value - other] : [];
      });
      const { n, mean, sem } = describeSample(differences);
      const pValue = signFlipPValue(differences, Random.of(0, `${setting}: ${name}`));
      return [name, { n, mean, sem, pValue }];
    }),
  );
}
