import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspectModel, bindModel, outputColumns } from "@evenodds/auditor";
import { isEvenoddsError, Random } from "@evenodds/core";
import { optimizeFiles } from "@evenodds/exporter";
import { expect } from "chai";
import { graphsFor } from "evenodds/internal/models";
import { mutateBytes, mutateFields } from "../../support/mutate-onnx.js";

/** Small models of several exporters, and one of our own. */
function models(): readonly (readonly [string, Uint8Array])[] {
  const folder = new URL("../../fixtures/optimize/", import.meta.url);
  const fixtures = readdirSync(folder).filter((name) => name.endsWith(".onnx"));
  const own = new URL("../../../models/nba-gcn/model.onnx", import.meta.url);
  return [...fixtures.map((name) => new URL(name, folder)), own].map((url) => [
    url.pathname.split("/").at(-1)!,
    readFileSync(fileURLToPath(url)),
  ]);
}

/** How many mutations of each model; more of them by hand. */
const times = Number(process.env.EVENODDS_MUTATIONS ?? 6);

/** Everything that looks into a file before ONNX Runtime does. */
async function readEverywhere(bytes: Uint8Array): Promise<void> {
  await onlyEvenodds(() => optimizeFiles(bytes, { name: "model.onnx" }));
  await onlyEvenodds(async () => {
    const description = inspectModel(bytes);
    await onlyEvenodds(() => {
      const binding = bindModel(description);
      outputColumns(binding.output);
      return graphsFor(description, binding, undefined);
    });
  });
}

async function onlyEvenodds(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isEvenoddsError(error)) throw error;
    expect(error.complaint.found).to.be.a("string").that.is.not.empty;
  }
}

describe("mutated models", () => {
  for (const mutate of [mutateBytes, mutateFields]) {
    it(`are read, or refused in words, whatever ${mutate.name} makes of them`, async function () {
      this.timeout(600_000);
      const faults = new Map<string, string>();
      for (const [name, bytes] of models()) {
        for (let seed = 0; seed < times; seed++) {
          const mutated = mutate(bytes, Random.of(seed, `${mutate.name} ${name}`));
          try {
            await readEverywhere(mutated);
          } catch (error) {
            const [message, place] = String(error instanceof Error ? error.stack : error).split("\n");
            faults.set(`${message} ${place}`, `${name}, seed ${seed}`);
          }
        }
      }
      expect(Object.fromEntries(faults)).to.deep.equal({});
    });
  }
});
