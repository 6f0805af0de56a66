import { InputError } from "@evenodds/core";
import type { CardCategory } from "../card/graph-card.js";

/** Returns the names of the intervals that ascending borders cut, for borders 30 and 50: `<30`, `30..<50`, `>=50`. */
export function binNames(bins: readonly number[]): string[] {
  const between = bins.slice(1).map((border, i) => `${bins[i]}..<${border}`);
  return [`<${bins[0]}`, ...between, `>=${bins.at(-1)}`];
}

/** Returns the name of the interval of a number in text form. Throws {@link InputError} for any other text. */
export function binOf(
  level: string,
  options: { readonly category: CardCategory; readonly bins: readonly number[]; readonly id: string },
): string {
  const number = Number(level);
  if (!Number.isFinite(number)) {
    throw new InputError({
      argument: `column ${JSON.stringify(options.category.column)}`,
      expected: "numbers, because the card cuts it into bins",
      found: `${JSON.stringify(level)} on node ${JSON.stringify(options.id)}`,
    });
  }
  return binNames(options.bins)[options.bins.filter((border) => border <= number).length]!;
}
