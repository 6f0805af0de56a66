import { defaultProvider } from "@evenodds/core";
import type { ScratchPlace } from "@evenodds/data";
import {
  isTable,
  matchModel,
  runMatched,
  type GivenData,
  type GivenModel,
  type InspectedModel,
  type MatchedModel,
  type ModelOnGraph,
} from "../model/run-model.js";
import { requireLabels } from "../train/training-data.js";
import { stageHook, type AuditOptions, type ModelOptions } from "./audit-options.js";
import { checkNodeChoice, listedNodes, type ListedNodes } from "./listed-nodes.js";
import { chooseAttributes, wantedAttributes, type ChosenAttribute } from "./choose-attributes.js";

/** A model that has run on a graph with labels, and the attributes that are audited. */
export interface AuditedRun {
  readonly run: ModelOnGraph;
  readonly inspected: InspectedModel;
  /** What it takes to run it once more. */
  readonly matched: MatchedModel;
  readonly chosen: readonly ChosenAttribute[];
  /** The nodes that were chosen by their ids; undefined where none were. */
  readonly listed: ListedNodes | undefined;
  /** Called as each further stage begins. */
  readonly onStage: (stage: string) => void;
}

/**
 * Runs a model that is to be audited. Throws what {@link matchModel} and {@link runMatched} throw, and
 * {@link InputError} for a graph without labels or attributes, before anything is run.
 */
export async function runAuditedModel(
  model: GivenModel,
  {
    graph,
    clusterColumn,
    place,
    ...options
  }: ModelOptions &
    Pick<AuditOptions, "cross" | "signal" | "onProgress"> & {
      readonly graph: GivenData;
      readonly clusterColumn?: string | undefined;
      /** Where a graph may be that has no room in memory; by default, none is. */
      readonly place?: ScratchPlace | undefined;
    },
): Promise<AuditedRun> {
  const {
    provider = defaultProvider,
    deviceId,
    allowFallback,
    threads,
    memory,
    outputKind,
    map,
    output,
    trustScatter,
  } = options;
  const ofTable = isTable(graph);
  checkNodeChoice({ ...options, ofTable });
  const onStage = stageHook(options);
  const sensitive = wantedAttributes(options);
  const matched = await matchModel({
    ...{ model, graph, outputKind, map, output, trustScatter },
    ...{ clusterColumn, sensitive, onStage },
    disk: place !== undefined && provider === defaultProvider ? { place, memory } : undefined,
  });
  requireLabels(matched.loaded, ofTable ? { what: "table", hint: "name its column with ‘label’" } : {});
  const chosen = chooseAttributes(matched.loaded, options);
  const listed = ofTable ? undefined : await listedNodes(matched.loaded, options);
  const run = await runMatched(matched, { provider, deviceId, allowFallback, threads, memory, onStage });
  return { run, inspected: matched.inspected, matched, chosen, listed, onStage };
}
