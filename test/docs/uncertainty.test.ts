import { auditOutcomes, evidencePower, holmAdjusted, permutationTest } from "@evenodds/auditor";
import { equalizedOddsComparisons, Random, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import { readPage, section, tableRows } from "./support/pages.js";

const page = readPage("docs/how-sure-are-you.md");
const flat = page.replace(/\s+/g, " ");
const results = readPage("bench/coverage/RESULTS.md");

/** The example of docs/metrics.md, with every count `times` as large. */
function example(times = 1): OutcomeCounts {
  const counts = Float64Array.of(24, 6, 4, 16, 36, 4, 4, 6).map((count) => count * times);
  return { groups: ["A", "B"], classes: ["0", "1"], counts, excluded: {} };
}

function audited(outcomes: OutcomeCounts) {
  const { attributes, rules } = auditOutcomes({
    version: "0",
    attributes: [{ name: "group", outcomes }],
    settings: { maxGap: 0.1, rule: "evidence" },
  });
  return { attribute: attributes[0]!, rule: rules[0]! };
}

describe("docs/how-sure-are-you.md", () => {
  const { attribute, rule } = audited(example());

  it("states the four numbers of the example", () => {
    const stated = tableRows(section(page, "A gap alone says little")).slice(1);
    const { equalizedOdds, permutation, evidence } = attribute;
    const interval = `${evidence.lower!.toFixed(3)} to ${evidence.upper!.toFixed(3)}`;
    const numbers = [equalizedOdds.value, permutation.floor, permutation.pValue].map((value) => value!.toFixed(3));
    expect(stated.map(([, , value]) => value)).to.deep.equal([...numbers, interval]);
    expect(permutation.exact).to.equal(true);
  });

  it("has pictures with the numbers of the example, described for those who do not see them", () => {
    const floor = readPage("docs/images/noise-floor.svg");
    const { permutation } = attribute;
    for (const text of [`noise floor ${permutation.floor!.toFixed(3)}`, `p = ${permutation.pValue!.toFixed(3)}`]) {
      expect(floor).to.include(text);
    }
    expect(floor).to.include(`${Math.round(100 * permutation.pValue!)} %`);
    const verdicts = readPage("docs/images/verdicts.svg");
    const passing = audited({ ...example(), counts: Float64Array.of(1800, 200, 400, 1600, 1800, 200, 500, 1500) });
    for (const { rule } of [audited(example(100)), audited(example()), passing]) {
      expect(verdicts).to.include(`>${rule.verdict}</text>`);
      expect(verdicts).to.include(`${rule.lower!.toFixed(3)} to ${rule.upper!.toFixed(3)}</text>`);
    }
    for (const picture of [floor, verdicts]) expect(picture).to.match(/<title[^>]*>.+<\/title>\s*<desc/);
  });

  it("counts the deals of four nodes right", () => {
    const four = { ...example(), counts: Float64Array.of(0, 0, 0, 2, 0, 0, 2, 0) };
    const { pValue, floor, exact } = permutationTest(four, { random: Random.of(0, "four"), minimumSupport: 2 });
    for (const value of [pValue, floor]) expect(value).to.be.closeTo(1 / 3, 1e-12);
    expect(exact).to.equal(true);
  });

  it("says what the rules decide, and how many nodes would be needed", () => {
    expect([rule.point.verdict, rule.evidence.verdict]).to.deep.equal(["violated", "inconclusive"]);
    const large = audited(example(100)).rule;
    expect([large.point.verdict, large.evidence.verdict]).to.deep.equal(["violated", "violated"]);
    expect(flat).to.include(`the interval is ${large.lower!.toFixed(3)} to ${large.upper!.toFixed(3)}`);
    const { smallestCell, smallestCellNeeded, factor, verdict } = rule.power!;
    expect(verdict).to.equal("violated");
    expect(flat).to.include(`the smallest compared cell has ${smallestCell} nodes`);
    expect(flat).to.include(`it would need ${smallestCellNeeded}, and every other cell ${factor!.toFixed(1)} times`);
    const lenient = evidencePower(equalizedOddsComparisons(example()), { limit: 0.3 });
    expect(lenient.verdict).to.equal("pass");
    expect(flat).to.include(`limit of 0.3 it would take ${lenient.smallestCellNeeded} to say`);
  });

  it("adjusts three p-values as Holm does", () => {
    expect(holmAdjusted([0.01, 0.03, 0.04])).to.deep.equal([0.03, 0.06, 0.06]);
    expect(flat).to.include("0.01, 0.03 and 0.04 become 0.03, 0.06 and 0.06");
  });

  it("quotes the simulation as it is in bench/coverage/RESULTS.md", () => {
    const clusters = tableRows(section(page, "Nodes are not independent"));
    const simulated = tableRows(section(results, "Nodes that share a community"));
    expect(clusters).to.have.length(6);
    expect(simulated).to.deep.include.members(clusters);
    const [settings, met, settled, models, open, limits] = [
      /^(\d+) settings/m,
      /`ok`: met \((\d+)\)/,
      /(\d+) of them still missed/,
      /settled with (\d+) models/,
      /\((\d+)\)\. `limit`/,
      /more \((\d+)\)/,
    ].map((pattern) => pattern.exec(results)![1]!);
    expect(flat).to.include(`simulated on ${settings} settings`);
    expect(flat).to.include(`${met} settings meet both. ${settled} of them were left open`);
    expect(flat).to.include(`settled with ${Number(models).toLocaleString("en-US")} models each`);
    expect(open).to.equal("0");
    expect(flat).to.include(`${limits} are a known limit`);
    const limited = tableRows(section(results, "Every setting")).filter((row) => row.at(-1)!.startsWith("limit"));
    expect(limited).to.have.length(Number(limits));
    for (const [, classes, n, rate, , , equal, different] of limited) {
      expect([classes, n, rate]).to.deep.equal(["2", "5", "0.5"]);
      expect(flat).to.include(`${(Math.round(1000 * Math.min(Number(equal), Number(different))) / 10).toFixed(1)} %`);
    }
  });

  it("quotes how often planted harms are found, and models without one accused, as they are in the results", () => {
    const own = section(page, "Finding a planted harm");
    const planted = tableRows(section(results, "Planted harms"));
    const [, ...found] = tableRows(own);
    expect(found).to.have.length(6);
    const quoted = planted.map(([harm, n, gap, dependence, first, inGap]) => [harm, n, gap, dependence, first, inGap]);
    for (const row of found) expect(quoted).to.deep.include(row);

    const size = section(results, "Tests of any dependence");
    expect(size).to.include("Wrong: 0.");
    const [again, of] = /again: (\d+) of\s+(\d+)/.exec(size)!.slice(1);
    expect(again).to.equal("0");
    const rows = tableRows(size);
    const [grid, skewed] = [rows.filter((row) => row.length === 14), rows.filter((row) => row.length === 11)];
    const largest = [
      ...grid.slice(1).flatMap((row) => [row[4]!, row[6]!]),
      ...skewed.slice(1).flatMap((row) => [row[4]!, row[5]!]),
    ].map(Number);
    expect(own.replace(/\s+/g, " ")).to.include(
      `In ${of} settings the tests accuse at most ${(100 * Math.max(...largest)).toFixed(1)} % of the models`,
    );
  });

  it("quotes the intervals of common differences and of other libraries as they are in the results", () => {
    const own = section(page, "Finding a planted harm").replace(/\s+/g, " ");
    const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
    const size = tableRows(section(results, "Tests of any dependence"));
    const [, ...grid] = size.filter((row) => row.length === 14);
    const [, ...skewed] = size.filter((row) => row.length === 11);
    const equal = [...grid.map((row) => row[10]!), ...skewed.map((row) => row[8]!)].map(Number);
    const different = [...grid.map((row) => row[12]!), ...skewed.map((row) => row[9]!)].map(Number);
    expect(own).to.include(`at least ${percent(Math.min(...equal))} of the models without a harm`);
    expect(own).to.include(`in ${percent(Math.min(...different))} to ${percent(Math.max(...different))}`);

    const [, ...peers] = tableRows(section(results, "Planted harms in other libraries"));
    const largest = (column: number) =>
      percent(Math.max(...peers.map((row) => Number(row[column])).filter((value) => !Number.isNaN(value))));
    expect(own).to.include(`bootstrap did in ${largest(2)}, fairpipe's interval in up to ${largest(4)}`);
    expect(own).to.include(`vfairness' in up to ${largest(3)}`);
    const [, [harm, n]] = tableRows(section(page, "Finding a planted harm")) as [unknown, [string, string]];
    const [fairlearn, vfairness, fairpipe] = peers.find((row) => row[0] === harm && row[1] === n)!.slice(6);
    expect(own).to.include(`in ${percent(Number(fairlearn))} (Fairlearn, for the same reason)`);
    expect(own).to.include(`${percent(Number(fairpipe))} (fairpipe) and ${percent(Number(vfairness))} (vfairness)`);
  });
});
