import { join } from "node:path";
import {
  duringWork,
  givenValues,
  RowFile,
  type LayerPlan,
  type LayerStep,
  type RowSource,
  type RunningWork,
  widthOf,
} from "@evenodds/core";
import { attendStep, maxStep, sumDegrees, sumStep, type ArcWork } from "./aggregate.js";
import { ArcTiles, type ArcBatches } from "./arc-tiles.js";
import { openDensePiece } from "./dense-piece.js";
import { TileMemory } from "./tile-memory.js";
import { tileSizes } from "./tile-sizes.js";

/** A graph as a plan is run on it. */
export interface PlanInputs {
  /** The raw features. */
  readonly features: RowSource;
  readonly arcs: ArcBatches;
}

/** Where and within which bounds a plan is run. */
export interface PlanRunOptions {
  /** An empty folder, which holds all values meanwhile: about as many bytes as all of them together. */
  readonly folder: string;
  /** Bytes for blocks of nodes and tiles of arcs, see `tileSizes`. Results do not depend on it. */
  readonly memory: number;
}

/**
 * Runs a plan on a graph of any size, by the rules of its arithmetic, and returns what `use` makes of the logits:
 * values are in files of `folder`, and arcs there as well, tile by tile. The files are removed at the end.
 *
 * Throws `ModelError` for values that are not finite where they are put together along arcs, and for a piece that ONNX
 * Runtime does not take; `InputError` for arcs that do not fit the nodes, and where `memory` is too small; what the
 * system says of a full disk is thrown as it is.
 */
export async function runPlan<T>(
  { plan, files }: { readonly plan: LayerPlan; readonly files: ReadonlyMap<string, Uint8Array> },
  { features, arcs }: PlanInputs,
  { folder, memory: bytes, use }: PlanRunOptions & { readonly use: (logits: RowSource) => T | Promise<T> },
): Promise<T> {
  const nodes = features.rows;
  const isWeighted = plan.model.edgeWeights;
  const sizes = tileSizes(plan, { nodes, weighted: isWeighted, memory: bytes });
  return duringWork({ doing: "sort arcs into tiles", library: null }, async (running) => {
    const memory = new TileMemory(sizes.bytes);
    const kept = new Map<string, RowSource>([[givenValues.x, features]]);
    const made: (RowFile | ArcTiles)[] = [];
    const newValue = (name: string) => {
      const value = new RowFile(join(folder, `${name}.rows`), { rows: nodes, columns: widthOf(plan, name) });
      made.push(value);
      kept.set(name, value);
      return value;
    };
    try {
      const tiles = await ArcTiles.write(join(folder, "arcs"), {
        ...{ batches: arcs, nodes, isWeighted, sizes, memory },
        onArcs: (done) => running.turnTo(`sort arcs into tiles, ${done} so far`),
      });
      made.push(tiles);
      const onBlock = (done: number, total: number) => running.advance({ done, total, unit: "blocks" });
      running.turnTo("count arcs of nodes");
      const degree = newValue(givenValues.degree);
      const degrees = await sumDegrees({ tiles, memory, onBlock }, (start, values) => degree.write(start, values));
      const work: ArcWork = { tiles, memory, ...degrees, onBlock };
      for (const [i, step] of plan.steps.entries()) {
        running.turnTo(`layers: step ${i + 1} of ${plan.steps.length}, ${step.op}`);
        await runStep(step, { plan, files, kept, newValue, work, running });
        for (const name of lastReadBy(plan, i)) {
          const value = kept.get(name);
          kept.delete(name);
          // The features are somebody's, wherever they are.
          if (name !== givenValues.x && value instanceof RowFile) value.remove();
        }
      }
      return await use(kept.get(plan.output)!);
    } finally {
      for (const one of made) one.remove();
    }
  });
}

async function runStep(
  step: LayerStep,
  {
    plan,
    files,
    kept,
    newValue,
    work,
    running,
  }: {
    readonly plan: LayerPlan;
    readonly files: ReadonlyMap<string, Uint8Array>;
    readonly kept: ReadonlyMap<string, RowSource>;
    readonly newValue: (name: string) => RowFile;
    readonly work: ArcWork;
    readonly running: RunningWork;
  },
): Promise<void> {
  const value = (name: string) => kept.get(name)!;
  switch (step.op) {
    case "dense": {
      const piece = await openDensePiece(files.get(step.file)!, { ...step, blockRows: plan.blockRows });
      try {
        const inputs = step.inputs.map(value);
        const outputs = step.outputs.map(newValue);
        const onRows = (done: number) => running.advance({ done, total: work.tiles.nodes, unit: "nodes" });
        return await piece.run({ inputs, outputs, onRows });
      } finally {
        await piece.release();
      }
    }
    case "sum":
      return sumStep(step, { input: value(step.input), output: newValue(step.output), work });
    case "max":
      return maxStep(step, { input: value(step.input), output: newValue(step.output), work });
    case "attend": {
      const [features, source, target] = [step.features, step.source, step.target].map(value) as [
        RowSource,
        RowSource,
        RowSource,
      ];
      return attendStep(step, { features, source, target, output: newValue(step.output), work });
    }
  }
}

/** Names of the values that no step after this one reads, and this one does, or gives for nobody. */
function lastReadBy({ steps, output }: LayerPlan, at: number): readonly string[] {
  const later = new Set([output, ...steps.slice(at + 1).flatMap(namesOf)]);
  return namesOf(steps[at]!).filter((name) => !later.has(name));
}

function namesOf(step: LayerStep): readonly string[] {
  switch (step.op) {
    case "dense":
      return [...step.inputs, ...step.outputs];
    case "sum":
    case "max":
      return [step.input, step.output];
    case "attend":
      return [step.features, step.source, step.target, step.output];
  }
}
