import type { Disparity } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { describePair } from "../figures.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { formatCount, formatGap, formatRate } from "../numbers.js";
import { sizeHeading } from "../small-cells.js";
import { nameColumn, numberColumn, sentence, tables, textColumn, wordColumn, type Section } from "./section.js";

/** Returns equalized odds within every level of a condition; null where none was given. */
export function conditionSection(attribute: AttributeReport, report: AuditReport): Section | null {
  const { conditional } = attribute;
  const { settings } = report;
  if (conditional === null) return null;
  const { name, value, worstLevel, reason, byLevel } = conditional;
  const found =
    value === null
      ? `The largest difference within a level of ${name} is undefined`
      : `The largest equalized odds difference within a level of ${name} is ${formatGap(value, settings.maxGap)}, ` +
        `in level ${JSON.stringify(worstLevel)}`;
  const table = {
    caption: `Equalized odds difference within levels of ${name}`,
    columns: [
      nameColumn("level"),
      numberColumn(sizeHeading(attribute)),
      numberColumn("difference"),
      wordColumn("status"),
      textColumn("between"),
    ],
    rows: byLevel.map(({ level, n, disparity }) => [
      level,
      formatCount(n),
      formatRate(disparity.value),
      disparity.status,
      disparityNote(disparity),
    ]),
  };
  return {
    title: `Within levels of ${name}`,
    pieces: [
      sentence(`${found}${reason === null ? "" : `: ${reason}`}.`),
      sentence(
        `It asks whether groups are treated differently among ${auditedUnit(report)}s that are alike in this respect.`,
      ),
      ...tables([table], `All ${formatCount(byLevel.length)} levels`),
    ],
  };
}

/** Returns the same in one line; null where no condition was given. */
export function conditionSentence({ conditional }: AttributeReport): string | null {
  if (conditional === null) return null;
  const { name, value, status, worstLevel, reason } = conditional;
  if (value === null) return `Within levels of ${name}: undefined, ${reason ?? "nothing can be compared"}.`;
  const bound = status === "partial" ? " (partial)" : "";
  return `Within levels of ${name}: largest difference ${formatRate(value)}${bound}, in level ${JSON.stringify(worstLevel)}.`;
}

/** Returns between whom a disparity lies, and why it is not complete. */
export function disparityNote({ worst, reason }: Disparity): string {
  return [worst === null ? null : pairText(worst), reason].filter((text) => text !== null).join("; ");
}

function pairText(worst: NonNullable<Disparity["worst"]>): string {
  const rate = worst.label === null ? worst.prediction : `P(${worst.prediction} | ${worst.label})`;
  return `${rate}: ${describePair(worst)}`;
}
