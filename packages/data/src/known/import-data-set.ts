import { constants, copyFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { duringWork, UsageError } from "@evenodds/core";
import type { CardFile, GraphCard } from "../card/graph-card.js";
import { cardFileName } from "../card/read-card.js";
import { loadGraph } from "../load/load-graph.js";
import { folderOutput } from "../write/write-file-atomically.js";
import { writeTogether } from "../write/write-together.js";
import type { CheckedDataSet } from "./check-data-set.js";
import { checkFiles, type CheckedFile } from "./check-files.js";
import { checkStatistics, graphStatistics, type GraphStatistics } from "./check-statistics.js";
import { digestFile } from "./digest-file.js";
import { knownCardText, locateKnownCard, type CardFiles } from "./known-card-text.js";
import type { KnownDataSet } from "./known-data-set.js";
import { knownDataSet } from "./known-data-sets.js";
import type { ImportWay } from "./import-way.js";
import { tableToParquet } from "./table-to-parquet.js";

export interface ImportOptions {
  /** Folder with the original files. */
  readonly folder: string;
  /** New or empty folder for the graph. */
  readonly out: string;
  /**
   * `copy`: the original files beside the card; `reference`: the card names them where they are; `parquet`: the same
   * rows and columns as `nodes.parquet` and `edges.parquet`. Default: `copy`.
   */
  readonly files?: ImportWay | undefined;
}

/**
 * Makes a graph folder of the original files of a data set: a `graph.yaml` with every rule (classes, missing values,
 * sensitive attribute, columns left out), checksums, expected counts, license and citation. The files are checked
 * before, and the graph that the folder gives is loaded and checked before it is put in place.
 *
 * Throws what `checkDataSet` throws, and InputError for an `out` that is not empty.
 */
export async function importDataSet(name: string, options: ImportOptions): Promise<CheckedDataSet> {
  return importKnown(knownDataSet(name), options);
}

/** The same for a data set that is given by its description. */
export async function importKnown(
  known: KnownDataSet,
  { folder, out, files: way = "copy" }: ImportOptions,
): Promise<CheckedDataSet> {
  if (resolve(out) === resolve(folder)) {
    throw new UsageError({ argument: "out", expected: "a folder other than that of the files", found: out });
  }
  const files = await checkFiles(known, folder);
  let statistics: GraphStatistics | undefined;
  const write = async (beside: string) => {
    const placed = await duringWork({ doing: "place files", library: null }, () =>
      placeFiles(known, { files, folder, beside, out, way }),
    );
    await writeFile(join(beside, cardFileName), knownCardText(known, placed));
    statistics = graphStatistics(await loadGraph(beside), known.sensitive);
    checkStatistics(known, statistics);
  };
  await writeTogether([folderOutput(out, { overwrite: false, replaceable: new Set(), write })]);
  return { name: known.name, files, statistics: statistics! };
}

interface Placement {
  readonly files: readonly CheckedFile[];
  readonly folder: string;
  readonly beside: string;
  readonly out: string;
  readonly way: ImportWay;
}

/** Puts the files of the graph where the card will name them, and returns what it is to say. */
async function placeFiles(known: KnownDataSet, { files, folder, beside, out, way }: Placement): Promise<CardFiles> {
  const { card } = locateKnownCard(known, folder);
  const place = async (path: string): Promise<CardFile> => {
    if (path === known.derived?.name) {
      await known.derived.write(folder, join(beside, path));
      return described(beside, path);
    }
    const { sha256 } = files.find(({ name }) => name === path)!;
    if (way === "reference") return { path: relative(resolve(out), resolve(folder, path)), sha256 };
    await copyFile(join(folder, path), join(beside, path), constants.COPYFILE_FICLONE);
    return { path, sha256 };
  };
  const [nodes, edges] = [card.nodes.files[0]!.path, card.edges.files[0]!.path];
  if (way !== "parquet") return { nodes: await place(nodes), edges: await place(edges) };
  return {
    nodes: nodes === known.derived?.name ? await place(nodes) : await converted("nodes", { card, folder, beside }),
    edges: await converted("edges", { card, folder, beside }),
    numericIds: false,
  };
}

async function converted(
  part: "nodes" | "edges",
  { card, folder, beside }: { readonly card: GraphCard; readonly folder: string; readonly beside: string },
): Promise<CardFile> {
  const { files, ...layout } = card[part];
  const path = `${part}.parquet`;
  const rename = part === "edges" ? ["source", "target"] : undefined;
  await tableToParquet({ file: files[0]!, folder, layout }, { to: join(beside, path), rename });
  return described(beside, path);
}

async function described(folder: string, path: string): Promise<CardFile> {
  const { sha256 } = await digestFile(join(folder, path));
  return { path, sha256 };
}
