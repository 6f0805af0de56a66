import { canonicalLevel, scalings, tasks } from "@evenodds/core";
import * as z from "zod";
import { layers } from "../layers/translation-of.js";

/** The options of every kind of layer that a card may have. */
export const layerSchemas = Object.values(layers).map(({ card }) => card);

const text = z.string().min(1);

/** A class, in the spelling in which a graph has it. */
const className = text.transform(canonicalLevel);

/** Most features that a prefix may stand for: each gets a name, and a dense row of as many numbers for every node. */
export const mostFeatures = 10_000_000;

const features = z.union([
  z.array(text).min(1),
  z
    .strictObject({ prefix: z.string(), count: z.int().min(1).max(mostFeatures) })
    .transform(({ prefix, count }) => Array.from({ length: count }, (_, column) => `${prefix}${column}`)),
]);

const [firstSchema, ...otherSchemas] = layerSchemas;

/** `relu` stands for `{kind: relu}`: some layers have nothing else to say. */
const layer = z.preprocess(
  (raw) => (typeof raw === "string" ? { kind: raw } : raw),
  z.discriminatedUnion("kind", [firstSchema!, ...otherSchemas]),
);

/** The shape of a model card: what a file of weights does not say about its model. */
export const modelCardSchema = z.strictObject({
  task: z.enum(tasks).default("classification"),
  label: text,
  classes: z.array(className).default([]),
  features,
  preprocessing: z
    .strictObject({
      method: z.enum(scalings).exclude(["none"]),
      scale: z.array(z.number()),
      shift: z.array(z.number()),
    })
    .optional(),
  layers: z.array(layer).min(1),
  ignore: z.array(text).default([]),
  license: text.optional(),
  /** The same in its other spelling, which cards had first. */
  licence: text.optional(),
  author: text.optional(),
  description: text.optional(),
});

/** A model card that was read, see {@link modelCardSchema}. */
export type ModelCard = Omit<z.output<typeof modelCardSchema>, "licence">;

/** One layer of a card. */
export type CardLayer = ModelCard["layers"][number];
