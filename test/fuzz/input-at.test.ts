import { expect } from "chai";
import fc from "fast-check";
import { inputAt, inputsOf, startOf, targetAt, type Material } from "./input-at.js";
import { shares, targets, type FuzzInput } from "./seed.js";

const text = (content: string) => new TextEncoder().encode(content);

/** Two tables for every target, and a command line. */
const material: Material = {
  seeds: targets.flatMap((target) =>
    ["y,p\n1,0\n0,1\n", "label;yhat\nyes;no\n"].map((table) => ({
      target,
      files: { "t.csv": text(table), "card.yaml": text("nodes: t.csv\nlabel: y\n") },
      changed: target === "flags" ? [] : ["t.csv"],
      commands: [["audit", "--counts", "t.csv"], ["inspect"]],
    })),
  ),
  flags: new Map([["audit", [{ long: "--draws", takesValue: true, choices: [] }]]]),
};

describe("inputAt", () => {
  it("is a function of number and seed", () => {
    for (let index = 0; index < 200; index++) {
      expect(inputAt(index, 5, material)).to.deep.equal(inputAt(index, 5, material));
    }
  });

  it("gives other inputs for other numbers and seeds", () => {
    const all = new Set<string>();
    for (let index = 0; index < 300; index++) {
      for (const seed of [1, 2]) all.add(JSON.stringify(inputAt(index, seed, material, "table")));
    }
    // Some changes of so small a file come to the same.
    expect(all.size).to.be.above(400);
  });

  it("changes the files that may change, or the command line, and nothing else", () => {
    let changed = 0;
    for (let index = 0; index < 100; index++) {
      const table = inputAt(index, 3, material, "table");
      expect(material.seeds.flatMap(({ commands }) => commands)).to.deep.include(table.args);
      const seed = material.seeds.find((one) => one.files["card.yaml"] === table.files["card.yaml"])!;
      expect(table.files["card.yaml"]).to.equal(seed.files["card.yaml"]);
      const flags = inputAt(index, 3, material, "flags");
      expect(material.seeds.map(({ files }) => files)).to.deep.include(flags.files);
      if (!seed.commands.some((args) => args.join("\0") === flags.args.join("\0"))) changed++;
    }
    expect(changed).to.be.above(70);
  });

  it("is where a search for a smaller input begins", async () => {
    const tried: FuzzInput[] = [];
    const property = fc.asyncProperty(inputsOf("table", material), (input) => Promise.resolve(void tried.push(input)));
    await fc.check(property, { seed: startOf(9, 44), numRuns: 1 });
    expect(tried).to.deep.equal([inputAt(44, 9, material, "table")]);
  });
});

describe("targetAt", () => {
  it("gives every target its share of every hundred inputs", () => {
    expect(Object.values(shares).reduce<number>((sum, share) => sum + share, 0)).to.equal(100);
    for (const from of [0, 1234]) {
      const found = Array.from({ length: 100 }, (_, i) => targetAt(from + i));
      for (const target of targets) {
        const times = found.filter((one) => one === target).length;
        expect(times, target).to.equal(Number(shares[target]));
      }
    }
  });
});
