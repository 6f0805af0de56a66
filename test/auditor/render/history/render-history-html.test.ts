import { makeHistory, recordedAudit, renderJson, type HistoryEntry } from "@evenodds/auditor";
import { renderHistoryHtml } from "@evenodds/auditor/html";
import { furthestGroups, namesApart } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport } from "../../../support/audit-reports.js";
import { strangeNames } from "../../../support/strange-names.js";

const audit = recordedAudit(renderJson(creditReport()), "r.json");
const entry = (point: string, series = "model"): HistoryEntry => ({ point, series, file: point, audit });
const pageOf = (entries: readonly HistoryEntry[]) => renderHistoryHtml(makeHistory(entries), { title: "Gaps" });

describe("renderHistoryHtml", () => {
  it("has what is so now, a chart for the gap and one for the groups, and a row for each point", () => {
    const page = pageOf([entry("v1"), entry("v2")]);
    expect(page).to.match(/2 reports of 1 series at 2 points\. Now: 1 violated/);
    expect(page.match(/<svg/g)).to.have.length(2);
    expect(page).to.match(/<th scope="row"><bdi>v2<\/bdi><\/th>.*<th scope="row"><bdi>v1<\/bdi><\/th>/s);
    expect(page).to.match(/0\.175/);
  });

  it("has no chart of a single point, and says where there are too many charts", () => {
    expect(pageOf([entry("v1")])).not.to.match(/<svg/);
    const many = Array.from({ length: 70 }, (_, i) => [entry("v1", `m${i}`), entry("v2", `m${i}`)]).flat();
    const page = pageOf(many);
    expect(page.match(/<svg/g)).to.have.length(120);
    expect(page).to.match(/Charts are left out: a page has 120 at most\./);
  });

  it("folds earlier points away, and loses none", () => {
    const page = pageOf(Array.from({ length: 30 }, (_, i) => entry(`v${i}`)));
    expect(page).to.match(/<summary>18 earlier points<\/summary>/);
    for (let i = 0; i < 30; i++) expect(page).to.include(`<bdi>v${i}</bdi>`);
  });

  it("escapes every name", () => {
    const plain = pageOf([entry("v1"), entry("v2")]);
    for (const name of Object.values(strangeNames)) {
      const page = renderHistoryHtml(makeHistory([entry(name, name), entry(`${name}2`, name)]), { title: name });
      for (const tag of ["<script", "<img", "<style", "onload=alert(1)>", '" onmouseover']) {
        expect(page.split(tag).length, `${tag} of ${name}`).to.equal(plain.split(tag).length);
      }
    }
  });
});

describe("furthestGroups", () => {
  it("names six groups at most, by how far they were from the others when last seen", () => {
    const point = (groups: Readonly<Record<string, number>>) => ({
      point: "p",
      attribute: {
        ...audit.attributes[0]!,
        groups: Object.entries(groups).map(([group, difference]) => ({ group, difference })),
      },
    });
    const first = point({ a: 0.9, b: 0.1, gone: -0.5 });
    const second = point({ a: 0, b: -0.2, c: 0.05, d: 0.04, e: 0.03, f: 0.02 });
    expect(furthestGroups([first, { point: "q", attribute: null }, second])).to.deep.equal([
      "gone",
      "b",
      "c",
      "d",
      "e",
      "f",
    ]);
  });
});

describe("namesApart", () => {
  it("moves names as little as keeps them apart, below the highest", () => {
    const placed = namesApart([{ y: 0.95 }, { y: 0.9 }, { y: 0.2 }], { least: 0.25, highest: 1 });
    expect(placed.map(({ y }) => y)).to.deep.equal([0.2, 0.75, 1]);
  });
});
