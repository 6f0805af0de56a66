import { UsageError, version, type ExportForm, type Graph, type TrainedModel } from "@evenodds/core";
import { checkStructure, exportModel } from "@evenodds/exporter";
import { lazily, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import { caught } from "../support/caught.js";
import { denseLogits } from "../support/dense-model.js";
import { expectLogits } from "./support/expect-logits.js";
import { anyGraph, graphOf } from "./support/graphs.js";
import { layerModels } from "./support/layer-models.js";
import { linear, randomModel, twoLayers } from "./support/models.js";
import { loadOnnx } from "./support/run-onnx.js";

const width = 3;
const models = layerModels();

const forms = ["fast", "portable"] as const;

/** Each model in each form; a session is opened once for all tests. */
const exported = Object.entries(models).flatMap(([name, model]) =>
  forms.map((form) => ({
    name: `${name}, ${form}`,
    model,
    bytes: () => exportModel(model, { form }),
    load: lazily(() => loadOnnx(exportModel(model, { form }))),
  })),
);

function star(leaves: number): Graph {
  const arcs = Array.from({ length: leaves }, (_, leaf): [number, number] => [leaf + 1, 0]);
  return graphOf(leaves + 1, { arcs, width });
}

/** 600 nodes and 9,000 arcs, enough for a runtime to split the work between threads. */
function crowd(): Graph {
  const arcs = Array.from({ length: 9000 }, (_, arc): [number, number] => [(arc * 37) % 600, (arc * arc) % 600]);
  return graphOf(600, { arcs, width });
}

describe("exportModel", () => {
  for (const { name, model, load } of exported) {
    it(`equals the formulas in float64 on any graph: ${name}`, async () => {
      const run = await load();
      await fc.assert(
        fc.asyncProperty(anyGraph({ width }), async (graph) => {
          expectLogits(await run(graph), denseLogits(model, graph));
        }),
        { numRuns: 25 },
      );
    });
  }

  const edges: Record<string, Graph> = {
    "without arcs": graphOf(4, { arcs: [], width }),
    "of one node": graphOf(1, { arcs: [], width }),
    "of one node with a self loop": graphOf(1, { arcs: [[0, 0]], width }),
    "with an arc listed three times and one in the other direction": graphOf(3, {
      arcs: [
        [0, 2],
        [2, 0],
        [0, 2],
        [0, 2],
      ],
      width,
    }),
    "whose arcs fall": graphOf(4, {
      arcs: [
        [0, 3],
        [1, 2],
        [2, 1],
        [3, 0],
      ],
      width,
    }),
    "with a node of in-degree 2,000": star(2000),
  };
  for (const [name, graph] of Object.entries(edges)) {
    it(`equals the formulas of all layers on a graph ${name}`, async () => {
      const expected = new Map(Object.values(models).map((model) => [model, denseLogits(model, graph)]));
      for (const { model, load } of exported) {
        const run = await load();
        expectLogits(await run(graph), expected.get(model)!, 1e-5);
      }
    });
  }

  for (const { name, load, bytes } of exported) {
    it(`does not depend on the order of the arcs beyond rounding: ${name}`, async () => {
      const run = await load();
      await fc.assert(
        fc.asyncProperty(anyGraph({ width }), async (graph) => {
          const reversed = { ...graph, source: graph.source.toReversed(), target: graph.target.toReversed() };
          expectLogits(await run(reversed), Float64Array.from(await run(graph)));
        }),
        { numRuns: 10 },
      );
    });

    it(`is equal bit by bit when run again, and at another number of threads: ${name}`, async () => {
      const graph = crowd();
      const [two, one] = [await load(), await loadOnnx(bytes(), { threads: 1 })];
      const first = await two(graph);
      for (const run of [one, two]) expect(await run(graph)).to.deep.equal(first);
    });
  }

  for (const [name, model] of Object.entries(models)) {
    it(`takes its operators from those that the checker knows, the portable form from few: ${name}`, () => {
      const operators = (form: ExportForm) => checkStructure(exportModel(model, { form })).operators;
      expect(operators("fast")).not.to.include("ScatterND");
      for (const operator of ["If", "TopK", "NonZero", "Range", "CumSum", "Cast", "ScatterND", "Slice"]) {
        expect(operators("portable")).not.to.include(operator);
      }
    });
  }

  for (const form of forms) {
    it(`fixes N and E where it is told, and then runs on graphs of those sizes only: ${form}`, async () => {
      const model = models["batch norm between all of them"]!;
      const graph = graphOf(5, {
        arcs: [
          [0, 1],
          [1, 2],
          [4, 2],
          [2, 2],
        ],
        width,
      });
      const bytes = exportModel(model, { form, nodes: 5, arcs: 4 });
      expect(checkStructure(bytes).operators).to.include(form === "portable" ? "ScatterElements" : "NonZero");
      const { input, output } = onnx.ModelProto.decode(bytes).graph!;
      const sizes = [...input!, ...output!].map(({ type }) =>
        type!.tensorType!.shape!.dim!.map(({ dimValue }) => Number(dimValue)),
      );
      expect(sizes).to.deep.equal([
        [5, 3],
        [2, 4],
        [5, 3],
      ]);
      const run = await loadOnnx(bytes);
      expectLogits(await run(graph), denseLogits(model, graph));
      const larger = graphOf(6, {
        arcs: [
          [0, 1],
          [1, 2],
          [4, 2],
          [2, 2],
        ],
        width,
      });
      expect((await caught(() => run(larger))).message).to.match(/dimension/i);
    });
  }

  it("has no size in the portable form that a runtime would have to compute, once N and E are fixed", () => {
    const { graph } = onnx.ModelProto.decode(
      exportModel(models["batch norm between all of them"]!, { form: "portable", nodes: 5, arcs: 4 }),
    );
    expect(graph!.node!.map(({ opType }) => opType)).not.to.include("Shape");
  });

  it("is equal bit by bit at two threads and three", async () => {
    const of = (form: ExportForm) => exported.find(({ name }) => name === `batch norm between all of them, ${form}`)!;
    for (const { bytes, load } of forms.map(of)) {
      const three = await loadOnnx(bytes(), { threads: 3 });
      expect(await three(crowd())).to.deep.equal(await (await load())(crowd()));
    }
  });

  it("refuses forms that it does not know and sizes that no graph has", () => {
    const model = models["linear alone"]!;
    const unknown = JSON.parse('"compact"') as ExportForm;
    expect(() => exportModel(model, { form: unknown })).to.throw(
      UsageError,
      /form: expected fast or portable.*compact/,
    );
    for (const nodes of [0, -1, 1.5, NaN]) {
      expect(() => exportModel(model, { nodes })).to.throw(UsageError, /nodes: expected a whole number from 1/);
    }
    expect(() => exportModel(model, { arcs: -1 })).to.throw(UsageError, /arcs: expected a whole number from 0/);
    expect(() => exportModel(model, { author: "" })).to.throw(UsageError, /author: expected a text, .*found ""/);
    expect(() => exportModel(model, { license: " " })).to.throw(UsageError, /license: expected a text/);
  });

  it("gives the same bytes for the same model, whatever order its parts were put together in", () => {
    const model = models["two gcn layers"]!;
    const { options, ...provenance } = model.provenance;
    const again: TrainedModel = {
      ...model,
      weights: new Map([...model.weights].reverse()),
      provenance: { options: Object.fromEntries(Object.entries(options).reverse()), ...provenance },
    };
    expect(Buffer.from(exportModel(again)).equals(exportModel(model))).to.equal(true);
  });

  it("gives other bytes when one weight changes", () => {
    const model = randomModel(twoLayers);
    const before = exportModel(model);
    model.weights.get("second.bias")!.values[1]! += 1e-6;
    expect(Buffer.from(exportModel(model)).equals(before)).to.equal(false);
  });

  it("says who wrote the file, what it computes and, when told, whose it is and under which license", () => {
    const model = models["linear alone"]!;
    const read = (bytes: Uint8Array) => onnx.ModelProto.decode(bytes);
    const plain = read(exportModel(model));
    expect([plain.producerName, plain.producerVersion]).to.deep.equal(["evenodds", version]);
    expect(plain.docString).to.include('"income"').and.include('"class 1"');
    const one = (task: "binary" | "regression") => read(exportModel(randomModel([linear("l", 3, 1)], { task })));
    expect(one("binary").docString).to.include('one logit, that of class "class 1"');
    expect(one("regression").docString).to.match(/^Regression of "income".*one number per node/);
    const told = read(exportModel(model, { license: "CC-BY-4.0", author: "Ada", description: "Mine." }));
    expect(told.docString).to.equal("Mine.");
    expect(told.metadataProps.at(-2)).to.include({ key: "model_author", value: "Ada" });
    expect(told.metadataProps.at(-1)).to.include({ key: "model_license", value: "CC-BY-4.0" });
  });
});
