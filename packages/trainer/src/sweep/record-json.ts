import { decodeCounts, encodeCounts, InputError, parseJson, type OutcomeCounts } from "@evenodds/core";
import * as z from "zod";
import { trainingOptionsSchema } from "../training/options.js";
import { recordFormat, type PartOutcome, type SweepRecord } from "./sweep-record.js";

const whole = z.number().int().min(0);
const numbers = z.array(z.number());
const part = z.strictObject({
  nodes: whole,
  // Core checks what is in it.
  counts: z.looseObject({}).nullable(),
  errors: z
    .strictObject({ groups: z.array(z.string()), n: numbers, error: numbers, absolute: numbers, squared: numbers })
    .nullable(),
});
const head = {
  format: z.literal(recordFormat),
  key: z.string(),
  setting: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  seed: whole,
  options: trainingOptionsSchema,
  tool: z.string(),
  engine: z.string(),
  graph: z.strictObject({ name: z.string(), sha256: z.string() }),
};
const schema = z.discriminatedUnion("status", [
  z.strictObject({
    ...head,
    status: z.literal("finished"),
    epochs: whole,
    bestEpoch: whole,
    validationLoss: z.number(),
    validationTaskLoss: z.number(),
    sensitiveIsFeature: z.boolean().nullable(),
    warnings: z.array(z.string()),
    validation: part,
    test: part,
  }),
  z.strictObject({
    ...head,
    status: z.literal("failed"),
    error: z.strictObject({ code: z.string(), message: z.string() }),
  }),
]);

/** Returns a record as JSON; equal records give equal bytes. Counts are as core's JSON has them. */
export function encodeRecord(record: SweepRecord): string {
  const plain =
    record.status === "failed"
      ? record
      : { ...record, validation: plainPart(record.validation), test: plainPart(record.test) };
  return JSON.stringify(plain, null, 1) + "\n";
}

/** Returns the record that {@link encodeRecord} wrote. Throws {@link InputError} for a file `name` that holds none. */
export function decodeRecord(text: string, name: string): SweepRecord {
  const parsed = schema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InputError({
      argument: name,
      expected: `a run of a sweep (${recordFormat})`,
      found: `${issue!.path.join(".") || "the file"}: ${issue!.message}`,
      hint: "remove the file, and the run is made again",
    });
  }
  const { data } = parsed;
  if (data.status === "failed") return data;
  return { ...data, validation: richPart(data.validation), test: richPart(data.test) };
}

function plainPart({ nodes, counts, errors }: PartOutcome) {
  return { nodes, counts: counts === null ? null : (parseJson(encodeCounts(counts)) as object), errors };
}

function richPart({ nodes, counts, errors }: z.output<typeof part>): PartOutcome {
  const rich: OutcomeCounts | null = counts === null ? null : decodeCounts(JSON.stringify(counts));
  return { nodes, counts: rich, errors };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
