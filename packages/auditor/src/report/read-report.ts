import { InputError } from "@evenodds/core";
import type { AuditReport } from "./audit-report.js";
import { jsonValue } from "./json-value.js";

/**
 * Returns the report of an audit of a classifier that a text holds, as `renderJson` writes it. What a comparison reads
 * of it is looked at: names, counts, settings, data. Throws {@link InputError} for any other text, for the report of a
 * regression, and for a later version; `file` is how the text is called.
 */
export function readReport(text: string, file: string): AuditReport {
  const refuse = (found: string): never => {
    const expected = "the report of an audit of a classifier, as audit writes with --json or --out";
    throw new InputError({ argument: file, expected, found });
  };
  const report = asObject(jsonValue(text, refuse)) ?? refuse("no object");
  if (report.kind !== undefined) refuse(`the report of a ${JSON.stringify(report.kind)}`);
  if (report.schemaVersion !== 1) refuse(`schemaVersion ${JSON.stringify(report.schemaVersion)}`);
  const wrong = wrongPart(report);
  if (wrong !== null) refuse(wrong);
  return report as unknown as AuditReport;
}

type JsonObject = Readonly<Record<string, unknown>>;

function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isAmount = (value: unknown): value is number => typeof value === "number" && value >= 0;
const isObject = (value: unknown): value is JsonObject => asObject(value) !== null;

/** Returns what is not as in a report, or null. */
function wrongPart({ settings, classes, labelled, attributes, data, model, split }: JsonObject): string | null {
  if (!isAmount(asObject(settings)?.minimumSupport)) return "no settings.minimumSupport";
  if (!isList(classes, isText)) return "no list of classes";
  if (labelled !== true) return "an audit without labels";
  if (!isText(split)) return "no split";
  if (data !== null && !isList(asObject(data)?.files, isObject)) return "no list of data.files";
  if (model !== null && !isText(asObject(model)?.sha256)) return "no model.sha256";
  if (!isList(attributes, isObject)) return "no list of attributes";
  for (const { name, rows, cells } of attributes) {
    if (!isText(name)) return "an attribute without a name";
    const of = `of attribute ${JSON.stringify(name)}`;
    if (!isAmount(asObject(rows)?.used) || !isObject(asObject(rows)?.excluded)) return `no rows ${of}`;
    if (!isList(cells, isObject)) return `no cells ${of}`;
    for (const { label, group, n, predictions } of cells) {
      if (!isText(label) || !isText(group) || !isAmount(n)) return `a cell without label, group or n ${of}`;
      if (!isList(predictions, isObject) || predictions.length !== classes.length) {
        return `a cell without a prediction for each class ${of}`;
      }
      const counted = predictions.reduce((sum, { k }) => sum + (isAmount(k) ? k : NaN), 0);
      if (!(Math.abs(counted - n) <= 1e-6 * Math.max(1, n))) return `a cell whose counts do not make its n ${of}`;
      if (predictions.some(({ prediction }, c) => prediction !== classes[c]))
        return `predictions in another order ${of}`;
    }
  }
  return null;
}
