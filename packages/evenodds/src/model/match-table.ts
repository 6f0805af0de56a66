import {
  bindColumns,
  bindOutput,
  blankNote,
  checkDataFiles,
  checkLabelKind,
  columnsNote,
  outputColumns,
  prepareColumns,
  reportedColumns,
  reportedFeatures,
  resolveTask,
  taskOf,
  type BoundColumns,
} from "@evenodds/auditor";
import { canonicalLevel } from "@evenodds/core";
import { loadTable, missingTexts, type RowTable } from "@evenodds/data";
import { refuseFindings } from "./finding-warnings.js";
import type { InspectedModel, MatchedModel, MatchRequest } from "./run-model.js";

/**
 * Loads the rows of a table and matches their columns with the inputs of a model. Throws as `matchModel`.
 */
export async function matchTable(
  inspected: InspectedModel,
  request: Omit<MatchRequest, "graph"> & { readonly graph: RowTable },
): Promise<MatchedModel> {
  const { graph: table, map, output: name, outputKind: asked, clusterColumn: cluster, onStage } = request;
  const { path, description } = inspected;
  const output = bindOutput(description, name);
  const recorded = description.metadata.task;
  const columns = outputColumns(output);
  const task = resolveTask({ recorded, asked: asked && taskOf(asked), columns });
  refuseFindings(description, request);
  checkDataFiles(description, path);
  let bound: readonly BoundColumns[] = [];
  const loaded = await loadTable(table, {
    cluster,
    onStage,
    columns: (names) => {
      bound = bindColumns(
        description,
        { names, sensitive: (table.sensitive ?? []).map((one) => (typeof one === "string" ? one : one.column)) },
        map,
      );
      return [...new Set(bound.flatMap((input) => input.columns))];
    },
  });
  checkLabelKind(loaded.nodes, { task, recorded, columns });
  const fed = prepareColumns(bound, {
    columns: loaded.columns!,
    ids: loaded.graph.nodeIds,
    missing: new Set(["", ...missingTexts, ...(table.missing ?? []).map(canonicalLevel)]),
  });
  const given = bound.flatMap((input) => input.columns);
  const [first] = bound;
  const by = bound.some(({ knownBy }) => knownBy === "position") ? "position" : "name";
  const order = { names: given, by, source: first?.source ?? null } as const;
  const note = blankNote(fed);
  return {
    inspected,
    binding: { output },
    inputs: reportedColumns(bound),
    inputNotes: [columnsNote(bound), ...(note === null ? [] : [note])],
    // What the model sees, so that a sensitive column among it is told.
    loaded: { ...loaded, graph: { ...loaded.graph, featureNames: given, features: new Float32Array(0) } },
    fed: fed.inputs,
    features: reportedFeatures(order, { featureNames: given }),
    featureNotes: [],
    featureWarnings: [],
    asked,
  };
}
