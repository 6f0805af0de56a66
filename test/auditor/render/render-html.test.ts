import { auditOutcomes, renderMarkdown } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { expect } from "chai";
import { escape } from "html-escaper";
import { countsOf, creditReport, reportOf, wideReport } from "../../support/audit-reports.js";
import { strangeNames } from "../../support/strange-names.js";
import { withoutOwnScript } from "../../support/without-own-script.js";

/** All opening tags of a page, as written. A `<` that starts one can only come from the page itself. */
const tagsOf = (html: string) => html.match(/<[a-zA-Z!][^>]*>/g) ?? [];
const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0;

describe("renderHtml", () => {
  it("goes from the verdict over the gap and the groups to rates, rows and caveats", () => {
    const html = renderHtml(creditReport());
    const body = html.slice(html.indexOf("<body>"));
    const order = [
      "VIOLATED",
      "Nodes with label",
      "Noise floor",
      "Groups",
      "Rates by true label",
      "<caption>True label",
      ">468<",
      "What to keep in mind",
      "3f0c6a1d",
    ];
    const places = order.map((part) => body.indexOf(part));
    expect(places).not.to.include(-1);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
  });

  it("is one page without external resources and scripts but its own", () => {
    const html = withoutOwnScript(renderHtml(wideReport()));
    expect(html).to.match(/^<!doctype html>\n<html lang="en">/);
    for (const tag of tagsOf(html)) {
      expect(tag).not.to.match(/^<(?:script|link|img|iframe|object|use|image)|\s(?:src|href|on\w+)\s*=/i);
    }
    expect(html).not.to.match(/@import|url\(/);
    expect(html).to.include("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-");
    expect(html).to.include("prefers-color-scheme: dark");
  });

  it("draws a chart per label with every group, its interval and its n", () => {
    const html = renderHtml(creditReport());
    const figures = html.match(/<figure[\s\S]*?<\/figure>/g)!;
    expect(figures).to.have.length(3);
    const good = figures[2]!;
    expect(good).to.include("<b><bdi>good</bdi></b>, predicted <b><bdi>good</bdi></b>");
    for (const part of [">female<", ">male<", ">n = 120<", ">n = 240<"]) expect(good).to.include(part);
    expect(count(good, /<circle /g)).to.equal(2);
    expect(good).to.match(/var\(--lowest\)[\s\S]*var\(--highest\)/);
    expect(figures[0]).to.match(/>limit 0\.1<[\s\S]*>0\.175<[\s\S]*>0\.0\d\d</);
  });

  it("draws an interval whose bound is 0 or 1, and leaves a gap that says so for a cell without rows", () => {
    // Group a never gets label y right: rate 0, interval from 0. Group b has no rows with label y.
    const outcomes = countsOf(["n", "y"], {
      a: [
        [10, 0],
        [10, 0],
      ],
      b: [
        [10, 0],
        [0, 0],
      ],
      c: [
        [10, 0],
        [0, 10],
      ],
    });
    const figures = renderHtml(reportOf(outcomes)).match(/<figure[\s\S]*?<\/figure>/g)!;
    const y = figures[2]!;
    const bars = y.match(/<line stroke="var\(--\w+\)"[^>]*>/g)!;
    expect(bars).to.have.length(2);
    const ends = bars.map((bar) => [/ x1="([\d.]+)"/, / x2="([\d.]+)"/].map((end) => Number(end.exec(bar)![1])));
    const ticks = [...y.matchAll(/translate\((\d+),\d+\)" y="0.71em">([\d.]+)</g)].map(([, x, tick]) => [
      tick,
      Number(x),
    ]);
    const at = Object.fromEntries(ticks) as Record<string, number>;
    expect(ends[0]![0]).to.equal(at["0"]);
    expect(ends[0]![1]).to.be.greaterThan(at["0"]! + 10);
    expect(ends[1]![1]).to.equal(at["1"]);
    expect(count(y, /undefined \(n = 0\)/g)).to.equal(1);
    expect(count(y, /<circle /g)).to.equal(2);
    expect(y).to.include(">n = 0<");
  });

  it("says in the chart of the gap that it is undefined", () => {
    const alone = countsOf(["n", "y"], {
      a: [
        [10, 0],
        [0, 10],
      ],
    });
    const [gap] = renderHtml(reportOf(alone)).match(/<figure[\s\S]*?<\/figure>/g)!;
    expect(count(gap, />undefined</g)).to.equal(2);
    expect(renderHtml(reportOf(alone))).not.to.match(/NaN|Infinity|\[object/);
  });

  it("shows strange names as text, in tables and charts alike", () => {
    for (const name of Object.values(strangeNames)) {
      const outcomes = countsOf([name, "other"], {
        [name]: [
          [9, 1],
          [4, 6],
        ],
        b: [
          [8, 2],
          [1, 9],
        ],
      });
      const strange = reportOf(outcomes, {
        attributes: [{ name, outcomes }],
        data: { name, files: [], nodes: 40, arcs: 1 },
      });
      const plainCounts = countsOf(["class", "other"], {
        group: [
          [9, 1],
          [4, 6],
        ],
        b: [
          [8, 2],
          [1, 9],
        ],
      });
      const plain = reportOf(plainCounts, {
        attributes: [{ name: "attribute", outcomes: plainCounts }],
        data: { name: "data", files: [], nodes: 40, arcs: 1 },
      });
      const withoutValues = (html: string) =>
        tagsOf(html).map(
          (tag) =>
            /^<\/?[\w!-]+/.exec(tag)![0] +
            [...tag.matchAll(/ ([\w:-]+)="[^"]*"/g)]
              .map(([, key]) => key)
              .sort()
              .join(" "),
        );
      // The same elements with the same attributes, in the same order: the name has added none.
      expect(withoutValues(renderHtml(strange)).sort()).to.deep.equal(withoutValues(renderHtml(plain)).sort());
      expect(renderHtml(strange)).not.to.match(/\p{Cf}|[^\P{Cc}\n]/u);
    }
    const html = renderHtml(
      reportOf(
        countsOf(["0", "1"], {
          [strangeNames.image]: [
            [9, 1],
            [4, 6],
          ],
          b: [
            [8, 2],
            [1, 9],
          ],
        }),
      ),
    );
    expect(html).to.include(`<bdi>${escape(strangeNames.image)}</bdi>`);
  });

  it("shows selection rates where there are no labels", () => {
    const predictions = {
      groups: ["a", "b"],
      classes: ["n", "y"],
      predicted: Float64Array.of(6, 4, 2, 8),
      excluded: {},
    };
    const html = renderHtml(auditOutcomes({ attributes: [{ name: "g", predictions }], version: "1" }));
    expect(html).to.include("Predictions by group");
    expect(html).to.match(/0\.400<\/span><small>0\.\d+ to 0\.\d+ · 4\/10/);
    expect(html).not.to.include("<figure");
  });

  it("shows a rate that has no interval, which is that of weighted rows, and not as undefined", () => {
    const outcomes = countsOf(["n", "y"], {
      a: [
        [7.5, 2.5],
        [4, 6],
      ],
      b: [
        [9, 1],
        [2, 8],
      ],
    });
    const html = renderHtml(reportOf(outcomes));
    expect(html).to.include("0.750</span><small>no interval · 7.5/10");
    expect(html).not.to.include("undefined (n = 0)");
    const [, charted] = html.match(/<figure[\s\S]*?<\/figure>/g)!;
    expect(count(charted!, /<circle /g)).to.equal(2);
    expect(count(charted!, /<line stroke="var\(--\w+\)"/g)).to.equal(1);
    expect(renderMarkdown(reportOf(outcomes))).to.include("0.750 (no interval), 7.5/10");
  });

  it("gives equal bytes for equal reports", () => {
    expect(renderHtml(wideReport())).to.equal(renderHtml(wideReport()));
  });
});
