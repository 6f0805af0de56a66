import { readFileSync } from "node:fs";
import { fileOptions, gatesSchema, parseGates } from "@evenodds/cli/internal";
import { reportMetrics } from "@evenodds/auditor";
import { Ajv } from "ajv";
import { expect } from "chai";
import { parse } from "yaml";
import { auditOptions } from "@evenodds/cli/internal";
import { root } from "../../docs/support/pages.js";
import { gatesJsonSchema, gatesSchemaFile } from "../../../scripts/schema/gates-json-schema.js";

const schema = JSON.parse(readFileSync(gatesSchemaFile, "utf8")) as Record<string, unknown>;
const fits = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

/** Files that both take. */
const good = [
  "{version: 1, audits: {a: {model: m.onnx, graph: g, gates: [{metric: accuracy, floor: 0.8, attribute: sex}]}}}",
  "{version: 1, audits: {a: {model: [m, n], graph: [g], max-gap: 0.1}}}",
  "{version: 1, defaults: {draws: 0, sensitive: [sex, 7], positive: 1}, audits: {a.b-c_d: {predictions: [p.csv, q.csv]}}}",
  "{version: 1, audits: {a: {sql: select 1, bins: {age: [30, 50]}, levels: [sex=F], stability: true, no-header: true}}}",
  "{version: 1, $schema: x, audits: {a: {gates: [{metric: auc, limit: 1, subgroup: {sex: F}, waive: {reason: r, until: 2027-01-31}}]}}}",
  "{version: 1, audits: {a: {counts: c.csv, baseline: b.json}}}",
  "{version: 1, audits: {a: {counts: c.csv, baseline: {file: b.json, severity: warning, inconclusive: warn}}}}",
];

/** Files that both refuse. */
const bad = [
  "{}",
  "{version: 1}",
  "{version: 2, audits: {}}",
  "{version: 1, audits: {a: {}}, audit: {}}",
  "{version: 1, audits: {a/b: {}}}",
  "{version: 1, audits: {a: {sensitiv: sex}}}",
  "{version: 1, audits: {a: {alpha: 1}}}",
  "{version: 1, audits: {a: {draws: 0.5}}}",
  '{version: 1, audits: {a: {draws: "5"}}}',
  "{version: 1, audits: {a: {split: tests}}}",
  "{version: 1, audits: {a: {no-header: 1}}}",
  "{version: 1, audits: {a: {model: []}}}",
  "{version: 1, audits: {a: {gates: []}}}",
  "{version: 1, audits: {a: {gates: [{limit: 1}]}}}",
  "{version: 1, audits: {a: {gates: [{metric: accuracies, limit: 1}]}}}",
  "{version: 1, audits: {a: {gates: [{metric: accuracy, limit: -1}]}}}",
  "{version: 1, audits: {a: {gates: [{metric: accuracy, limit: 1, waive: {until: 2027-01-31}}]}}}",
  "{version: 1, audits: {a: {gates: [{metric: accuracy, limit: 1, waive: {reason: r, until: soon}}]}}}",
  "{version: 1, audits: {a: {gates: [{metric: accuracy, limit: 1, baseline: b}]}}}",
  "{version: 1, audits: {a: {baseline: {severity: warning}}}}",
  "{version: 1, audits: {a: {baseline: {file: b.json, limit: 1}}}}",
  "{version: 1, defaults: {baseline: b.json}, audits: {a: {}}}",
  "{version: 1, defaults: {model: m}, audits: {a: {}}}",
  "{version: 1, defaults: {predictions: p}, audits: {a: {}}}",
];

describe("the JSON Schema of files of gates", () => {
  it("is what npm run schema writes", async () => {
    expect(readFileSync(gatesSchemaFile, "utf8")).to.equal(await gatesJsonSchema());
  });

  it("takes and refuses what the command does", () => {
    for (const text of good) {
      const content: unknown = parse(text);
      expect(gatesSchema.safeParse(content).error?.message, text).to.equal(undefined);
      expect(fits(content), `${text} ${JSON.stringify(fits.errors)}`).to.equal(true);
    }
    for (const text of bad) {
      const content: unknown = parse(text);
      expect(gatesSchema.safeParse(content).success, text).to.equal(false);
      expect(fits(content), text).to.equal(false);
    }
  });

  it("takes the fixture, and names every metric", () => {
    const text = readFileSync(`${root}/test/fixtures/gates/evenodds.yaml`, "utf8");
    expect(fits(parse(text))).to.equal(true);
    for (const metric of reportMetrics) expect(JSON.stringify(schema)).to.include(JSON.stringify(metric));
  });
});

describe("fileOptions", () => {
  it("are all options of evenodds audit that belong to one audit", () => {
    const flags = auditOptions.options.map((option) => /--([a-z-]+)/.exec(option.flags)![1]!);
    const left = flags.filter((flag) => !fileOptions.some(({ key }) => key === flag));
    expect(left).to.deep.equal([
      "require-gate",
      "memory",
      "timeout",
      "json",
      "annotations",
      "out",
      "attest",
      "attest-key",
      "junit",
      "sarif",
      "summary",
      "dry-run",
    ]);
  });
});

describe("parseGates", () => {
  it("keeps names as they are written, and numbers where numbers are meant", () => {
    const text = [
      "version: 1",
      "audits:",
      "  a: { label: 007, positive: 1.0, sensitive: [01, True, 1e3], draws: 1_000, alpha: 0.10, max-gap: 1e-1,",
      "       levels: { sex: [0, 1.50] }, gates: [{ metric: accuracy, floor: 0.80, class: 010, subgroup: { sex: 1.0 } }] }",
    ].join("\n");
    const audit = parseGates(text.replace("1_000", "1000"), "evenodds.yaml").audits.a!;
    expect(audit).to.deep.equal({
      ...{ label: "007", positive: "1.0", sensitive: ["01", "True", "1e3"], draws: 1000, alpha: 0.1, "max-gap": 0.1 },
      levels: { sex: ["0", "1.50"] },
      gates: [{ metric: "accuracy", floor: 0.8, class: "010", subgroup: { sex: "1.0" } }],
    });
  });

  it("reads JSON by the name of the file", () => {
    const text = '{"version": 1, "audits": {"a": {"counts": "c.csv", "positive": 1}}}';
    expect(parseGates(text, "e.json").audits.a).to.deep.equal({ counts: "c.csv", positive: 1 });
    expect(() => parseGates("{", "e.json")).to.throw("e.json: expected JSON");
    expect(() => parseGates('{"version": 1, "version": 1}', "e.json")).to.throw("twice in one object");
  });
});
