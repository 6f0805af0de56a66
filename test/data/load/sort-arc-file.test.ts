import { readdirSync } from "node:fs";
import { Random } from "@evenodds/core";
import { withScratchFolder } from "@evenodds/data";
import { ArcFile, sortArcFile, sortedArcs } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";
import { join } from "node:path";

/** An arc: source, target, weight. */
type Arc = readonly [number, number, number];

const nodeCount = 10;
const clash = ({ source, target, values }: { source: number; target: number; values: readonly number[] }): never => {
  throw new Error(`${values.join(" and ")} on ${source} → ${target}`);
};

/** Sorts arcs on disk, `arcsAtOnce` in memory, and returns what comes of it and which files are left beside it. */
function sorted(
  arcs: readonly Arc[],
  how: {
    readonly distinct?: boolean;
    readonly bothWays?: boolean;
    readonly isWeighted?: boolean;
    readonly arcsAtOnce?: number;
  } = {},
) {
  const { distinct = false, bothWays = false, isWeighted = false, arcsAtOnce = 3 } = how;
  return withScratchFolder(async (folder) => {
    const given = new ArcFile(join(folder, "given"), { isWeighted });
    for (const [source, target, weight] of arcs) given.add(source, target, weight);
    try {
      const sorting = { folder, name: "sorted", nodeCount, distinct, bothWays, clash, examples: 3, arcsAtOnce };
      const found = await sortArcFile(given, sorting);
      const read = [...found.arcs].flatMap(({ source, target, weight }) =>
        Array.from(source, (s, e): Arc => [s, target[e]!, weight?.[e] ?? 1]),
      );
      const files = readdirSync(folder).sort();
      const { count } = found.arcs;
      found.arcs.remove();
      return { arcs: read, count, repeated: found.repeated, files };
    } finally {
      given.remove();
      expect(readdirSync(folder)).to.deep.equal([]);
    }
  });
}

/** The same by sorting in memory. */
function expected(arcs: readonly Arc[], { distinct = false, bothWays = false, isWeighted = false } = {}): Arc[] {
  const all = bothWays
    ? arcs.flatMap(([s, t, w]): Arc[] => [
        [s, t, w],
        [t, s, w],
      ])
    : arcs;
  const { source, target, edgeWeight } = sortedArcs(
    Float64Array.from(all, ([s, t]) => t * nodeCount + s),
    {
      nodeCount,
      distinct,
      values: { edgeWeight: isWeighted ? Float32Array.from(all, ([, , w]) => w) : undefined, clash },
    },
  );
  return Array.from(source, (s, e): Arc => [s, target[e]!, edgeWeight?.[e] ?? 1]);
}

describe("sortArcFile", () => {
  it("sorts by target, then source, then weight, and names the lowest arcs that are listed again", async () => {
    const arcs: Arc[] = [
      [2, 3, 5],
      [0, 1, 1],
      [1, 3, 1],
      [2, 3, 4],
      [0, 1, 2],
    ];
    const found = await sorted(arcs, { isWeighted: true });
    const inOrder: Arc[] = [
      [0, 1, 1],
      [0, 1, 2],
      [1, 3, 1],
      [2, 3, 4],
      [2, 3, 5],
    ];
    expect(found).to.deep.equal({ arcs: inOrder, count: 5, repeated: [10, 32], files: ["given", "sorted"] });
  });

  it("gives what sorting in memory gives, however few arcs are in memory at a time", async () => {
    const node = fc.integer({ min: 0, max: nodeCount - 1 });
    const arc = fc.tuple(node, node, fc.integer({ min: 0, max: 3 }));
    const how = fc.record({
      isWeighted: fc.boolean(),
      bothWays: fc.boolean(),
      arcsAtOnce: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arc, { maxLength: 60 }), how, async (arcs, { isWeighted, bothWays, arcsAtOnce }) => {
        const given = { isWeighted, bothWays };
        expect((await sorted(arcs, { ...given, arcsAtOnce })).arcs).to.deep.equal(expected(arcs, given));
        // An edge has one weight where it is to be one.
        const once = arcs.map(([s, t]): Arc => [s, t, (s + t) % 4]);
        const distinct = { ...given, distinct: true };
        expect((await sorted(once, { ...distinct, arcsAtOnce })).arcs).to.deep.equal(expected(once, distinct));
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it("takes more arcs than are read at a time, one listed many times among them", async () => {
    const random = Random.of(2, "arcs");
    const arcs = Array.from({ length: 150_000 }, (_, i): Arc =>
      i % 3 === 0 ? [4, 7, 1] : [random.integer(nodeCount), random.integer(nodeCount), 1],
    );
    const found = await sorted(arcs, { arcsAtOnce: 10_000 });
    expect(found.count).to.equal(150_000);
    expect(found.arcs).to.deep.equal(expected(arcs));
    const once = await sorted(arcs, { arcsAtOnce: 10_000, distinct: true });
    expect(once.arcs).to.deep.equal(expected(arcs, { distinct: true }));
    expect(once.repeated).to.deep.equal([0, 1, 2]);
  });

  it("refuses the lowest arc with two weights, the lowest of them first, and leaves no file", async () => {
    const arcs: Arc[] = [
      [5, 9, 1],
      [5, 9, 2],
      [3, 1, 9],
      [3, 1, 7],
      [3, 1, 8],
    ];
    const error = await sorted(arcs, { isWeighted: true, distinct: true, arcsAtOnce: 2 }).catch((one: unknown) => one);
    expect(String(error)).to.equal("Error: 7 and 8 on 3 → 1");
  });
});
