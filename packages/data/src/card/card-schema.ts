import { canonicalLevel, type SplitPart } from "@evenodds/core";
import * as z from "zod";
import { fileFormats } from "../source/file-format.js";
import type { NamedValue } from "./graph-card.js";

const text = z.string().min(1);
const count = z.int().min(0);

/** A value as a file may have it. */
const value = z.string().transform(canonicalLevel);

function asList(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [raw];
}

const comment = z.string().regex(/^[!-~]$/, "one character, such as #");

const file = z.preprocess(
  (raw) => (typeof raw === "string" ? { path: raw } : raw),
  z.strictObject({
    path: text,
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "64 hexadecimal digits")
      .transform((digits) => digits.toLowerCase())
      .optional(),
    format: z.enum(fileFormats).optional(),
  }),
);

const files = z.preprocess(asList, z.array(file).min(1));

/** `{value: name, …}` in the order of the card; a bare list (names that are null) names every value like itself. */
const levels = z
  .array(z.strictObject({ value, name: z.string().nullable() }).transform(named))
  .min(1)
  .refine(
    (list) => new Set(list.map((level) => level.value)).size === list.length,
    "each value once (0 and 0.0 are one)",
  );

function named({ value, name }: { value: string; name: string | null }): NamedValue {
  return { value, name: name ?? value };
}

const missing = z.preprocess(asList, z.array(value)).default([]);

const label = z.preprocess(
  (raw) => (typeof raw === "string" ? { column: raw } : raw),
  z
    .strictObject({ column: text, missing, classes: levels.optional(), numeric: z.boolean().default(false) })
    .refine((part) => !part.numeric || part.classes === undefined, {
      path: ["classes"],
      message: "no classes, because the label is numeric",
    }),
);

const sensitive = z.preprocess(
  sensitiveEntries,
  z
    .map(
      z.string(),
      z.strictObject({
        column: text.optional(),
        missing,
        levels: levels.optional(),
        bins: z.array(z.number()).min(1).optional(),
      }),
    )
    .default(new Map()),
);

/** By name, in a Map: zod leaves a key `__proto__` out of objects, and its column would become a feature. */
function sensitiveEntries(raw: unknown): unknown {
  if (typeof raw === "string") return new Map([[raw, {}]]);
  if (Array.isArray(raw)) return new Map(raw.map((name) => [String(name), {}]));
  if (typeof raw !== "object" || raw === null) return raw;
  return new Map(Object.entries(raw).map(([name, entry]) => [name, (entry as unknown) ?? {}]));
}

const spellings = (part: SplitPart) => z.preprocess(asList, z.array(value).min(1)).default([part]);

const split = z.preprocess(
  (raw) => (typeof raw === "string" ? { column: raw } : raw),
  z
    .strictObject({
      column: text,
      train: spellings("train"),
      validation: spellings("validation"),
      test: spellings("test"),
      missing,
    })
    .refine(
      ({ train, validation, test, missing: none }) => {
        const all = [...train, ...validation, ...test, ...none];
        return new Set(all).size === all.length;
      },
      { message: "each value for one part" },
    ),
);

const features = z
  .strictObject({ include: z.array(text).min(1).optional(), exclude: z.array(text).optional() })
  .refine((lists) => lists.include === undefined || lists.exclude === undefined, "either include or exclude, not both")
  .default({});

const nodes = z.preprocess(
  fileShorthand,
  z.strictObject({
    files,
    delimiter: text.optional(),
    header: z.boolean().default(true),
    comment: comment.optional(),
    id: text.optional(),
    id_scope: text.optional(),
    label: label.optional(),
    sensitive,
    split: split.optional(),
    features,
    where: text.optional(),
    connected_only: z.boolean().default(false),
    order: z.enum(["file", "id"]).default("file"),
  }),
);

const column = z.union([text, count]);

const edges = z.preprocess(
  fileShorthand,
  z
    .strictObject({
      files,
      delimiter: text.optional(),
      header: z.boolean().optional(),
      comment: comment.optional(),
      source: column.default(0),
      target: column.default(1),
      edge_weight: column.optional(),
      edge_attr: z.preprocess((raw) => (raw === undefined ? raw : asList(raw)), z.array(column).min(1).optional()),
      ignore: z.preprocess(asList, z.array(column)).default([]),
      directed: z.boolean().default(false),
      duplicates: z.enum(["merge", "keep"]).default("merge"),
      numeric_ids: z.boolean().default(false),
      unmatched: z.enum(["error", "drop"]).default("error"),
    })
    .refine((part) => part.directed || part.duplicates === "merge", {
      path: ["duplicates"],
      message: "merge, because the graph is not directed",
    }),
);

function fileShorthand(raw: unknown): unknown {
  return typeof raw === "string" || Array.isArray(raw) ? { files: raw } : raw;
}

/** The shape of `graph.yaml`. Keys are those of the file; {@link GraphCard} is what the rest of the code sees. */
export const cardSchema = z.strictObject({
  name: text.optional(),
  description: text.optional(),
  license: text.optional(),
  /** The same in its other spelling, which cards had first. */
  licence: text.optional(),
  citation: text.optional(),
  nodes,
  edges,
  expect: z
    .strictObject({
      nodes: count.optional(),
      edges: count.optional(),
      arcs: count.optional(),
      features: count.optional(),
      labelled: count.optional(),
    })
    .default({}),
});
