import type { AuditReport, ReportedClassOrder } from "../report/audit-report.js";
import { knownByText, meaningText, predictedText } from "../report/reported-output.js";
import { auditedUnit } from "../report/audited-unit.js";
import type { Figure } from "./figures.js";
import { formatCount } from "./numbers.js";

/** Returns what a report is about and was made with, for its end. */
export function originFigures(report: AuditReport): Figure[] {
  const { model, data, settings } = report;
  const unit = auditedUnit(report);
  const figures: Figure[] = [];
  const add = (term: string, value: string, note = "") => figures.push({ term, value, note });
  if (model !== null) {
    add("Model", model.file, `sha256 ${model.sha256}`);
    if (model.producer !== null) add("Produced by", model.producer);
    if (model.features !== undefined) {
      const { count, matchedBy, source, sha256 } = model.features;
      const how =
        matchedBy === "name" ? `by name, from the model's ${source ?? "metadata"}` : "by position, not checked";
      add("Features", `${formatCount(count)}, ${how}`, `sha256 of their names ${sha256}`);
    }
    if (model.classOrder !== undefined) add("Classes of the columns", classOrderText(model.classOrder));
    if (model.output !== undefined) {
      const { output } = model;
      add("Output", meaningText(output.kind), `${knownByText(output)}; ${predictedText(output)}`);
    }
    if (model.provenance !== null) {
      const { method, seed, epochs, engine, sensitive, graph } = model.provenance;
      add(
        "Training",
        `${method}, ${formatCount(epochs)} epochs, seed ${seed}, engine ${engine}`,
        `on ${graph.name} (sha256 ${graph.sha256})${sensitive === null ? "" : `, with attribute ${sensitive}`}`,
      );
    }
  }
  if (data !== null) {
    const arcs = data.arcs === null ? "" : `, ${formatCount(data.arcs)} arcs`;
    const counted = data.countColumn === undefined ? "" : ` counted by ${JSON.stringify(data.countColumn)}`;
    add("Data", data.name, `${formatCount(data.nodes)} ${unit}s${counted}${arcs}`);
    for (const { file, sha256 } of data.files) add("File", file, `sha256 ${sha256}`);
  }
  if (report.provider !== null) add("Provider", report.provider);
  add(`Audited ${unit}s`, report.split === "all" ? "all" : `split ${report.split}`, trainingNote(report.trainingNodes));
  if (report.positiveClass !== null) add("Positive class", report.positiveClass);
  const isWeighted = report.attributes.some(({ rows }) => rows.weight !== undefined);
  const support = isWeighted ? `a weight of ${settings.minimumSupport}` : `${settings.minimumSupport} rows`;
  add("Minimum support", support, "of a group and label, for its rates to be compared");
  add("Seed", String(report.seed));
  add("Made with", `${report.tool.name} ${report.tool.version}`);
  return figures;
}

function classOrderText({ matchedBy, source }: ReportedClassOrder): string {
  switch (matchedBy) {
    case "names":
      return `by name, from the model's ${source ?? "metadata"}`;
    case "numbers":
      return "labels as numbers of columns";
    case "card":
      return "in the order of the card, not checked";
    case "none":
      return "called by the numbers of their columns";
  }
}

function trainingNote(nodes: number | null): string {
  if (nodes === null) return "whether the model was trained on some of them is not known";
  return nodes === 0 ? "none of them was used for training" : `${formatCount(nodes)} of them were used for training`;
}
