import { gateSeverities, inconclusivePolicies, reportMetrics, ruleKinds } from "@evenodds/auditor";
import * as z from "zod";
import { fileOptions, scalar, scalars, type FileOption } from "./file-options.js";

/** Names of audits are names of folders of their reports too. */
export const auditName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day such as 2027-01-31");

const waiver = z
  .strictObject({
    reason: z.string().min(1).describe("why the violation is accepted"),
    until: day.describe("the last day on which the waiver counts, judged by --today"),
  })
  .describe("a violation that is accepted, up to a day");

const subgroup = z.union([z.string().min(1), z.record(z.string().min(1), scalar)], {
  error: "attributes and their values, such as race=White, sex=Male",
});

/** A gate as the file has it. */
export const gateSchema = z
  .strictObject({
    metric: z.enum(reportMetrics).describe("what is measured, by its name in reports"),
    limit: z.number().min(0).optional().describe("largest value still allowed"),
    floor: z.number().min(0).optional().describe("smallest value still allowed, of rates and ratios"),
    attribute: scalar
      .optional()
      .describe("whose groups are compared, or each have to keep the bound (default: every audited attribute)"),
    subgroup: subgroup.optional().describe("one group alone, such as race=White, sex=Male in any order"),
    class: scalar.optional().describe("the class that a rate is about (default: the positive class of the audit)"),
    rule: z.enum(ruleKinds).optional().describe("judge by the estimate, or by intervals that must clear the bound"),
    "min-support": z.int().min(1).optional().describe("fewest rows of a cell to compare (default: that of the audit)"),
    severity: z.enum(gateSeverities).optional().describe("whether it blocks, or is only listed (default: error)"),
    inconclusive: z
      .enum(inconclusivePolicies)
      .optional()
      .describe("whether it blocks where the data cannot decide (default: on-inconclusive of the audit, else fail)"),
    waive: waiver.optional(),
  })
  .describe("what an audit is held to: a metric with a limit or a floor");

export type GateEntry = z.output<typeof gateSchema>;

const baselineFile = z
  .string()
  .min(1)
  .describe("file with the counts that the model may not be worse than; {audit} stands for the name of the audit");

/** A baseline as the file has it. */
const baselineSchema = z
  .union(
    [
      baselineFile,
      z.strictObject({
        file: baselineFile,
        severity: gateSchema.shape.severity,
        inconclusive: gateSchema.shape.inconclusive,
      }),
    ],
    { error: "the path of a baseline, or a mapping with file, severity and inconclusive" },
  )
  .describe("what the model may not be worse than beyond chance, in any gap and in any group");

/** Options that say what is audited, and so belong to one audit. */
function isSource({ spec, key }: FileOption): boolean {
  return spec.reads !== undefined || key === "regression";
}

/** Options that can stand under `defaults`, for every audit in which they have a meaning. */
export const defaultOptions = fileOptions.filter((option) => !isSource(option));

function shapeOf(options: readonly FileOption[]): Record<string, z.ZodType> {
  return Object.fromEntries(options.map(({ key, schema }) => [key, schema.optional()]));
}

const audit = z
  .strictObject({
    model: scalars.optional().describe("ONNX model, or several: each is audited on each graph"),
    graph: scalars.optional().describe("graph of the models or a table of rows, or several"),
    ...shapeOf(fileOptions),
    gates: z.array(gateSchema).min(1).optional().describe("what the audit is held to"),
    baseline: baselineSchema.optional(),
  })
  .describe("one audit: what evenodds audit is told, by the names of its flags, and its gates");

/** The shape of `evenodds.yaml`. */
export const gatesSchema = z.strictObject({
  $schema: z.string().optional().describe("where editors find this schema"),
  version: z.literal(1).describe("of the form of this file"),
  defaults: z
    .strictObject(shapeOf(defaultOptions))
    .optional()
    .describe("options of every audit in which they have a meaning, unless it has its own"),
  audits: z
    .record(z.string().regex(auditName, "a name of letters, digits, dots, dashes and underscores"), audit)
    .describe("audits by their names, which are the folders of their reports too"),
});

export type GatesFile = z.output<typeof gatesSchema>;

/** One audit as the file has it: options by their keys, beside what is named here. */
export type AuditEntry = GatesFile["audits"][string];
