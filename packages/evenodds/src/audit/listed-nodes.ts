import type { ReportedSelection } from "@evenodds/auditor";
import { InputError, LargeMap, UsageError, type SplitPart } from "@evenodds/core";
import { idLookup, readNodeList, type JoinPolicy } from "@evenodds/data";
import type { LoadedData } from "../model/run-model.js";

/** Which nodes of a graph are audited, by their ids. */
export interface NodeChoice {
  /**
   * The nodes that are audited: their ids, or the path of a file with them, a `.txt` file with one in each line or a
   * table. The model sees all nodes. Default: all.
   */
  readonly nodes?: string | readonly (string | number | bigint)[] | undefined;
  /** Column of a table of `nodes` with the ids. Default: its only column. */
  readonly id?: string | undefined;
  /** What becomes of ids in `nodes` that the graph lacks: an error, or they are counted and left out. Default: fail. */
  readonly unmatched?: JoinPolicy | undefined;
}

/** Nodes that were chosen by their ids. */
export interface ListedNodes {
  /** Ascending. */
  readonly nodes: Int32Array;
  /** What a report says of them, but for their number. */
  readonly selection: Omit<ReportedSelection, "nodes">;
}

/** Throws {@link UsageError} for options that would change nothing or say two things; of a table all rows count. */
export function checkNodeChoice({
  nodes,
  id,
  unmatched,
  split = "all",
  ofTable,
}: NodeChoice & { split?: SplitPart | "all" | undefined; ofTable: boolean }): void {
  const refuse = (argument: string, expected: string, found: string, hint: string): never => {
    throw new UsageError({ argument, expected, found, hint });
  };
  if (ofTable) {
    for (const [name, value] of Object.entries({ nodes, id, unmatched })) {
      const hint = name === "id" ? "name the column of the ids beside the table" : "give the table those rows alone";
      if (value !== undefined) refuse(`‘${name}’`, "a graph", "a table", hint);
    }
    return;
  }
  if (nodes === undefined) {
    for (const [name, value] of Object.entries({ id, unmatched })) {
      if (value !== undefined) refuse(`‘${name}’`, "‘nodes’ beside it", "no ‘nodes’", "leave it out");
    }
    return;
  }
  if (split !== "all") refuse("‘nodes’", "one of ‘nodes’ and ‘split’", `‘split’ ${split} beside it`, "leave one out");
  if (typeof nodes !== "string" && id !== undefined) refuse("‘id’", "a table of ‘nodes’", "a list", "leave it out");
}

/**
 * Returns the nodes that are chosen by their ids; undefined where none are. Ids are found as those of edge files are:
 * the same text, else the one id that is the same whole number.
 *
 * Throws {@link InputError} for ids that the graph lacks, unless they are left out, for an id that stands twice, for a
 * text that may mean two nodes, and where no node is left.
 */
export async function listedNodes(
  { graph, mask }: Pick<LoadedData, "graph" | "mask">,
  { nodes: given, id, unmatched = "fail" }: NodeChoice,
): Promise<ListedNodes | undefined> {
  if (given === undefined) return undefined;
  if (mask !== undefined) {
    const expected = "one of ‘nodes’ and the mask of the graph";
    throw new UsageError({ argument: "‘nodes’", expected, found: "both", hint: "leave one out" });
  }
  const list = typeof given === "string" ? await readNodeList(given, { id }) : undefined;
  const argument = list?.file.name ?? "‘nodes’";
  const refuse = (expected: string, found: string, hint?: string): never => {
    throw new InputError({ argument, expected, found, hint });
  };
  const ids = list?.ids ?? (given as Exclude<typeof given, string>).map((one) => String(one).trim());
  const lookup = idLookup(graph.nodeIds);
  if (list?.column !== undefined && lookup.find(list.column.trim()).length > 0) {
    const hint = "give the column a name in the first line, or call a list of ids .txt";
    refuse("a name of the column in the first line", `${quote(list.column)}, which is the id of a node`, hint);
  }
  const nodeOf = new LargeMap<string, number>();
  graph.nodeIds.forEach((one, node) => nodeOf.set(one, node));
  const unknown: string[] = [];
  /** `[N]`, the place in the list plus 1; 0 = not in it. */
  const listed = new Int32Array(graph.nodeCount);
  ids.forEach((text, place) => {
    const [found, other] = lookup.find(text);
    if (other !== undefined) {
      const hint = "write the ids as the graph does";
      refuse(
        "ids as the graph writes them",
        `${quote(text)}, which may mean ${quote(found!)} or ${quote(other)}`,
        hint,
      );
    }
    if (found === undefined) {
      unknown.push(text);
      return;
    }
    const node = nodeOf.get(found)!;
    if (listed[node]! > 0) {
      const before = ids[listed[node]! - 1]!;
      refuse(
        "each node once",
        before === text ? `${quote(text)} twice` : `${quote(before)} and ${quote(text)}, one node`,
      );
    }
    listed[node] = place + 1;
  });
  if (unknown.length > 0 && unmatched === "fail") {
    const shown = unknown.slice(0, 3).map(quote).join(", ");
    const found = `${unknown.length} of ${ids.length} that it lacks, such as ${shown}`;
    refuse("ids of nodes in the graph", found, "correct them, or leave them out with ‘unmatched’ exclude");
  }
  const nodes = Int32Array.from(listed.keys()).filter((node) => listed[node]! > 0);
  if (nodes.length === 0) refuse("at least one node to audit", "none");
  return {
    nodes,
    selection: {
      from: list === undefined ? "a list of ids" : `the ids in ${list.file.name}`,
      ...(list === undefined ? {} : { file: { file: list.file.name, sha256: list.file.sha256 } }),
      ...(unknown.length === 0 ? {} : { unmatched: unknown.length }),
    },
  };
}

function quote(text: string): string {
  return JSON.stringify(text);
}
