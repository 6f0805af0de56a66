import { makeHistory, recordedAudit, renderJson, type HistoryEntry, type RecordedAudit } from "@evenodds/auditor";
import { inNaturalOrder } from "@evenodds/auditor/internal";
import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { creditReport } from "../../support/audit-reports.js";

const audit = recordedAudit(renderJson(creditReport()), "r.json");
const entry = (point: string, own: Partial<RecordedAudit> = {}, series = "m"): HistoryEntry => ({
  ...{ point, series, file: `${point}/${series}.json` },
  audit: { ...audit, ...own },
});
const changed = (own: Partial<RecordedAudit>) =>
  makeHistory([entry("1"), entry("2", own)]).series[0]!.audits[1]!.changes;

describe("makeHistory", () => {
  it("puts points in natural order, or in that which is given", () => {
    const entries = ["v10", "v2", "v1"].map((point) => entry(point));
    expect(makeHistory(entries).points).to.deep.equal(["v1", "v2", "v10"]);
    const order = ["v10", "v5", "v1", "v2"];
    const { points, series } = makeHistory(entries, { order });
    expect(points).to.deep.equal(["v10", "v1", "v2"]);
    expect(series[0]!.audits.map(({ point }) => point)).to.deep.equal(points);
  });

  it("puts what is violated now first, then what cannot be told, then by name", () => {
    const { series } = makeHistory([
      entry("1", { verdict: "pass" }, "m10"),
      entry("1", { verdict: "pass" }, "m2"),
      entry("1", { verdict: "violated" }, "z"),
      entry("1", { verdict: "inconclusive" }, "y"),
    ]);
    expect(series.map(({ name }) => name)).to.deep.equal(["z", "y", "m2", "m10"]);
  });

  it("refuses two reports of one series at one point, and a point that the order lacks", () => {
    expect(() => makeHistory([entry("1"), { ...entry("1"), file: "other.json" }])).to.throw(
      InputError,
      /reports of "m" at "1": expected one, found 1\/m\.json and other\.json/,
    );
    expect(() => makeHistory([entry("1")], { order: ["2"] })).to.throw(InputError, /order: .*none of "1"/);
  });

  it("says what changed: the verdict first, then what was audited otherwise", () => {
    expect(changed({})).to.deep.equal([]);
    expect(changed({ verdict: "pass", model: "other" })).to.deep.equal(["verdict violated → pass", "another model"]);
    expect(changed({ data: null, minimumSupport: 9, tool: "evenodds 2", classes: ["x"] })).to.deep.equal([
      "other classes",
      "minimum support 5 → 9",
      "other data",
      "evenodds 0.1.0 → evenodds 2",
    ]);
    const [gender] = audit.attributes;
    expect(changed({ attributes: [] })).to.deep.equal(['attribute "gender" is gone']);
    expect(
      changed({
        attributes: [
          { ...gender!, gate: { ...gender!.gate!, limit: 0.2, rule: "evidence" }, groups: gender!.groups.slice(1) },
          { ...gender!, name: "age" },
        ],
      }),
    ).to.deep.equal([
      'limit by "gender" 0.1 → 0.2',
      'rule by "gender" point → evidence',
      'groups gone by "gender": "female"',
      'attribute "age" is new',
    ]);
  });
});

describe("inNaturalOrder", () => {
  it("counts numbers within names, and tells equal ones apart by their characters", () => {
    expect(inNaturalOrder(["b", "a10", "a9", "2026-11-10", "2026-9-1", "A9"])).to.deep.equal(
      inNaturalOrder(["A9", "2026-9-1", "2026-11-10", "a9", "a10", "b"]),
    );
    expect(inNaturalOrder(["v1.10", "v1.9"])).to.deep.equal(["v1.9", "v1.10"]);
  });
});
