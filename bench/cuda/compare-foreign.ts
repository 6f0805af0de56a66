import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestedProvider } from "@evenodds/core";
import { runEvenodds } from "../audit/run-child.js";

/** What a model of another tool gave on both. */
export interface ForeignComparison {
  readonly model: string;
  /** What is wrong; null where all predictions are equal, and probabilities to 1e-4. */
  readonly fault: string | null;
  readonly largestDifference: number | null;
}

interface ForeignModel {
  readonly name: string;
  readonly data: string;
  readonly flags: readonly string[];
  readonly inputs: readonly { readonly meaning: string }[];
}

const folder = fileURLToPath(new URL("../../test/foreign-models", import.meta.url));
const mostModels = 10;
const tolerance = 1e-4;

/**
 * Lets `evenodds predict` run up to ten models of graphs under test/foreign-models on a provider and on the CPU. Nodes
 * that the provider lacks may run elsewhere: other tools export what they like. Empty where there are no such models.
 */
export async function compareForeign(provider: RequestedProvider): Promise<ForeignComparison[]> {
  const list = join(folder, "models.json");
  if (!existsSync(list)) return [];
  const models = JSON.parse(readFileSync(list, "utf8")) as readonly ForeignModel[];
  const onGraphs = models.filter(({ inputs }) => inputs.some(({ meaning }) => meaning === "edge_index"));
  const results: ForeignComparison[] = [];
  for (const model of onGraphs.slice(0, mostModels)) results.push(await compareOne(model, provider));
  return results;
}

async function compareOne(model: ForeignModel, provider: RequestedProvider): Promise<ForeignComparison> {
  const { name, data, flags } = model;
  const out = mkdtempSync(join(tmpdir(), "evenodds-cuda-"));
  const predict = async (...where: string[]) => {
    const file = join(out, `${where[1]!}.json`);
    const paths = [join(folder, name, "model.onnx"), join(folder, data)];
    await runEvenodds(["predict", ...paths, ...flags, ...where, "--out", file]);
    return JSON.parse(readFileSync(file, "utf8")) as readonly Readonly<Record<string, unknown>>[];
  };
  try {
    const there = await predict("--provider", provider, "--allow-fallback");
    const here = await predict("--provider", "cpu");
    let largest = 0;
    let fault: string | null = there.length === here.length ? null : `${there.length} nodes, not ${here.length}`;
    here.forEach((row, i) => {
      const others = new Map(Object.entries(there[i] ?? {}));
      for (const [column, value] of Object.entries(row)) {
        const other = others.get(column);
        if (typeof value === "number" && typeof other === "number" && !Number.isInteger(value)) {
          largest = Math.max(largest, Math.abs(value - other));
        } else if (value !== other) fault ??= `row ${i} says ${column} ${String(other)}, not ${String(value)}`;
      }
    });
    if (largest > tolerance) fault ??= `numbers differ by ${largest}`;
    return { model: name, fault, largestDifference: largest };
  } catch (error) {
    const [said = ""] = (error instanceof Error ? error.message : String(error)).split("\n").slice(-2);
    return { model: name, fault: said, largestDifference: null };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
