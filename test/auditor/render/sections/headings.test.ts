import {
  auditRegression,
  compareOutcomes,
  makeHistory,
  recordedAudit,
  renderGatesMarkdown,
  renderJson,
  renderMarkdown,
  renderText,
  sideBySide,
} from "@evenodds/auditor";
import {
  renderComparisonHtml,
  renderGatesHtml,
  renderHistoryHtml,
  renderHtml,
  renderSideBySideHtml,
} from "@evenodds/auditor/html";
import { headings } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { gateRunOf, violatedGate } from "../../../support/gate-runs.js";
import { pairedOutcomes } from "../../../support/paired-outcomes.js";
import { creditReport, fullReport, wideReport } from "../../../support/audit-reports.js";

const original = { ...headings };
const marked = Object.fromEntries(Object.keys(headings).map((key) => [key, `~${key}~`]));
/** A heading after the change, alone or with a name behind it. */
const isMarked = (heading: string) => /^~\w+~( |$)|^P\(|^Quantile [\d.]+$/.test(heading);

const columnsOf = {
  HTML: (page: string) => [...page.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, head]) => head!),
  Markdown: (page: string) =>
    [...page.matchAll(/^\| (.*) \|\n\| -/gm)]
      .flatMap(([, heads]) => heads!.split(" | "))
      .map((head) => head.replaceAll("\\", "")),
};

describe("headings", () => {
  const regression = auditRegression({
    attributes: [
      {
        name: "region",
        groups: ["a", "b"],
        group: Int32Array.of(0, 0, 1, 1),
        label: Float64Array.of(1, 2, 1, 2),
        prediction: Float64Array.of(1, 2, 2, 2),
      },
    ],
    version: "1",
    labelBins: { edges: [0, 9] },
    settings: { minimumSupport: 1, draws: 20 },
  });
  const reports = [
    creditReport({ references: ["male"], options: { draws: 500 } }),
    wideReport(),
    fullReport(["women", "men"], { nodes: 240 }),
  ];
  const entry = { point: "p", series: "s", file: "f", audit: recordedAudit(renderJson(creditReport()), "f") };
  const gateRun = gateRunOf([violatedGate]);
  const comparedModels = compareOutcomes({
    attributes: [
      {
        name: "~sex~",
        pair: {
          pairing: "rows",
          counts: pairedOutcomes({
            F: [
              [9, 1, 0, 2],
              [1, 1, 3, 9],
            ],
            M: [
              [9, 0, 0, 2],
              [1, 0, 0, 9],
            ],
          }),
        },
      },
    ],
    version: "1",
    a: { file: "a.onnx", sha256: "0" },
    b: { file: "b.onnx", sha256: "1" },
    settings: { draws: 0 },
  });
  const compared = [{ name: "~one~", report: creditReport() }];
  let pages: { HTML: string[]; Markdown: string[]; text: string[]; comparison: string[] };

  before(() => {
    Object.assign(headings, marked);
    pages = {
      HTML: [
        ...reports.map(renderHtml),
        renderHtml(regression),
        renderSideBySideHtml(compared, { attribute: "gender", title: "t", introduction: "i" }),
        renderHistoryHtml(makeHistory([entry]), { title: "t" }),
        renderGatesHtml(gateRun),
        renderComparisonHtml(comparedModels),
      ],
      Markdown: [...reports.map(renderMarkdown), renderMarkdown(regression), renderGatesMarkdown(gateRun)],
      text: [...reports, regression].map((report) => renderText(report, { height: 200, width: 160 })),
      comparison: sideBySide(compared, "gender").map(({ term }) => term),
    };
    Object.assign(headings, original);
  });

  for (const format of ["HTML", "Markdown"] as const) {
    it(`of every column of ${format} are changed by one edit`, () => {
      for (const page of pages[format]) {
        const columns = columnsOf[format](page);
        expect(columns.length).to.be.at.least(5);
        expect(columns.filter((heading) => !isMarked(heading.replace(/<\/?bdi>/g, "")))).to.deep.equal([]);
      }
    });
  }

  it("of the terminal are the same", () => {
    const regressed = pages.text.at(-1)!;
    expect(regressed).to.match(/^ *~label~ +~group~ +~size~ +~meanError~ +~standardError~ +Quantile 0.1/m);
    expect(regressed).to.match(/: ~errorGap~ \d/);
    for (const page of pages.text.slice(0, -1)) {
      expect(page).to.match(/^ *~group~ +~(size|weight)~ +P\(/m);
      expect(page.replace(/\s+/g, " ")).to.match(
        /: ~equalizedOdds~ \d.*~noiseFloor~ \d.*~accuracy~ \d.*~demographicParity~/,
      );
    }
  });

  it("of rows are among them where two tables have the same row", () => {
    expect(pages.comparison.filter((term) => !/~\w+~|%/.test(term))).to.deep.equal(["Verdict", "Nodes audited"]);
    for (const page of pages.HTML) {
      for (const term of ["Noise floor", "p-value", "Accuracy", "F1, macro"]) {
        expect(page).not.to.match(new RegExp(`<(dt|th scope="row")>${term}<`));
      }
    }
  });

  it("are all in use", () => {
    const all = Object.values(pages).flat().join("\n").replaceAll("\\", "");
    expect(Object.keys(headings).filter((key) => !all.includes(`~${key}~`))).to.deep.equal([]);
  });
});
