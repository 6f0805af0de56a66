import { allCombinations, crossingSign, UsageError, suggest } from "@evenodds/core";
import type { OutcomeRequest, RequestedCluster, WhenClusterMissing } from "../outcome-request.js";
import { attributeKey, classKey, namedValues, type KeyRequest } from "./key-request.js";

/** A request with defaults filled in and every contradiction refused. */
export interface OutcomePlan {
  /** The sensitive attributes, then the condition, the label and the prediction or score, where there are any. */
  readonly keys: readonly KeyRequest[];
  readonly condition: number | undefined;
  readonly label: number | undefined;
  /** Index of the prediction or the score. */
  readonly prediction: number;
  readonly weight: string | undefined;
  readonly cluster: PlannedCluster | undefined;
  /** Fewest rows of a group that is counted. */
  readonly minCell: number | undefined;
  /** What is tabulated: each attribute, then each crossing. */
  readonly tables: readonly PlannedTable[];
}

/** A column of clusters, with defaults filled in. */
export interface PlannedCluster {
  /** Name in messages. */
  readonly argument: string;
  readonly column: string;
  readonly missing: readonly string[];
  readonly whenMissing: WhenClusterMissing;
}

/** Attributes that are counted together, as indices of keys. */
export interface PlannedTable {
  readonly name: string;
  readonly attributes: readonly number[];
}

/**
 * Throws {@link UsageError} for a request without attribute, with both or neither of prediction and score, with a score
 * but no finite threshold, with bins that are not ascending or beside levels, with clusters but no label, and with
 * unknown or repeated names.
 */
export function planRequest(
  request: OutcomeRequest,
  { threshold }: { readonly threshold: "needed" | "unused" } = { threshold: "needed" },
): OutcomePlan {
  const attributes = request.sensitive.map((given) => attributeKey("attribute", given));
  checkAttributes(attributes);
  const classes = request.classes && namedValues(request.classes);
  const condition = request.condition === undefined ? [] : [attributeKey("condition", request.condition)];
  const label =
    request.label === undefined ? [] : [classKey("label", request.label, { levels: classes, borders: undefined })];
  const everywhere = request.missing ?? [];
  const keys = [...attributes, ...condition, ...label, predictionKey(request, { classes, threshold })].map((key) => ({
    ...key,
    missing: [...key.missing, ...everywhere],
  }));
  for (const key of keys) checkBorders(key);
  checkMinCell(request);
  return {
    keys,
    condition: condition.length === 0 ? undefined : attributes.length,
    label: label.length === 0 ? undefined : keys.length - 2,
    prediction: keys.length - 1,
    weight: request.weight,
    cluster: request.cluster === undefined ? undefined : plannedCluster(request.cluster, request),
    minCell: request.minCell,
    tables: plannedTables(attributes, request.crossed ?? "none"),
  };
}

/** What tells single rows apart does not go with groups that are not to be small. */
function checkMinCell({ minCell, score, weight, cluster }: OutcomeRequest): void {
  if (minCell === undefined) return;
  const refuse = (expected: string, found: string, hint?: string) => {
    throw new UsageError({ argument: "‘minCell’", expected, found, hint });
  };
  if (!Number.isSafeInteger(minCell) || minCell < 1) refuse("a whole number of 1 or more", String(minCell));
  const cut = "predict a class in the table or the query: CASE WHEN score >= 0.5 THEN 1 ELSE 0 END AS yhat";
  if (score !== undefined) refuse("predicted classes", "scores, which differ from row to row", cut);
  if (weight !== undefined) refuse("rows without weights", "weights, which differ from row to row");
  if (cluster !== undefined) refuse("rows without clusters", "clusters, which are groups of few rows");
}

