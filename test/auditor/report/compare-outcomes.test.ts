import { compareOutcomes, renderComparisonMarkdown, renderComparisonText, renderJson } from "@evenodds/auditor";
import { renderComparisonHtml } from "@evenodds/auditor/html";
import { InputError, outcomesOfPairs, UsageError, type PairedCounts } from "@evenodds/core";
import { expect } from "chai";
import { exchanged, pairedOutcomes } from "../../support/paired-outcomes.js";
import { expectToFitSchema } from "../../support/report-schema.js";

/** In group F with label 1, B gains 2 rows and loses 14; elsewhere 1 row moves. */
const counts = pairedOutcomes({
  F: [
    [40, 1, 0, 9],
    [8, 2, 14, 26],
  ],
  M: [
    [41, 0, 0, 9],
    [10, 0, 0, 40],
  ],
});
const hash = "0".repeat(64);
const common = {
  version: "1",
  a: { file: "old.onnx", sha256: hash },
  b: { file: "new.onnx", sha256: hash },
  settings: { draws: 999 },
};
const ofRows = (paired: PairedCounts, name = "sex") =>
  compareOutcomes({ ...common, attributes: [{ name, pair: { pairing: "rows", counts: paired } }] });
const cellOf = (report: ReturnType<typeof ofRows>, group: string, label: string) =>
  report.attributes[0]!.cells.find((cell) => cell.group === group && cell.label === label)!;

describe("compareOutcomes", () => {
  const report = ofRows(counts);
  const [sex] = report.attributes;

  it("counts in every cell which rows only one of them has right", () => {
    const { a, b, gained, lost, changed, pValue, transitions } = cellOf(report, "F", "1");
    expect([a.right, b.right, a.n]).to.deep.equal([40, 28, 50]);
    expect({ gained, lost, changed }).to.deep.equal({ gained: 2, lost: 14, changed: 16 });
    // 2 P(at most 2 heads of 16) = 2 (1 + 16 + 120) / 65536.
    expect(pValue).to.be.closeTo(274 / 65_536, 1e-15);
    expect(transitions).to.deep.equal([
      { from: "0", to: "1", rows: 2 },
      { from: "1", to: "0", rows: 14 },
    ]);
    expect(sex!.changed).to.equal(17);
  });

  it("adjusts p-values for all cells, groups and labels, each by themselves", () => {
    expect(cellOf(report, "F", "1").adjustedPValue).to.be.closeTo((4 * 274) / 65_536, 1e-15);
    expect(sex!.groups.map(({ group, gained, lost }) => [group, gained, lost])).to.deep.equal([
      ["F", 2, 15],
      ["M", 0, 0],
    ]);
    expect(sex!.labels.map(({ label, gained, lost }) => [label, gained, lost])).to.deep.equal([
      ["0", 0, 1],
      ["1", 2, 14],
    ]);
    const group = sex!.groups[0]!;
    expect(group.adjustedPValue).to.be.closeTo(2 * group.pValue!, 1e-15);
  });

  it("has the gap of each and the change", () => {
    const { a, b, change } = sex!.gap;
    // Without a change A is right in 40 of 50 with label 1 in both groups, and in 41 of 50 with label 0.
    expect([a, b, change]).to.deep.equal([0, 0.24, 0.24]);
    expect(sex!.accuracy).to.deep.equal({ a: 162 / 200, b: 149 / 200 });
    expect(sex!.test.pValue).to.be.below(0.05);
  });

  it("turns every sign where A and B are exchanged", () => {
    const back = ofRows(exchanged(counts)).attributes[0]!;
    expect(back.gap.change).to.equal(-0.24);
    expect(back.gap.lower).to.be.closeTo(-sex!.gap.upper!, 1e-12);
    const cells = back.cells.map(({ gained, lost, pValue }) => [lost, gained, pValue]);
    expect(cells).to.deep.equal(sex!.cells.map(({ gained, lost, pValue }) => [gained, lost, pValue]));
  });

  it("finds nothing between a model and itself", () => {
    const same = pairedOutcomes({
      F: [
        [40, 0, 0, 10],
        [10, 0, 0, 40],
      ],
      M: [
        [41, 0, 0, 9],
        [10, 0, 0, 40],
      ],
    });
    const [attribute] = ofRows(same).attributes;
    expect(attribute!.gap).to.include({ change: 0, finding: "unclear" });
    expect(attribute!.test.pValue).to.equal(1);
    expect(attribute!.cells.every(({ pValue }) => pValue === 1)).to.equal(true);
    expect(attribute!.changed).to.equal(0);
  });

  it("says of margins what is the most that they leave open, and of other rows Fisher's p", () => {
    const both = outcomesOfPairs(counts);
    const of = (pairing: "margins" | "independent") =>
      compareOutcomes({ ...common, attributes: [{ name: "sex", pair: { pairing, ...both } }] }).attributes[0]!;
    const [margins, independent] = [of("margins"), of("independent")];
    const cell = margins.cells.find(({ group, label }) => group === "F" && label === "1")!;
    expect(cell).to.include({ gained: null, lost: null, transitions: null });
    expect(cell.pValue).to.be.above(cellOf(report, "F", "1").pValue!);
    expect(margins.test).to.include({ pValue: null, reason: "it takes both predictions of every row" });
    expect(independent.test.pValue).to.be.within(0, 1);
    expect(independent.gap.change).to.equal(margins.gap.change);
  });

  it("leaves tests of single cells out where clusters are allowed for", () => {
    const starts = Int32Array.from({ length: counts.counts.length + 1 }, (_, k) => k);
    const clusters = { starts, cells: Int32Array.from(counts.counts.keys()), counts: counts.counts };
    const clustered = compareOutcomes({
      ...common,
      attributes: [{ name: "sex", pair: { pairing: "rows", counts, clusters } }],
    });
    expect(clustered.attributes[0]!.cells.every(({ pValue }) => pValue === null)).to.equal(true);
    expect(clustered.notes.join(" ")).to.match(/cluster change places together/);
  });

  it("fits its schema, with equal bytes for equal input", () => {
    expectToFitSchema(report);
    expect(renderJson(ofRows(counts))).to.equal(renderJson(report));
  });

  it("refuses attributes that do not fit together", () => {
    const { a, b } = outcomesOfPairs(counts);
    const pair = { pairing: "rows", counts } as const;
    const compare = (attributes: Parameters<typeof compareOutcomes>[0]["attributes"]) => () =>
      compareOutcomes({ ...common, attributes });
    expect(compare([])).to.throw(UsageError, /at least one/);
    expect(
      compare([
        { name: "sex", pair },
        { name: "sex", pair },
      ]),
    ).to.throw(InputError, /distinct names/);
    expect(
      compare([
        { name: "sex", pair },
        { name: "age", pair: { pairing: "margins", a, b } },
      ]),
    ).to.throw(InputError, /rows/);
    const fewer = { ...b, counts: b.counts.map((count) => Math.max(0, count - 1)) };
    expect(compare([{ name: "sex", pair: { pairing: "margins", a, b: fewer } }])).to.throw(
      InputError,
      /as many rows of group/,
    );
  });
});

