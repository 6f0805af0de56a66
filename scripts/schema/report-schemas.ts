import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { createGenerator } from "ts-json-schema-generator";

const auditor = fileURLToPath(new URL("../../packages/auditor", import.meta.url));

/** The kinds of reports, with the file of the schema of each and the type that it is made from. */
export const reportSchemas = {
  "report.schema.json": {
    title: "Report of an audit of a classifier by evenodds, schemaVersion 1",
    type: "AuditReport",
    source: "src/report/audit-report.ts",
  },
  "regression-report.schema.json": {
    title: "Report of an audit of a regression by evenodds, schemaVersion 1",
    type: "RegressionReport",
    source: "src/report/regression-report.ts",
  },
  "comparison-report.schema.json": {
    title: "Comparison of two classifiers by evenodds, schemaVersion 1",
    type: "ComparisonReport",
    source: "src/report/comparison-report.ts",
  },
  "baseline-judgement.schema.json": {
    title: "Judgement of a classifier by a baseline of evenodds, schemaVersion 1",
    type: "BaselineJudgement",
    source: "src/baseline/judge-baseline.ts",
  },
} as const;

/** The folder of the schemas, which is published. */
export const schemaFolder = `${auditor}/schema`;

/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns the JSON Schema (draft 7) of a report as the text of its file: every field that the type has, with what its
 * comment says. Fields that the type does not know are allowed, because new ones may be added under the same
 * `schemaVersion`.
 */
export async function reportSchema(file: keyof typeof reportSchemas): Promise<string> {
  const { title, type, source } = reportSchemas[file];
  const generated = createGenerator({
    path: `${auditor}/${source}`,
    tsconfig: `${auditor}/tsconfig.json`,
    type,
    // The compiler has checked the types; here they are only read.
    skipTypeCheck: true,
    additionalProperties: true,
    encodeRefs: false,
    sortProps: false,
  }).createSchema(type);
  const { $schema, $ref, definitions } = withPlainNames(generated as Json) as { readonly [key: string]: Json };
  const id = `urn:evenodds:${file.replace(".schema.json", "")}:1`;
  const text = JSON.stringify({ $schema, $id: id, title, $ref, definitions });
  const path = `${schemaFolder}/${file}`;
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

/** Gives definitions names without the punctuation of types: `Omit<A,"b">` becomes `OmitAB`. */
function withPlainNames(schema: Json): Json {
  const names = new Map<string, string>();
  const plainName = (name: string) => {
    const plain = name
      .split(/[^A-Za-z0-9]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("");
    const earlier = names.get(plain);
    if (earlier !== undefined && earlier !== name) throw new Error(`two definitions would be called ${plain}`);
    names.set(plain, name);
    return plain;
  };
  const prefix = "#/definitions/";
  const rename = (value: Json, isDefinitions = false): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => rename(item));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          isDefinitions ? plainName(key) : key,
          rename(inner, key === "definitions"),
        ]),
      );
    }
    if (typeof value === "string" && value.startsWith(prefix)) return prefix + plainName(value.slice(prefix.length));
    return value;
  };
  return rename(schema);
}
