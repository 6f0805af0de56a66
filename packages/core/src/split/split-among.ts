import type { Split } from "./split.js";

/** Returns a split in the places of those nodes that were kept; nodes are in ascending order, as in a split. */
export function splitAmong({ train, validation, test }: Split, kept: Int32Array): Split {
  const among = (part: Int32Array) => {
    const places = kept.map((_, place) => place);
    let next = 0;
    return places.filter((place) => {
      const node = kept[place]!;
      while (next < part.length && part[next]! < node) next++;
      return part[next] === node;
    });
  };
  return { train: among(train), validation: among(validation), test: among(test) };
}