describe("renderComparisonText", () => {
  const lines = renderComparisonText(ofRows(counts)).split("\n");
  const told = lines.join(" ").replace(/\s+/g, " ");

  it("says what has changed, how sure that is, and in whom", () => {
    expect(lines[0]).to.equal("GAP UNCLEAR, GROUPS WORSE");
    expect(told).to.include("B's equalized odds difference is 0.240, 0.240 larger than A's of 0.000");
    expect(told).to.include(
      "B is clearly right less often for F with true label 1 (0.800 to 0.560, 2 gained and 14 lost",
    );
    expect(lines.every((line) => line.length <= 100)).to.equal(true);
  });

  it("shows the surest of many cells", () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, g): [string, [number[], number[]]] => [
        `g${g}`,
        [
          [9, 0, 0, 1],
          [1, g, 0, 9],
        ],
      ]),
    );
    const text = renderComparisonText(ofRows(pairedOutcomes(many)));
    expect(text).to.include("not shown: 6 more rows, which changed less surely");
    expect(text)
      .to.include("g8")
      .and.not.to.match(/^ +0 +g8/m);
  });
});

describe("renderComparisonMarkdown and renderComparisonHtml", () => {
  const named = pairedOutcomes({
    "<b>|x": [
      [9, 1, 0, 1],
      [1, 0, 0, 9],
    ],
    M: [
      [9, 0, 0, 1],
      [1, 0, 0, 9],
    ],
  });
  const report = ofRows(named, "<i>sex");

  it("escape names of the input", () => {
    const page = renderComparisonHtml(report);
    expect(page).to.include("&lt;b&gt;").and.not.to.include("<b>|x");
    const markdown = renderComparisonMarkdown(report);
    expect(markdown).not.to.match(/(^|[^\\])<b>/);
    expect(markdown).to.match(/^# Comparison: new/);
  });

  it("have the tables of groups, labels, cells and changed predictions", () => {
    const page = renderComparisonHtml(ofRows(counts));
    expect(page.match(/<table/g)).to.have.length(4);
    expect(page).to.include("Only B right");
  });
});
