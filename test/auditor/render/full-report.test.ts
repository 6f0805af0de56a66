import { renderMarkdown, renderText } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { textWidth } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport, fullReport } from "../../support/audit-reports.js";
import { strangeNames } from "../../support/strange-names.js";

const inOrder = (text: string, parts: readonly string[]) => {
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.to.include(-1);
  expect(places).to.deep.equal([...places].sort((a, b) => a - b));
};
const added = [
  "Clusters by street",
  "Within levels of degree of education",
  "Scores",
  "The graph around the audited nodes",
];

describe("a report with everything", () => {
  const report = fullReport(["women", "men"]);
  const five = fullReport(["North", "South", "East", "West", "Overseas"], { positiveClass: "yes" });

  it("has its new parts after verdict, gap, figures and rates", () => {
    const html = renderHtml(report);
    const body = html.slice(html.indexOf("<body>"));
    const rest = ["Clusters by street", "Within levels of", "The gap over thresholds", "Other figures", ">Weights<"];
    inOrder(body, ["VIOLATED", "Noise floor", "Rates by true label", ...rest, "How each rule decides", added.at(-1)!]);
    inOrder(renderMarkdown(report), ["**VIOLATED.**", "### Rates by true label", ...added]);
  });

  it("shows none of them for a report that lacks their data", () => {
    for (const render of [renderHtml, renderMarkdown, renderText]) {
      for (const part of [...added, "Weights", "By cluster", "AUC", "Graph:"]) {
        expect(render(creditReport())).not.to.include(part);
      }
    }
  });

  it("shows all class rates under the other figures, folded", () => {
    const html = renderHtml(report);
    const folded = html.slice(html.indexOf("<summary>Other figures"));
    inOrder(folded, [
      "Demographic parity ratio",
      "Predictive parity: PPV gap of yes",
      "Accuracy difference",
      "TPR: share of",
    ]);
    inOrder(folded, ["Class no against the rest", "Class yes against the rest", "</details>"]);
    expect(renderHtml(five)).not.to.include("Class no against the rest");
  });

  it("keeps the text within one screen, with the cluster test and the weights in it", () => {
    for (const one of [report, five]) {
      const lines = renderText(one).trimEnd().split("\n");
      expect(lines.length).to.be.at.most(40);
      for (const line of lines) expect(textWidth(line)).to.be.at.most(100);
      const text = lines.join(" ").replace(/ +/g, " ");
      for (const part of ["By cluster (street, 50 clusters): p", "Weighted: sizes and counts", "(adjusted "]) {
        expect(text).to.include(part);
      }
    }
  });

  it("says p-values adjusted for several attributes", () => {
    expect(renderHtml(report)).to.match(/adjusted for 2 attributes \(Holm\): /);
    expect(renderHtml(creditReport())).not.to.include("Holm");
  });

  it("has no number that does not exist", () => {
    for (const render of [renderHtml, renderMarkdown, renderText]) {
      for (const one of [report, five]) expect(render(one)).not.to.match(/NaN|Infinity|\[object|\bnull\b/);
    }
  });

  it("gives equal bytes for equal reports", () => {
    const again = fullReport(["women", "men"]);
    for (const render of [renderHtml, renderMarkdown, renderText]) expect(render(again)).to.equal(render(report));
  });

  it("shows strange names as text in every part", () => {
    const tagsOf = (html: string) =>
      (html.match(/<[a-zA-Z!/][^>]*>/g) ?? []).map((tag) => /^<\/?[\w!-]+/.exec(tag)![0]).sort();
    const plainHtml = renderHtml(fullReport(["women", "men"], { nodes: 240 }));
    for (const strange of Object.values(strangeNames)) {
      const one = fullReport([strange, "men"], { attribute: `${strange}x`, classes: ["no", strange], nodes: 240 });
      const html = renderHtml(one);
      expect(tagsOf(html)).to.deep.equal(tagsOf(plainHtml));
      expect(html).not.to.match(/[\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]|[^\P{Cc}\n]/u);
      const markdown = renderMarkdown(one);
      expect(markdown).not.to.match(/[<>]|https:\/\/|www\.|@team|(?<!\\)`/);
      for (const line of markdown.split("\n")) expect(line).not.to.match(/^#+ third/);
      expect(renderText(one).replaceAll("\n", "")).not.to.match(/[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/u);
    }
  });
});
