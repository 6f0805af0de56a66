import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openNodeSession } from "@evenodds/auditor";
import { defaultProvider, duringWork, type LayerPlan } from "@evenodds/core";
import { writeTogether } from "@evenodds/data";
import { cutModel, proofGraphs, proveCut, type CutModel, type GraphProof } from "@evenodds/exporter";
import { checkOutput } from "../check-output.js";
import { planLogits } from "./plan-logits.js";
import { readInspected, type GivenModel } from "./run-model.js";

/** Bytes for blocks of nodes while a plan is proved on small graphs. */
const proofMemory = 64e6;

/**
 * Cuts an ONNX file that evenodds exported into a plan of small steps, proves on random graphs that the steps give what
 * the whole model gives, and only then puts the folder `out` in place, which must be new or empty: `plan.json` and the
 * ONNX files of its dense steps. The same model gives the same bytes.
 *
 * Throws `ModelError` for a file of another tool, naming the operator that stands in the way, for one without a record
 * of its layers, and for one that was changed; `ProofError` where the two differ.
 */
export async function cutModelFile(
  model: GivenModel,
  { out }: { /** The folder. */ readonly out: string },
): Promise<{ readonly plan: LayerPlan; readonly proofs: GraphProof[] }> {
  await checkOutput(out, { kind: "new folder" });
  const { path, bytes } = await readInspected(model);
  const cut = await duringWork({ doing: `cut ${path}`, library: null }, () => cutModel(bytes, { name: path }));
  let proofs: GraphProof[] = [];
  await writeTogether([
    {
      path: out,
      kind: "folder",
      check: () => checkOutput(out, { kind: "new folder" }),
      write: async (folder) => {
        await writeFile(join(folder, "plan.json"), `${JSON.stringify(cut.plan, null, 2)}\n`);
        for (const [name, content] of cut.files) await writeFile(join(folder, name), content);
        proofs = await prove(bytes, await readBack(folder, cut));
      },
    },
  ]);
  return { plan: cut.plan, proofs };
}

/** What was written is what is proved. */
async function readBack(folder: string, { plan, files, ...rest }: CutModel): Promise<CutModel> {
  const found = new Map<string, Uint8Array>();
  for (const name of files.keys()) found.set(name, await readFile(join(folder, name)));
  return { ...rest, plan, files: found };
}

async function prove(bytes: Uint8Array, cut: CutModel): Promise<GraphProof[]> {
  const whole = await openNodeSession(bytes, { provider: defaultProvider });
  try {
    return await proveCut({
      graphs: proofGraphs({ ...cut.proofOptions, seed: 0 }),
      reference: async (graph) => (await whole.run(graph)).logits,
      candidate: (graph) => planLogits(cut, graph, { memory: proofMemory }),
    });
  } finally {
    await whole.release();
  }
}
