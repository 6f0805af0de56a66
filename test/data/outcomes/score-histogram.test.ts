import { InputError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, scoreHistogram, type AttributeScores, type ScoreHistogram } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { cells, parquetFolder } from "./support/counting.js";

after(removeTempFolders);

const text = "sex,y,s,w\nF,1,0.9,2\nF,0,0.6,1\nF,1,0.6,1\nM,1,0.2,1\nM,0,0.10,0.5\nM,0,0.1,0.5\n,1,0.7,1\nM,,0.3,1\n";
const wanted = { sensitive: ["sex"], label: "y", score: "s" } as const;
const file = async (content: string) => ({ predictions: "p.csv", folder: await tempFolder({ "p.csv": content }) });

/** Counts by group, label and score, those above 0. */
function filled({ groups, counts }: AttributeScores, { classes, scores }: ScoreHistogram): Record<string, number> {
  const names = groups.flatMap((group) => classes.flatMap((y) => Array.from(scores, (s) => `${group} ${y} ${s}`)));
  return Object.fromEntries(names.map((name, i) => [name, counts[i]!] as const).filter(([, count]) => count > 0));
}

/** Area under the ROC curve of one group from its counts: ties count one half. */
function area({ counts }: AttributeScores, group: number, size: number): number {
  const negative = counts.subarray(group * 2 * size, group * 2 * size + size);
  const positive = counts.subarray(group * 2 * size + size, (group + 1) * 2 * size);
  let below = 0;
  let pairs = 0;
  for (let i = 0; i < size; i++) {
    pairs += positive[i]! * (below + negative[i]! / 2);
    below += negative[i]!;
  }
  return pairs / below / positive.reduce((sum, count) => sum + count, 0);
}

