import { auditOutcomes, renderText, type Palette } from "@evenodds/auditor";
import { textWidth } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";
import { countsOf, creditReport, reportOf, wideReport } from "../../support/audit-reports.js";
import { strangeNames } from "../../support/strange-names.js";

const linesOf = (text: string) => text.trimEnd().split("\n");

describe("renderText", () => {
  it("tells the verdict first, then the gap between two groups with rates and counts", () => {
    const lines = linesOf(renderText(creditReport()));
    expect(lines[0]).to.equal("VIOLATED  Equalized odds difference of gender: 0.175 is above the limit 0.1.");
    const text = lines.join(" ").replace(/ +/g, " ");
    expect(text).to.match(/gender: equalized odds difference 0\.175, noise floor 0\.\d{3}, p = 0\.0\d\d/);
    expect(lines[1]).to.match(/^Group "female" of gender is predicted right less often/);
    expect(text).to.include('for label "good": 0.625 (75 of 120) against 0.800 (192 of 240).');
    expect(text).to.include("1,000 rows read = 520 used + 12 unlabelled + 468 outside the split.");
  });

  it("has a table of groups with n before rates and marks the two that are furthest apart", () => {
    const text = renderText(creditReport());
    expect(text).to.match(/^ {2}Group {5}n {2}P\(bad \| bad\) {3}P\(good \| good\)$/m);
    expect(text).to.match(/^ {2}female {2}180 {2}0\.700 {2}42\/60 {3}0\.625\* 75\/120$/m);
    expect(text).to.match(/^ {2}male {4}340 {2}0\.600 {2}60\/100 {2}0\.800\* 192\/240$/m);
  });

  it("shows undefined and small cells as what they are, and what it leaves out", () => {
    const text = renderText(wideReport(), { height: 60 });
    expect(text).to.match(/^INCONCLUSIVE .*\n?.*This is not a pass\./);
    expect(text).to.match(/Oceania .* 0\.500 {2}1\/2 \(small\)/);
    expect(text).to.match(/not shown:\s+1 more\s+rate$/m);
    const small = reportOf(
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
    );
    expect(renderText(small)).to.match(/^ {2}b .*undefined \(n = 0\)$/m);
  });

  it("lists gates where there are several", () => {
    const { attributes } = creditReport();
    expect(attributes).to.have.length(1);
    const outcomes = countsOf(["n", "y"], {
      a: [
        [10, 0],
        [0, 10],
      ],
      b: [
        [10, 0],
        [0, 10],
      ],
    });
    const two = ["first", "second"].map((name) => ({ name, outcomes }));
    const text = renderText(reportOf(outcomes, { attributes: two, settings: { maxGap: 0.2 } }));
    expect(text).to.match(
      /^PASS {2}All 2 gates hold\.\n {2}pass: equalized odds difference of first: 0\.000 is within/,
    );
  });

  it("shows selection rates where there are no labels", () => {
    const predictions = {
      groups: ["a", "b"],
      classes: ["n", "y"],
      predicted: Float64Array.of(6, 4, 2, 8),
      excluded: {},
    };
    const text = renderText(auditOutcomes({ attributes: [{ name: "g", predictions }], version: "1" }));
    expect(text).to.match(/^g: demographic parity difference 0\.400, demographic parity ratio 0\.333$/m);
    expect(text).to.match(/^ {2}a {6}10 {2}0\.600 6\/10 {2}0\.400 4\/10$/m);
  });

  it("says how good the predictions are, groups aside", () => {
    // 18 of 20 right in both groups; each class has precision and recall 0.9.
    const half = [
      [9, 1],
      [1, 9],
    ];
    const text = renderText(reportOf(countsOf(["n", "y"], { a: half, b: half })));
    expect(text).to.include("Accuracy 0.900, F1 macro 0.900, F1 weighted 0.900; demographic parity difference 0.000.");
  });

  it("leaves out the least important where a screen is small, and says so", () => {
    const text = renderText(creditReport(), { height: 13 });
    const lines = linesOf(text);
    expect(lines.length).to.be.at.most(13);
    expect(lines[0]).to.match(/^VIOLATED/);
    expect(lines.at(-1)).to.equal("Not shown here: 1 rule detail, 1 attribute, 2 tables, 1 note.");
  });

  it("stays within the screen whatever the report", () => {
    const shape = fc.record({
      attributes: fc.integer({ min: 1, max: 14 }),
      groups: fc.integer({ min: 1, max: 12 }),
      classes: fc.integer({ min: 2, max: 4 }),
      width: fc.integer({ min: 60, max: 120 }),
      name: fc.constantFrom(...Object.values(strangeNames), "日本語の名前"),
    });
    fc.assert(
      fc.property(shape, ({ attributes, groups, classes, width, name }) => {
        const names = Array.from({ length: classes }, (_, c) => `${name}${c}`);
        const cells = names.map((_, y) => names.map((__, p) => (y === p ? 7 : 1)));
        const table = Object.fromEntries(Array.from({ length: groups }, (_, g) => [`${name}-${g}`, cells]));
        const outcomes = countsOf(names, table);
        const report = reportOf(outcomes, {
          attributes: Array.from({ length: attributes }, (_, a) => ({ name: `${name}${a}`, outcomes })),
          settings: { draws: 0, maxGap: 0.1 },
        });
        const lines = linesOf(renderText(report, { width }));
        expect(lines.length).to.be.at.most(40);
        for (const line of lines) expect(textWidth(line)).to.be.at.most(width);
      }),
      { numRuns: 20 },
    );
  });

  it("lets no control character of a name through", () => {
    const outcomes = countsOf([strangeNames.terminal, strangeNames.lines], {
      [strangeNames.terminal]: [
        [9, 1],
        [1, 9],
      ],
      [strangeNames.override]: [
        [5, 5],
        [1, 9],
      ],
    });
    const text = renderText(reportOf(outcomes, { attributes: [{ name: strangeNames.terminal, outcomes }] }));
    expect(text.replaceAll("\n", "")).not.to.match(/[\p{Cc}\p{Cf}]/u);
    expect(text).to.include("\\u{1b}[31mred");
  });

  it("colours by the palette it is given and by nothing else", () => {
    const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const palette: Palette = {
      strong: tag("strong"),
      muted: tag("muted"),
      good: tag("good"),
      bad: tag("bad"),
      unsure: tag("unsure"),
    };
    const text = renderText(creditReport(), { palette });
    expect(text).to.match(/^<strong><bad>VIOLATED<\/bad><\/strong> {2}Equalized/);
    expect(text.replace(/<\/?(?:strong|muted|good|bad|unsure)>/g, "")).to.equal(renderText(creditReport()));
  });
});
