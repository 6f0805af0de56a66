import { renderHtml } from "@evenodds/auditor/html";
import { renderMarkdown, renderText, type AuditReport } from "@evenodds/auditor";
import { rateSection, type Piece } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { reportOf } from "../../../support/audit-reports.js";

/** Two groups with ten rows of every label; class 0 of group b is taken for class 1, all others are right. */
function reportWith(classes: number): AuditReport {
  const names = Array.from({ length: classes }, (_, c) => `c${c}`);
  const counts = new Float64Array(2 * classes * classes);
  for (let g = 0; g < 2; g++) {
    for (let y = 0; y < classes; y++) counts[(g * classes + y) * classes + (g === 1 && y === 0 ? 1 : y)] = 10;
  }
  return reportOf({ groups: ["a", "b"], classes: names, counts, excluded: {} }, { settings: { draws: 0 } });
}

const tablesOf = (pieces: readonly Piece[]): Extract<Piece, { kind: "table" }>[] =>
  pieces.flatMap((piece) => (piece.kind === "fold" ? tablesOf(piece.pieces) : piece.kind === "table" ? [piece] : []));

describe("rateSection", () => {
  it("has a table of every true label", () => {
    const report = reportWith(4);
    const tables = tablesOf(rateSection(report.attributes[0]!, report).pieces);
    expect(tables).to.have.length(4);
    expect(tables.every(({ table }) => table.rows.every((row) => row.length === 6))).to.equal(true);
  });

  it("shows the main rates alone, and says so, where there are more than 200,000", () => {
    const report = reportWith(320);
    const section = rateSection(report.attributes[0]!, report);
    expect(section.pieces.map(({ kind }) => kind)).to.deep.equal(["text", "text", "fold"]);
    expect(section.pieces[1]).to.have.property("text").that.includes("Of 204,800 rates").and.includes("as JSON");
    const [main, ...others] = tablesOf(section.pieces);
    expect(others).to.deep.equal([]);
    // The right predictions of 320 labels in two groups.
    expect(main!.table.rows).to.have.length(640);
    expect(main!.table.rows[1]!.slice(0, 3)).to.deep.equal(["c0", "c0", "b"]);
    expect(main!.table.rows[1]![4]).to.deep.include({ value: "0.000", counts: "0/10", isRight: true });
    const [markdown, html] = [renderMarkdown(report), renderHtml(report)];
    for (const page of [markdown, html]) expect(page).to.include("Of 204,800 rates");
    expect(html).to.include("<bdi>c319</bdi>");
    expect(renderText(report)).to.include("equalized odds difference 1.000");
  });
});