describe("scoreHistogram", () => {
  it("counts each distinct score by group and label", async () => {
    const histogram = await scoreHistogram(await file(text), wanted);
    const [sex] = histogram.attributes;
    expect(histogram).to.include({ read: 8, exact: true, borders: undefined, name: "p.csv" });
    expect(histogram.classes).to.deep.equal(["0", "1"]);
    expect(Array.from(histogram.scores)).to.deep.equal([0.1, 0.2, 0.3, 0.6, 0.7, 0.9]);
    expect(filled(sex!, histogram)).to.deep.equal({
      "F 0 0.6": 1,
      "F 1 0.6": 1,
      "F 1 0.9": 1,
      "M 0 0.1": 2,
      "M 1 0.2": 1,
    });
    expect({ read: sex!.read, used: sex!.used, ...sex!.excluded }).to.deep.equal({
      read: 8,
      used: 6,
      unlabelled: 1,
      "missing-attribute": 1,
    });
    // F: the positive 0.9 beats 0.6, the positive 0.6 ties: (1 + 0.5) / 2. M: 0.2 beats both.
    expect([0, 1].map((group) => area(sex!, group, 6))).to.deep.equal([0.75, 1]);
  });

  it("gives sums for a Brier score, and weights", async () => {
    const { attributes, scores } = await scoreHistogram(await file(text), { ...wanted, weight: "w" });
    const { counts, sums, squares } = attributes[0]!;
    const at = (label: number) => [0, 1, 2, 3, 4, 5].map((i) => label * scores.length + i);
    const total = (array: Float64Array, label: number) => at(label).reduce((sum, i) => sum + array[i]!, 0);
    // F, negative: 0.6² · 1; positive: 2 · 0.1² + 1 · 0.4².
    expect(total(squares, 0)).to.be.closeTo(0.36, 1e-12);
    expect(total(squares, 1) - 2 * total(sums, 1) + total(counts, 1)).to.be.closeTo(0.18, 1e-12);
    expect(total(counts, 1)).to.equal(3);
  });

  it("cuts more than 10,000 scores into bins and keeps sums exact", async () => {
    const sql =
      "SELECT CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS sex, i // 2 % 2 AS y, i / 20000 AS s FROM range(20001) r(i)";
    const source = { predictions: "p.parquet", folder: await parquetFolder(sql) };
    const histogram = await scoreHistogram(source, wanted, { bins: 4 });
    expect(histogram.exact).to.equal(false);
    expect(Array.from(histogram.borders!)).to.deep.equal([0, 0.25, 0.5, 0.75, 1]);
    expect(Array.from(histogram.scores)).to.deep.equal([0.125, 0.375, 0.625, 0.875]);
    const [sex] = histogram.attributes;
    // i = 0, 4, 8, …, 20000 are a with label 0: 1250 in each quarter, and the score 1 in the last.
    expect(Array.from(sex!.counts.subarray(0, 4))).to.deep.equal([1250, 1250, 1250, 1251]);
    const mean = sex!.sums.subarray(0, 4).map((sum, i) => sum / sex!.counts[i]!);
    expect(mean[0]).to.be.closeTo((4 * 1249) / 2 / 20000, 1e-12);
    const squares = sex!.squares.reduce((sum, square) => sum + square, 0);
    expect(squares).to.be.closeTo((20000 * 20001 * 40001) / 6 / 20000 ** 2, 1e-7);
    const fine = await scoreHistogram(source, wanted);
    expect(fine.scores).to.have.length(3000);
  });

  it("lets bins reach from the smallest to the largest score where they are not probabilities", async () => {
    const sql = "SELECT 'a' AS sex, i % 2 AS y, i - 6000.0 AS s FROM range(12001) r(i)";
    const source = { predictions: "p.parquet", folder: await parquetFolder(sql) };
    const histogram = await scoreHistogram(source, wanted, { bins: 2 });
    expect(Array.from(histogram.borders!)).to.deep.equal([-6000, 0, 6000]);
    expect(Array.from(histogram.attributes[0]!.counts)).to.deep.equal([3000, 3001, 3000, 3000]);
  });

  it("agrees with countOutcomesFrom at a threshold, for crossings too", async () => {
    const sql =
      "SELECT chr(97 + (i % 3)::INT) AS sex, i % 5 % 2 AS age, i % 7 % 2 AS y, (i * 37 % 101) / 100 AS s FROM range(500) r(i)";
    const source = { predictions: "p.parquet", folder: await parquetFolder(sql) };
    const both = { sensitive: ["sex", "age"], label: "y", score: "s", crossed: "all" } as const;
    const histogram = await scoreHistogram(source, both);
    const counted = await countOutcomesFrom(source, { ...both, threshold: 0.37 });
    const size = histogram.scores.length;
    expect(histogram.attributes.map(({ name }) => name)).to.deep.equal(["sex", "age", "sex × age"]);
    histogram.attributes.forEach(({ groups, counts }, a) => {
      const sums: Record<string, number> = {};
      counts.forEach((count, i) => {
        const [group, label] = [groups[Math.floor(i / size / 2)]!, Math.floor(i / size) % 2];
        const cell = `${group} ${label}→${histogram.scores[i % size]! >= 0.37 ? 1 : 0}`;
        if (count > 0) sums[cell] = (sums[cell] ?? 0) + count;
      });
      expect(sums).to.deep.equal(cells(counted.attributes[a]!.all.outcomes!));
    });
  });

  it("cuts attributes into bins, as countOutcomesFrom does", async () => {
    const source = await file("age,y,s\n20,1,0.5\n40,0,0.5\nNA,0,0.5\n");
    const histogram = await scoreHistogram(source, { ...wanted, sensitive: [{ column: "age", bins: [30] }] });
    expect(filled(histogram.attributes[0]!, histogram)).to.deep.equal({ "<30 1 0.5": 1, ">=30 0 0.5": 1 });
  });

  it("excludes missing and non-finite scores on request only", async () => {
    const content = "sex,y,s\nF,1,0.5\nF,0,\nF,0,inf\nF,0,nan\n";
    const error = await rejection(scoreHistogram(await file(content), wanted));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("a finite number in every row").and.to.include("3 rows without");
    const excluded = await scoreHistogram(await file(content), {
      ...wanted,
      score: { column: "s", whenMissing: "exclude" },
    });
    expect(excluded.attributes[0]).to.deep.include({ read: 4, used: 1, excluded: { "non-finite-prediction": 3 } });
  });

  for (const [what, content, changes, words] of [
    ["a text among scores", "sex,y,s\nF,1,high\nF,0,1\n", {}, ['"high"', "numbers"]],
    ["three classes", "sex,y,s\nF,1,1\nF,0,1\nF,2,1\n", {}, ["two classes"]],
    ["no rows", "sex,y,s\n", {}, ["expected rows"]],
    ["scores beyond any use", "sex,y,s\nF,1,1e101\n", {}, ["between", "1e+101"]],
    ["a mistyped score", "sex,y,ss\nF,1,1\n", {}, ["score column", '"ss"']],
    ["no row that is left", "sex,y,s\n,1,1\n", {}, ["1 missing-attribute"]],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const error = await rejection(scoreHistogram(await file(content), { ...wanted, ...changes }));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  it("refuses a number of bins below 1, and missing scores as a group of their own", async () => {
    const bins = await rejection(scoreHistogram(await file(text), wanted, { bins: 0 }));
    expect(bins).to.be.instanceOf(UsageError);
    expect(bins.message).to.include("bins").and.to.include("found 0");
    const own = await rejection(
      scoreHistogram(await file(text), { ...wanted, score: { column: "s", whenMissing: "own-group" } }),
    );
    expect(own).to.be.instanceOf(UsageError);
  });
});
