import type { TrainedModel } from "@evenodds/core";

/**
 * A model that can be written: one that evenodds trained, or one of another tool, of whose training nothing may be
 * known.
 */
export type ExportableModel = Omit<TrainedModel, "split" | "provenance"> &
  Partial<Pick<TrainedModel, "split" | "provenance">>;
