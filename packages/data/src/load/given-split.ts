import { splitParts, type Split, type SplitPart } from "@evenodds/core";

/** The parts of a graph's nodes as its data give them. */
export interface GivenSplit {
  readonly parts: Split;
  /** Where they are from, such as `column "part" of people.csv`. */
  readonly from: string;
  /** Where each part is from, such as `test_mask of graph.npz`. */
  readonly partFrom: Readonly<Record<SplitPart, string>>;
}

/** Returns the split of nodes by the part that each is in, `[N]`; undefined is none. Each part is `from` by default. */
export function givenSplit(
  part: ArrayLike<SplitPart | undefined>,
  {
    from,
    partFrom = { train: from, validation: from, test: from },
  }: { readonly from: string; readonly partFrom?: GivenSplit["partFrom"] },
): GivenSplit {
  const nodesIn = (name: SplitPart) => {
    const nodes: number[] = [];
    for (let node = 0; node < part.length; node++) if (part[node] === name) nodes.push(node);
    return Int32Array.from(nodes);
  };
  const [train, validation, test] = splitParts.map(nodesIn);
  return { parts: { train: train!, validation: validation!, test: test! }, from, partFrom };
}
