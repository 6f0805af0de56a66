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
import { canonicalLevel, InputError, suggest } from "@evenodds/core";
import { loadTable, missingTexts, type RowTable } from "@evenodds/data";
import { refuseFindings } from "./finding-warnings.js";
import type { InspectedModel, MatchedModel, MatchRequest } from "./run-model.js";

/** Returns the columns of the sensitive attributes of a table. */
export function attributeColumns({ sensitive = [] }: RowTable): string[] {
  return sensitive.map((one) => (typeof one === "string" ? one : one.column));
}

function checkAside(aside: readonly string[], names: readonly string[]): void {
  const unknown = aside.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const expected = "columns of the table besides id and label";
  throw new InputError({
    argument: "‘sensitive’",
    expected,
    found: JSON.stringify(unknown),
    hint: suggest(unknown, names),
  });
}

/**
 * Loads the rows of a table and matches their columns with the inputs of a model. Throws as `matchModel`.
 */
export async function matchTable(
  inspected: InspectedModel,
  request: Omit<MatchRequest, "graph"> & { readonly graph: RowTable },
): Promise<MatchedModel> {
  const { graph: table, map, output: name, outputKind: asked, clusterColumn: cluster, aside = [], onStage } = request;
  const { path, description } = inspected;
  const output = bindOutput(description, name);
  const recorded = description.metadata.task;
  const columns = outputColumns(output);
  const task = resolveTask({ recorded, asked: asked && taskOf(asked), columns });
  refuseFindings(description, request);
  checkDataFiles(description, path);
  let bound: readonly BoundColumns[] = [];
  const loaded = await loadTable(
    { numeric: task === "regression", ...table },
    {
      cluster,
      onStage,
      columns: (names) => {
        checkAside(aside, names);
        bound = bindColumns(description, { names, sensitive: [...attributeColumns(table), ...aside] }, map);
        return [...new Set(bound.flatMap((input) => input.columns))];
      },
    },
  );
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
