import type { AttributeReport, AuditReport, CellReport, PredictionRate } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { mainRates } from "../main-rates.js";
import { formatCount, formatInterval, formatLevel, formatRate } from "../numbers.js";
import { sizeHeading, undefinedRate } from "../size-words.js";
import { smallMeaning } from "../small-cells.js";
import { headings, predictedHeading } from "./headings.js";
import { nameColumn, numberColumn, rateColumn, sentence, tablePiece, tables } from "./section.js";
import type { Cell, Phrase, Section, Table } from "./section.js";

/** Returns the rates of every prediction: given the true label where there are labels, else of each group. */
export function rateSection(attribute: AttributeReport, report: AuditReport): Section {
  const { cells, selectionRates } = attribute;
  const { classes, settings } = report;
  if (cells.length === 0) {
    const table = rateTable("How often each group gets each prediction", selectionRates, { attribute, classes });
    return { title: "Predictions by group", pieces: [tablePiece(table)] };
  }
  const byLabel = classes.map((label) =>
    rateTable(
      [`${headings.trueLabel} `, { name: label }],
      cells.filter((cell) => cell.label === label),
      { attribute, classes, label },
    ),
  );
  return {
    title: "Rates by true label",
    pieces: [
      sentence(
        `How often ${auditedUnit(report)}s with this true label get this prediction, with ` +
          `${formatLevel(settings.alpha)} Wilson intervals and counts. ${smallMeaning(attribute, settings.minimumSupport)}.`,
      ),
      { kind: "rate-charts", columns: mainRates(attribute, classes), attribute },
      ...tables(byLabel, "All rates with counts"),
    ],
  };
}

interface RatedGroup {
  readonly group: string;
  readonly n: number;
  readonly status?: CellReport["status"];
  readonly predictions: readonly PredictionRate[];
}

function rateTable(
  caption: Phrase,
  groups: readonly RatedGroup[],
  of: { readonly attribute: AttributeReport; readonly classes: readonly string[]; readonly label?: string },
): Table {
  const { attribute, classes, label } = of;
  return {
    caption,
    columns: [
      nameColumn("group"),
      numberColumn(sizeHeading(attribute)),
      ...classes.map((one) => rateColumn(predictedHeading(one))),
    ],
    rows: groups.map(({ group, n, status, predictions }) => [
      group,
      { value: formatCount(n), isSmall: status === "small" },
      ...predictions.map(({ prediction, k, rate, lower, upper }): string | Cell =>
        rate === null
          ? undefinedRate(attribute)
          : {
              value: formatRate(rate),
              detail: lower === null || upper === null ? "no interval" : formatInterval({ lower, upper }),
              counts: `${formatCount(k)}/${formatCount(n)}`,
              isRight: prediction === label,
            },
      ),
    ]),
  };
}
