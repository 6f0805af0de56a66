import { sideBySide, renderSideBySideText } from "@evenodds/auditor";
import { renderSideBySideHtml } from "@evenodds/auditor/html";
import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { countsOf, reportOf } from "../../support/audit-reports.js";
import { withoutOwnScript } from "../../support/without-own-script.js";

const equal = [
  [8, 2],
  [2, 8],
];
const unequal = [
  [8, 2],
  [6, 4],
];
const first = { name: "A & B", report: reportOf(countsOf(["n", "y"], { a: equal, b: equal })) };
const second = { name: "second", report: reportOf(countsOf(["n", "y"], { a: equal, b: unequal })) };
const attribute = first.report.attributes[0]!.name;

describe("sideBySide", () => {
  it("sets the figures of the reports side by side", () => {
    const rows = new Map(sideBySide([first, second], attribute).map(({ term, values }) => [term, values]));
    expect(rows.get("Accuracy")).to.deep.equal(["0.800", "0.700"]);
    expect(rows.get("Equalized odds difference")).to.deep.equal(["0.000", "0.400"]);
    expect(rows.get("Rows audited")).to.deep.equal(["40", "40"]);
    expect(rows.has("Nodes audited")).to.equal(false);
    const graph = { name: "g", files: [], nodes: 40, arcs: 2 };
    const onGraph = { name: "on a graph", report: { ...first.report, data: graph } };
    expect(sideBySide([onGraph], attribute).map(({ term }) => term)).to.include("Nodes audited");
  });

  it("refuses audits of other nodes, because their gaps and floors do not compare", () => {
    const other = {
      name: "other",
      report: reportOf(
        countsOf(["n", "y"], {
          a: equal,
          b: [
            [7, 2],
            [2, 8],
          ],
        }),
      ),
    };
    expect(() => sideBySide([first, other], attribute)).to.throw(InputError, /"other".*same nodes/);
  });

  it("refuses a report without the attribute", () => {
    expect(() => sideBySide([first], "age")).to.throw(InputError, /"age"/);
  });
});

describe("renderSideBySideText", () => {
  it("aligns its columns", () => {
    const lines = renderSideBySideText([first, second], { attribute }).trimEnd().split("\n");
    expect(new Set(lines.map((line) => line.length)).size).to.equal(1);
    expect(lines[0]).to.match(/A & B {3,}second$/);
  });
});

describe("renderSideBySideHtml", () => {
  const page = renderSideBySideHtml([first, second], { attribute, title: "<One>", introduction: "Two models." });

  it("holds the table and the section of each model, with every text escaped", () => {
    expect(page).to.include("<title>&lt;One&gt;</title>").and.include("A &amp; B").and.not.include("A & B");
    expect(page.match(/class="figures"/g)).to.have.length(4);
    expect(page.match(/<svg/g)!.length).to.be.at.least(4);
  });

  it("runs no script but its own and loads nothing", () => {
    expect(withoutOwnScript(page)).not.to.match(/<script|<link|src=|url\(/);
  });
});
