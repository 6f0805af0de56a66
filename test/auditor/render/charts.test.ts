import type { AttributeReport } from "@evenodds/auditor";
import { gapChart } from "@evenodds/auditor/internal";
import { expect } from "chai";

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
