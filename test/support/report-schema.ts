import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { root } from "../docs/support/pages.js";

type Schema = Record<string, unknown>;

/** The published schema, and a strict one beside it that refuses fields which it does not know. */
function validators(file: string) {
  const schema = JSON.parse(readFileSync(`${root}/packages/auditor/schema/${file}`, "utf8")) as Schema;
  const strict = closed({ ...schema, $id: `${String(schema.$id)}:strict` }) as Schema;
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  return { published: ajv.compile(schema), strict: ajv.compile(strict) };
}

const classifier = validators("report.schema.json");
const ofKind: Readonly<Record<string, ReturnType<typeof validators>>> = {
  regression: validators("regression-report.schema.json"),
  comparison: validators("comparison-report.schema.json"),
  "baseline-judgement": validators("baseline-judgement.schema.json"),
};

/** Expects a report of any kind, parsed from its JSON, to fit its schema, with no field that the schema lacks. */
export function expectToFitSchema(report: unknown): void {
  const { kind } = report as { readonly kind?: string };
  const { published, strict } = kind === undefined ? classifier : ofKind[kind]!;
  const plain: unknown = JSON.parse(JSON.stringify(report));
  expect(published(plain), JSON.stringify(published.errors)).to.equal(true);
  expect(strict(plain), JSON.stringify(strict.errors)).to.equal(true);
}

/** Whether a value fits the published schema of a classifier's report. */
export function fitsReportSchema(report: unknown): boolean {
  return classifier.published(report);
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in schema && !("additionalProperties" in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}
