import { renderJson, type AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

describe("renderJson", () => {
  it("loses nothing, ends with a line break and does not change when read and written again", () => {
    const report = creditReport();
    const text = renderJson(report);
    expect(text.endsWith("}\n")).to.equal(true);
    const read = JSON.parse(text) as AuditReport;
    expect(read).to.deep.equal(report);
    expect(renderJson(read)).to.equal(text);
    expect(renderJson(creditReport())).to.equal(text);
  });

  it("has null and a reason where a figure is undefined", () => {
    const text = renderJson(
      reportOf(
        countsOf(["n", "y"], {
          a: [
            [9, 0],
            [0, 9],
          ],
          b: [
            [9, 0],
            [0, 0],
          ],
        }),
      ),
    );
    const { cells, equalizedOdds } = (JSON.parse(text) as AuditReport).attributes[0]!;
    expect(cells.at(-1)).to.deep.include({ label: "y", group: "b", n: 0, status: "empty" });
    expect(cells.at(-1)!.predictions[0]).to.deep.include({ rate: null, lower: null, upper: null });
    expect(equalizedOdds.reason).to.match(/left out/);
    expect(text).not.to.match(/NaN|Infinity/);
  });

  it("throws rather than hide a NaN as null", () => {
    const report = { ...creditReport(), seed: NaN };
    expect(() => renderJson(report)).to.throw(RangeError, /seed of the report is NaN/);
  });
});
