import { Random } from "@evenodds/core";
import fc from "fast-check";
import { editArguments, type KnownFlag } from "./edits/edit-arguments.js";
import { editsOf } from "./edits/edits-of.js";
import { shares, targets, type FuzzInput, type Seed, type Target } from "./seed.js";

/** What inputs are made of. */
export interface Material {
  readonly seeds: readonly Seed[];
  readonly flags: ReadonlyMap<string, readonly KnownFlag[]>;
}

/** A change: of which file, which one, and the start of its random numbers. Fewer of them are a smaller input. */
const edit = fc.record({ file: fc.nat(), kind: fc.nat(), start: fc.noShrink(fc.nat()) });

/** One change as often as several: what is nearly right goes furthest. */
const edits = fc.oneof(
  ...[1, 3, 8].map((most, i) => ({
    weight: 3 - i,
    arbitrary: fc.array(edit, { minLength: 1, maxLength: most, size: "max" }),
  })),
);

/** All inputs of a target. A smaller one has fewer changes. */
export function inputsOf(target: Target, { seeds, flags }: Material): fc.Arbitrary<FuzzInput> {
  const own = seeds.filter((seed) => seed.target === target);
  const parts = {
    seed: fc.noShrink(fc.nat(own.length - 1)),
    command: fc.noShrink(fc.nat()),
    edits,
  };
  return fc.record(parts).map(({ seed, command, edits }) => {
    const { files, changed, commands, grows } = own[seed]!;
    let args = commands[command % commands.length]!;
    const changes: Record<string, Uint8Array> = { ...files };
    for (const { file, kind, start } of edits) {
      const random = Random.of(start, "fuzz");
      if (changed.length === 0) {
        args = editArguments(args, random, flags.get(args[0] ?? "") ?? []);
        continue;
      }
      const name = changed[file % changed.length]!;
      const kinds = editsOf(name);
      const others = own.flatMap((other) => other.files[name] ?? []);
      changes[name] = kinds[kind % kinds.length]!(changes[name]!, random, others);
    }
    return { target, files: changes, args, grows };
  });
}

/** Which target has an input: in every hundred as many as its share, spread out. */
export function targetAt(index: number): Target {
  // 37 has no divisor in common with 100, so that a hundred inputs in a row pass every place once.
  let place = (index * 37) % 100;
  for (const target of targets) {
    place -= shares[target];
    if (place < 0) return target;
  }
  throw new Error("the shares of the targets have to add up to 100");
}

/** Where the random numbers of an input begin. */
export function startOf(seed: number, index: number): number {
  return Random.of(seed, `fuzz input ${index}`).integer(2 ** 31);
}

/** Returns input number `index` of a seed: the same bytes every time. */
export function inputAt(index: number, seed: number, material: Material, target = targetAt(index)): FuzzInput {
  return fc.sample(inputsOf(target, material), { seed: startOf(seed, index), numRuns: 1 })[0]!;
}