function plannedCluster(
  given: string | RequestedCluster,
  { label, missing: everywhere = [] }: OutcomeRequest,
): PlannedCluster {
  const { column, missing = [], whenMissing = "alone" } = typeof given === "string" ? { column: given } : given;
  const argument = `cluster column ${JSON.stringify(column)}`;
  if (label !== undefined) return { argument, column, missing: [...missing, ...everywhere], whenMissing };
  throw new UsageError({
    argument,
    expected: "a label column too",
    found: "none",
    hint: "clusters are for gaps by label: name the column with ‘label’",
  });
}

function predictionKey(
  request: OutcomeRequest,
  options: { readonly classes: KeyRequest["levels"]; readonly threshold: "needed" | "unused" },
): KeyRequest {
  const { prediction, score, threshold } = request;
  if ((prediction === undefined) === (score === undefined)) {
    throw new UsageError({
      argument: "‘prediction’",
      expected: "either a prediction column or a score column",
      found: score === undefined ? "neither" : "both",
    });
  }
  if (prediction !== undefined) {
    if (threshold === undefined) {
      return classKey("prediction", prediction, { levels: options.classes, borders: undefined });
    }
    throw new UsageError({
      argument: "‘threshold’",
      expected: "a threshold only with a score",
      found: `${threshold}, with a prediction`,
      hint: "name the column of scores with ‘score’, in place of ‘prediction’",
    });
  }
  if (options.threshold === "unused") return classKey("score", score!, { levels: undefined, borders: undefined });
  if (threshold !== undefined && Number.isFinite(threshold)) {
    return classKey("score", score!, { levels: undefined, borders: [threshold] });
  }
  throw new UsageError({
    argument: "‘threshold’",
    expected: "a finite number with a score",
    found: threshold === undefined ? "nothing" : String(threshold),
    hint: "a row with score >= threshold is predicted as the positive class",
  });
}

function checkAttributes(attributes: readonly KeyRequest[]): void {
  if (attributes.length === 0) {
    throw new UsageError({ argument: "‘sensitive’", expected: "at least one column", found: "none" });
  }
  const repeated = attributes.find(({ name }, i) => attributes.findIndex((other) => other.name === name) !== i);
  if (repeated === undefined) return;
  const found = `${JSON.stringify(repeated.name)} twice`;
  throw new UsageError({ argument: "‘sensitive’", expected: "attributes with distinct names", found });
}

function checkBorders({ argument, borders, levels, role }: KeyRequest): void {
  if (borders === undefined || role === "score") return;
  const ascending = borders.every((border, i) => Number.isFinite(border) && (i === 0 || borders[i - 1]! < border));
  if (ascending && borders.length > 0 && levels === undefined) return;
  throw new UsageError({
    argument: `bins of ${argument}`,
    expected: levels === undefined ? "finite ascending borders" : "either bins or levels",
    found: levels === undefined ? `[${borders.join(", ")}]` : "both",
  });
}

function plannedTables(
  attributes: readonly KeyRequest[],
  crossed: NonNullable<OutcomeRequest["crossed"]>,
): PlannedTable[] {
  const indices = attributes.map((_, i) => i);
  const chosen =
    crossed === "none"
      ? []
      : crossed === "all"
        ? allCombinations(indices)
        : crossed.map((names) => find(names, attributes));
  const lists = [...indices.map((i) => [i]), ...chosen];
  return lists.map((list) => ({ name: list.map((i) => attributes[i]!.name).join(crossingSign), attributes: list }));
}

function find(names: readonly string[], attributes: readonly KeyRequest[]): number[] {
  const known = attributes.map(({ name }) => name);
  const found = names.map((name) => {
    const at = known.indexOf(name);
    if (at >= 0) return at;
    const hint = suggest(name, known);
    throw new UsageError({ argument: "‘cross’", expected: "sensitive attributes", found: JSON.stringify(name), hint });
  });
  if (found.length >= 2 && new Set(found).size === found.length) return found;
  const shown = names.length === 0 ? "none" : names.map((name) => JSON.stringify(name)).join(", ");
  throw new UsageError({ argument: "‘cross’", expected: "two or more different attributes", found: shown });
}
