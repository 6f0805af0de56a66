import type { AttributeReport } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { gapChart } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, reportOf } from "../../support/audit-reports.js";

const attribute = (value: number | null, floor: number | null) =>
  ({
    equalizedOdds: { value },
    permutation: { floor },
    evidence: { lower: value === null ? null : 0, upper: value === null ? null : 0.2 },
  }) as AttributeReport;

/** Where a text starts, from the left. */
const placeOf = (svg: string, text: string) =>
  Number(new RegExp(`translate\\(([\\d.]+),[\\d.]+\\)"[^>]*>${text}<`).exec(svg)?.[1]);

describe("gapChart", () => {
  it("writes both numbers at the right, where no line can cross them", () => {
    for (const limit of [0.05, 0.1, 0.2]) {
      const svg = gapChart(attribute(0.12, 0.09), { limit });
      const right = placeOf(svg, "0.120");
      expect(right).to.equal(placeOf(svg, "0.090"));
      const lines = [...svg.matchAll(/ x2="([\d.]+)"/g)].map(([, x]) => Number(x));
      expect(lines.length).to.be.above(3);
      for (const x of lines) expect(x).to.be.at.most(right);
      expect(svg).to.include(`>limit ${limit}<`);
    }
  });

  it("says what is undefined", () => {
    const svg = gapChart(attribute(null, null), { limit: null });
    expect(svg.match(/>undefined</g)).to.have.length(2);
    expect(svg).not.to.match(/NaN|>limit/);
  });
});

describe("rate charts", () => {
  const classes = ["bad", "good"];
  /** Groups `g0`, `g1`, … of ten rows per label, of which so many are predicted right. */
  const pageOf = (right: readonly number[]) =>
    renderHtml(
      reportOf(
        countsOf(
          classes,
          Object.fromEntries(
            right.map((k, g) => [
              `g${g}`,
              [
                [k, 10 - k],
                [10 - k, k],
              ],
            ]),
          ),
        ),
      ),
    );
  const chartOf = (page: string) => /class="charts"[^]*?<\/svg>/.exec(page)![0];
  const namesOf = (page: string) => [...chartOf(page).matchAll(/>(g\d+)</g)].map(([, name]) => name);

  it("keep the order of a few groups", () => {
    const page = pageOf([9, 3, 6]);
    expect(namesOf(page)).to.deep.equal(["g0", "g1", "g2"]);
    expect(chartOf(page).match(/>0\.25</g)).to.have.length(1);
    expect(page).not.to.include("sorted by rate");
  });

  it("are sorted by rate where groups are many, with the axis at both ends", () => {
    const page = pageOf([9, 3, 6, 8, 8, 8, 8, 8, 8, 8, 8, 8, 1]);
    expect(namesOf(page)).to.deep.equal([
      ...["g12", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11", "g0"],
    ]);
    expect(chartOf(page).match(/>0\.25</g)).to.have.length(2);
    expect(chartOf(page)).to.include("sorted by rate");
  });
});
