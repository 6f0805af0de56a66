import { renderMarkdown, renderSummary, summaryBytes, type AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";
import { creditReport, wideReport } from "../../../support/audit-reports.js";

const size = (text: string) => Buffer.byteLength(text);

/** One attribute over and over under different names, more than a summary holds. */
function hugeReport(): AuditReport {
  const report = wideReport({ settings: { draws: 20, maxGap: 0.01 } });
  const times = Math.ceil((1.1 * summaryBytes) / size(renderMarkdown(report)));
  const attributes = Array.from({ length: times + 20 }, (_, i) => ({ ...report.attributes[0]!, name: `größe ${i}` }));
  return { ...report, attributes };
}

describe("renderSummary", () => {
  it("is the Markdown report where that fits", () => {
    expect(renderSummary(creditReport())).to.equal(renderMarkdown(creditReport()));
  });

  it("stays under 1,024 KiB, ends at the end of a section, and says where the rest is (huge report)", () => {
    const report = hugeReport();
    const whole = renderMarkdown(report);
    expect(size(whole)).to.be.above(summaryBytes);
    const summary = renderSummary(report, { fullReport: "out/report.md" });
    expect(size(summary))
      .to.be.below(summaryBytes)
      .and.above(0.9 * summaryBytes);
    const [kept, note] = summary.split("\n\n**Cut here.**");
    expect(whole.startsWith(`${kept}\n\n#`)).to.equal(true);
    expect(note).to.match(/All of it is in out\/report.md\.\n$/);
    expect(summary).to.match(/^# Equalized odds audit: .*\n\n\*\*VIOLATED\.\*\*/);
  });

  it("keeps within any room, with the verdict as long as there is room for it", () => {
    const report = wideReport();
    const whole = size(renderMarkdown(report));
    fc.assert(
      fc.property(fc.integer({ min: -10, max: whole + 100 }), (room) => {
        const summary = renderSummary(report, { room });
        expect(size(summary)).to.be.at.most(Math.max(0, room));
        if (room >= 1000) expect(summary).to.include("**INCONCLUSIVE.**");
        if (room < whole && summary !== "") expect(summary).to.include("**Cut here.**");
      }),
      { numRuns: 40 },
    );
    expect(renderSummary(report, { room: 0 })).to.equal("");
  });

  it("escapes the name of the full report", () => {
    const summary = renderSummary(wideReport(), { room: 2000, fullReport: "<b>*out*" });
    expect(summary).to.include("&lt;b&gt;\\*out\\*").and.not.include("<b>");
  });
});
