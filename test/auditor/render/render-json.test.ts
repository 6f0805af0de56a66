import { renderJson, renderJsonPieces, showControls, type AuditReport } from "@evenodds/auditor";
import { jsonPieces } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";
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

  it("is indented JSON whatever is in it, taken apart or not", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), (value) => {
        const visible = JSON.stringify(value, null, 2);
        // What systems that run checks obey gets a code, which is its own test.
        fc.pre(!/##\w*\[/.test(visible));
        fc.pre(showControls(visible.replaceAll("\n", "")) === visible.replaceAll("\n", ""));
        expect([...jsonPieces(value)].join("")).to.equal(`${visible}\n`);
      }),
      { numRuns: 500 },
    );
    const lacking = { a: undefined, b: [undefined, { c: undefined }], d: {}, e: [], f: null };
    expect([...jsonPieces(lacking)].join("")).to.equal(`${JSON.stringify(lacking, null, 2)}\n`);
  });

  it("comes in pieces where it is long, none of them much longer than needed", () => {
    const classes = Array.from({ length: 60 }, (_, c) => `c${c}`);
    const counts = Float64Array.from({ length: 2 * 60 * 60 }, (_, i) => i % 7);
    const report = reportOf({ groups: ["a", "b"], classes, counts, excluded: {} }, { settings: { draws: 0 } });
    const pieces = [...renderJsonPieces(report)];
    expect(pieces.length).to.be.above(10);
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(100_000);
    expect(pieces.join("")).to.equal(renderJson(report));
    expect(JSON.parse(pieces.join(""))).to.deep.equal(report);
  });
});
