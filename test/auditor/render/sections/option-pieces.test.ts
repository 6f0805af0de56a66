import { renderMarkdown } from "@evenodds/auditor";
import { optionPieces } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport } from "../../../support/audit-reports.js";

describe("optionPieces", () => {
  it("is nothing where a report does not say how it was asked for", () => {
    expect(optionPieces(undefined)).to.deep.equal([]);
    expect(optionPieces({})).to.deep.equal([]);
  });

  it("shows texts as they are, lists with commas, and the rest as JSON", () => {
    const [fold] = optionPieces({ sensitive: ["sex", "race"], alpha: 0.05, label: "y", bins: { age: [30, 50] } });
    expect(fold).to.have.property("kind", "fold");
    const [piece] = (fold as { pieces: readonly { table: { rows: unknown } }[] }).pieces;
    expect(piece!.table.rows).to.deep.equal([
      ["sensitive", "sex, race"],
      ["alpha", "0.05"],
      ["label", "y"],
      ["bins", '{"age":[30,50]}'],
    ]);
  });

  it("stands at the end of a report, with names escaped", () => {
    const page = renderMarkdown(creditReport({ options: { label: "<b>|y" } }));
    expect(page).to.match(/## Origin[^]*\| label \| &lt;b&gt;\\\|y \|/);
  });
});

describe("options of a report", () => {
  it("have the same bytes in whichever order they were given", () => {
    const one = creditReport({ options: { b: { y: 1, x: [2, { q: 1, p: 2 }] }, a: null } });
    const other = creditReport({ options: { a: null, b: { x: [2, { p: 2, q: 1 }], y: 1 } } });
    expect(JSON.stringify(one)).to.equal(JSON.stringify(other));
    expect(JSON.stringify(one.options)).to.equal('{"a":null,"b":{"x":[2,{"p":2,"q":1}],"y":1}}');
    expect(creditReport()).not.to.have.property("options");
  });
});
