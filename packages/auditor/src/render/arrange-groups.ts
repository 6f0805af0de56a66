import type { FigureByGroup, ThresholdChoice } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import type { RegressionAttributeReport } from "../report/regression-report.js";
import type { ScoreReport } from "../report/optional-reports.js";
import { orderGroups } from "./order-groups.js";

/**
 * Returns a report with the groups of every attribute, and the levels of a condition, in the order of
 * {@link orderGroups}. Nothing else changes: it is for reading, while a report as JSON keeps the order of its data.
 */
export function arrangeGroups(report: AuditReport): AuditReport {
  const attributes = report.attributes.map(arranged);
  if (attributes.every((attribute, i) => attribute === report.attributes[i])) return report;
  const levels = new Map(attributes.map((attribute) => [attribute.name, attribute.levels]));
  const graph = report.graph && {
    ...report.graph,
    attributes: report.graph.attributes.map((found) => ({
      ...found,
      degreeByGroup: sorterOf(levels.get(found.attribute) ?? [])(found.degreeByGroup),
    })),
  };
  return { ...report, attributes, graph };
}

/** As {@link arrangeGroups}, for the groups of every label bin. */
export function arrangeErrorGroups(attribute: RegressionAttributeReport): RegressionAttributeReport {
  const { levels, bins } = attribute;
  const order = orderGroups(levels.map(({ level }) => level));
  if (isSame(order)) return attribute;
  const shown = order.map((at) => levels[at]!);
  const sort = sorterOf(shown);
  return { ...attribute, levels: shown, bins: bins.map((bin) => ({ ...bin, cells: sort(bin.cells) })) };
}

/** Sorts what belongs to groups; what does not differ stays in its order. */
type Sorter = <T extends { readonly group: string }>(list: readonly T[], outer?: (one: T) => string) => readonly T[];

function sorterOf(levels: AttributeReport["levels"]): Sorter {
  const rank = new Map(levels.map(({ level }, at) => [level, at]));
  return (list, outer = () => "") => {
    const outers = new Map<string, number>();
    for (const one of list) if (!outers.has(outer(one))) outers.set(outer(one), outers.size);
    const place = (one: (typeof list)[number]) => outers.get(outer(one))! * rank.size + rank.get(one.group)!;
    return [...list].sort((a, b) => place(a) - place(b));
  };
}

function arranged(attribute: AttributeReport): AttributeReport {
  const { levels, conditional } = attribute;
  const order = orderGroups(levels.map(({ level }) => level));
  const conditions = conditional && orderGroups(conditional.byLevel.map(({ level }) => level));
  if (isSame(order) && (conditions === null || isSame(conditions))) return attribute;
  const shown = order.map((at) => levels[at]!);
  const sort = sorterOf(shown);
  const { cells, effectiveSizes, performance, reference, scores } = attribute;
  const sized = sort(
    cells.map((cell, i) => ({ cell, group: cell.group, size: effectiveSizes?.[i] ?? 0 })),
    ({ cell }) => cell.label,
  );
  return {
    ...attribute,
    levels: shown,
    cells: sized.map(({ cell }) => cell),
    effectiveSizes: effectiveSizes && sized.map(({ size }) => size),
    groups: sort(attribute.groups),
    selectionRates: sort(attribute.selectionRates),
    performance: { ...performance, byGroup: sort(performance.byGroup) },
    classRates: sort(attribute.classRates, (row) => row.class),
    scores: scores && arrangedScores(scores, sort),
    ...(reference === undefined
      ? {}
      : {
          reference: {
            ...reference,
            cells: sort(reference.cells, ({ label }) => label ?? ""),
            selectionRates: sort(reference.selectionRates),
          },
        }),
    conditional: conditional && { ...conditional, byLevel: conditions!.map((at) => conditional.byLevel[at]!) },
  };
}

function arrangedScores(scores: ScoreReport, sort: Sorter): ScoreReport {
  const figure = (one: FigureByGroup): FigureByGroup => ({ ...one, byGroup: sort(one.byGroup) });
  const choice = (one: ThresholdChoice): ThresholdChoice => ({ ...one, byGroup: sort(one.byGroup) });
  const { auc, brier, calibration, equalizingThresholds } = scores;
  const { common, separate, leftOut } = equalizingThresholds;
  return {
    ...scores,
    auc: figure(auc),
    brier: brier && figure(brier),
    calibration: calibration && figure(calibration),
    equalizingThresholds: {
      ...equalizingThresholds,
      common: common && choice(common),
      separate: separate && choice(separate),
      leftOut: sort(leftOut.map((group) => ({ group }))).map(({ group }) => group),
    },
  };
}

function isSame(order: readonly number[]): boolean {
  return order.every((at, place) => at === place);
}
