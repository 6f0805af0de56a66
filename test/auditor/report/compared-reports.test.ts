import {
  auditOutcomes,
  comparedReports,
  compareOutcomes,
  readReport,
  renderJson,
  type AuditReport,
} from "@evenodds/auditor";
import { InputError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes } from "../../support/outcomes.js";

const hash = (digit: string) => digit.repeat(64);
const model = { file: "m.onnx", sha256: hash("1"), producer: null, featureCount: null, provenance: null };
const data = { name: "people", files: [{ file: "people.csv", sha256: hash("2") }], nodes: 40, arcs: 50 };
const before = binaryOutcomes({ F: { tn: 8, fp: 2, fn: 1, tp: 9 }, M: { tn: 7, fp: 3, fn: 2, tp: 8 } });
const after = binaryOutcomes({ F: { tn: 8, fp: 2, fn: 5, tp: 5 }, M: { tn: 7, fp: 3, fn: 2, tp: 8 } });
type Input = Parameters<typeof auditOutcomes>[0];
const report = (outcomes: typeof before, other: Partial<Input> = {}): AuditReport =>
  auditOutcomes({
    attributes: [{ name: "sex", outcomes }],
    version: "1",
    settings: { draws: 9 },
    model,
    data,
    ...other,
  });
const source = (file: string) => ({ file, sha256: hash("3") });
const options = { a: source("a.json"), b: source("b.json"), version: "1" };

describe("comparedReports", () => {
  const a = report(before);

  it("compares the counts of reports on the same data by their margins", () => {
    const input = comparedReports({ a, b: report(after) }, options);
    const { pairing, unit, attributes } = compareOutcomes(input);
    expect([pairing, unit]).to.deep.equal(["margins", "node"]);
    expect(attributes[0]!.gap.change).to.be.closeTo(0.3 - 0.1, 1e-12);
    expect(attributes[0]!.cells.map((cell) => [cell.a.right, cell.b.right])).to.deep.equal([
      [8, 8],
      [7, 7],
      [9, 5],
      [8, 8],
    ]);
  });

  it("matches classes and groups by name", () => {
    const turned = {
      groups: ["M", "F"],
      classes: ["1", "0"],
      counts: Float64Array.of(8, 2, 3, 7, 5, 5, 2, 8),
      excluded: {},
    };
    const [plain, other] = [report(after), report(turned)].map((b) =>
      compareOutcomes(comparedReports({ a, b }, options)),
    );
    expect(other!.attributes).to.deep.equal(plain!.attributes);
  });

  const refused: readonly [what: string, b: () => AuditReport, message: RegExp][] = [
    [
      "other data",
      () => report(after, { data: { ...data, files: [{ file: "people.csv", sha256: hash("9") }] } }),
      /the data of a\.json and b\.json.*people\.csv.*‘unpaired’/,
    ],
    ["another part", () => report(after, { split: "test" }), /all nodes in a\.json and the test part in b\.json/],
    [
      "a table",
      () => report(after, { model: null, data: null }),
      /a model on a graph in a\.json and a table of predictions in b\.json/,
    ],
    [
      "cells of other sizes",
      () => report(binaryOutcomes({ F: { tn: 8, fp: 2, fn: 5, tp: 6 }, M: { tn: 7, fp: 3, fn: 2, tp: 8 } })),
      /the rows of sex "F" with label "1".*10 in a\.json and 11 in b\.json/,
    ],
    [
      "other groups",
      () => report(binaryOutcomes({ F: { tn: 8, fp: 2, fn: 5, tp: 5 }, X: { tn: 7, fp: 3, fn: 2, tp: 8 } })),
      /the groups of "sex"/,
    ],
    ["other classes", () => report({ ...after, classes: ["no", "yes"] }), /the classes of/],
    [
      "another minimum support",
      () => report(after, { settings: { draws: 9, minimumSupport: 2 } }),
      /minimum support.*5 in a\.json and 2 in b\.json.*‘minSupport’/,
    ],
    [
      "other attributes",
      () =>
        report(after, {
          attributes: [
            { name: "sex", outcomes: after },
            { name: "age", outcomes: after },
          ],
        }),
      /the attributes.*‘sensitive’/,
    ],
  ];
  for (const [what, b, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => comparedReports({ a, b: b() }, options)).to.throw(InputError, message);
    });
  }

  it("refuses weights, and attributes that are not in both", () => {
    const weighted = report(after, {
      attributes: [{ name: "sex", outcomes: after, squares: after.counts.slice(), usedRows: 40 }],
    });
    expect(() => comparedReports({ a, b: weighted }, options)).to.throw(InputError, /weights of "sex"/);
    expect(() => comparedReports({ a, b: report(after) }, { ...options, sensitive: ["age"] })).to.throw(
      UsageError,
      /"age"/,
    );
  });

  it("takes other rows as independent where it is told, and another minimum support where one is named", () => {
    const larger = binaryOutcomes({ F: { tn: 18, fp: 2, fn: 5, tp: 15 }, M: { tn: 7, fp: 3, fn: 2, tp: 8 } });
    const b = report(larger, { settings: { draws: 9, minimumSupport: 2 } });
    const input = comparedReports({ a, b }, { ...options, unpaired: true, minimumSupport: 3 });
    expect(input.attributes[0]!.pair.pairing).to.equal("independent");
    expect(input.settings!.minimumSupport).to.equal(3);
    expect(input.data).to.equal(null);
  });

  it("says that it is not known whether two models record the same split", () => {
    const input = comparedReports(
      { a: report(before, { split: "test" }), b: report(after, { split: "test" }) },
      options,
    );
    expect(input.notes!.join()).to.match(/record their test part themselves/);
  });
});

describe("readReport", () => {
  const text = renderJson(report(before));

  it("reads what renderJson writes", () => {
    expect(readReport(text, "r.json")).to.deep.equal(JSON.parse(text));
  });

  const changed = (change: (value: Record<string, unknown>) => void) => {
    const value = JSON.parse(text) as Record<string, unknown>;
    change(value);
    return JSON.stringify(value);
  };
  const refused: readonly [what: string, text: string, message: RegExp][] = [
    ["other text", "{", /r\.json: .*text that is not JSON/],
    ["a list", "[]", /no object/],
    ["a later version", changed((value) => (value.schemaVersion = 2)), /schemaVersion 2/],
    ["another kind", changed((value) => (value.kind = "regression")), /"regression"/],
    ["audits without labels", changed((value) => (value.labelled = false)), /without labels/],
    ["missing attributes", changed((value) => delete value.attributes), /no list of attributes/],
    ["counts that do not add up", text.replace('"k": 9', '"k": 8'), /do not make its n of attribute "sex"/],
    ["a count below 0", text.replace('"k": 9', '"k": -1'), /do not make its n/],
    ["two keys of one name", text.replace('"schemaVersion": 1', '"schemaVersion": 1, "schemaVersion": 1'), /twice/],
  ];
  for (const [what, given, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => readReport(given, "r.json")).to.throw(InputError, message);
    });
  }
});
