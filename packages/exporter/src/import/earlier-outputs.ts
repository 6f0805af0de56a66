import { ModelError, suggest } from "@evenodds/core";

/** Outputs that later layers of a card can take. */
export interface EarlierOutputs {
  /** Adds the output of the next layer of the card, which is the `number`-th of the model. */
  readonly add: (output: { readonly number: number; readonly as: string | undefined; readonly title: string }) => void;
  /**
   * Returns the number in the model of an output that the layer `title` takes. Throws {@link ModelError} for one that
   * does not come before it.
   */
  readonly number: (earlier: string | number, title: string) => number;
}

const features = "features";

/**
 * One layer of a card can be several of the model, so both count for themselves; 0 are the features in either count.
 */
export function earlierOutputs(): EarlierOutputs {
  const byPlace = [0];
  const byName = new Map([[features, 0]]);
  return {
    add: ({ number, as, title }) => {
      byPlace.push(number);
      if (as === undefined) return;
      if (byName.has(as)) {
        const expected = "a name that nothing else has";
        throw new ModelError({ argument: `as of ${title}`, expected, found: JSON.stringify(as) });
      }
      byName.set(as, number);
    },
    number: (earlier, title) => {
      const found = typeof earlier === "number" ? byPlace[earlier] : byName.get(earlier);
      if (found !== undefined) return found;
      throw new ModelError({
        argument: `from of ${title}`,
        expected: `"${features}", the name of an earlier layer (as), or a number up to ${byPlace.length - 1}`,
        found: JSON.stringify(earlier),
        hint: typeof earlier === "string" ? suggest(earlier, byName.keys()) : undefined,
      });
    },
  };
}
