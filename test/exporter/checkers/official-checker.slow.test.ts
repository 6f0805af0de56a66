import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportForm, TrainedModel, Graph } from "@evenodds/core";
import { exportFiles, exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { denseLogits } from "../../support/dense-model.js";
import { skipBecause } from "../../support/skip-because.js";
import { expectLogits } from "../support/expect-logits.js";
import { graphOf } from "../support/graphs.js";
import { layerModels } from "../support/layer-models.js";
import { gcn, linear, randomModel } from "../support/models.js";
import { checkOfficially, onnxCheckerLack, type OfficialFindings } from "./python-onnx.js";

const width = 3;

/**
 * Nodes with many arcs, one and none, a self loop, an arc listed twice, arcs in no order; then no arcs; then one node.
 */
const graphs: readonly Graph[] = [
  graphOf(9, { arcs: arcs("3>0 8>5 1>0 2>0 0>1 1>0 4>4 7>0 5>2 6>0 3>2 2>3 8>0"), width }),
  graphOf(4, { arcs: [], width }),
  graphOf(1, { arcs: arcs("0>0"), width }),
].map((graph) => ({ ...graph, edgeWeight: Float32Array.from(graph.source, (_, arc) => (arc % 4) / 2) }));

/** `3>0 8>5`: an arc from node 3 to node 0, and one from 8 to 5. */
function arcs(text: string): [number, number][] {
  return text.split(" ").map((arc) => arc.split(">").map(Number) as [number, number]);
}

const forms: readonly ExportForm[] = ["fast", "portable"];
/** A model whose weights are large enough to stand in a file of their own. */
const beside = "weights in a file beside the model";
const wide = randomModel([gcn("first", width, 100), { kind: "relu" }, linear("last", 100, 4)]);
const models: Readonly<Record<string, TrainedModel>> = { ...layerModels(), [beside]: wide };
const weighable = ["two gcn layers on scaled features", "sage mean that widens, then narrows"];

/** Every model in both forms, and two of them with weights of arcs. */
const files = forms
  .flatMap((form) => [
    ...Object.keys(models).map((name) => ({ name, form, edgeWeights: false })),
    ...weighable.map((name) => ({ name, form, edgeWeights: true })),
  ])
  .map(({ name, ...options }, number) => ({
    title: `${name}, ${options.form}${options.edgeWeights ? ", weighted arcs" : ""}`,
    file: `${number}.onnx`,
    model: models[name]!,
    options,
  }));

/** All but one go through exportModel, so that both ways are checked. */
function writeModel(folder: string, { title, file, model, options }: (typeof files)[number]): void {
  if (!title.startsWith(beside)) return writeFileSync(join(folder, file), exportModel(model, options));
  const { model: bytes, data } = exportFiles(model, { ...options, name: file, externalFrom: 0 });
  writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, data!.path), Buffer.concat(data!.chunks));
}

/**
 * The official checker and the reference evaluator of the ONNX project, in Python. Skipped where they are not
 * installed; required with EVENODDS_REQUIRE_ONNX_CHECKER=1.
 */
describe("exported files, by the official ONNX tools", () => {
  let lack: string | undefined;
  let findings: Record<string, OfficialFindings> = {};

  before(function () {
    this.timeout(300_000);
    lack = onnxCheckerLack();
    if (lack !== undefined && process.env.EVENODDS_REQUIRE_ONNX_CHECKER === "1") {
      throw new Error(`the official ONNX checker is needed: ${lack}`);
    }
    if (lack !== undefined) return;
    const folder = mkdtempSync(join(tmpdir(), "evenodds-onnx-"));
    try {
      for (const written of files) writeModel(folder, written);
      findings = checkOfficially(folder, graphs);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  beforeEach(function () {
    if (lack !== undefined) skipBecause(this, lack);
  });

  for (const { title, file, model, options } of files) {
    it(`are valid, with the rank and columns that they declare: ${title}`, () => {
      const { declared, inferred } = findings[file]!;
      const columns = model.task === "classification" ? model.classes.length : 1;
      expect(declared).to.deep.equal(["N", columns]);
      // The number of rows may depend on the content of tensors, which inference does not see.
      if (inferred !== null) expect([inferred.length, inferred[1] || columns]).to.deep.equal([2, columns]);
    });

    it(`compute the formulas in the reference evaluator: ${title}`, () => {
      const { logits } = findings[file]!;
      expect(logits).to.have.length(graphs.length);
      graphs.forEach((graph, i) => {
        const seen = options.edgeWeights ? graph : { ...graph, edgeWeight: undefined };
        expectLogits(Float32Array.from(logits[i]!), denseLogits(model, seen));
      });
    });
  }
});
