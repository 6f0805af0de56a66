import { metadataKeys, ModelError, planBlockRows, type LayerStep } from "@evenodds/core";
import { cutModel, exportFiles, exportModel } from "@evenodds/exporter";
import { onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { layerModels } from "../support/layer-models.js";
import { gcn, linear, randomModel, twoLayers } from "../support/models.js";

const hashless = (steps: readonly LayerStep[]) =>
  steps.map((step) => (step.op === "dense" ? { ...step, sha256: "" } : step));

/** The file with its message changed. */
function changed(bytes: Uint8Array, change: (model: onnx.ModelProto) => void): Uint8Array {
  const model = onnx.ModelProto.decode(bytes);
  change(model);
  return onnx.ModelProto.encode(model).finish();
}

describe("cutModel", () => {
  it("makes a piece before, between and behind the sums of two layers", () => {
    const { plan, files } = cutModel(exportModel(randomModel([gcn("a", 3, 4), { kind: "relu" }, linear("b", 4, 2)])));
    expect(hashless(plan.steps)).to.deep.equal([
      { op: "dense", file: "piece-0.onnx", sha256: "", inputs: ["degree", "x"], outputs: ["Reciprocal_0", "Mul_0"] },
      { op: "sum", input: "Mul_0", output: "sum_0", weighted: false },
      {
        op: "dense",
        file: "piece-1.onnx",
        sha256: "",
        inputs: ["sum_0", "Mul_0", "Reciprocal_0"],
        outputs: ["logits"],
      },
    ]);
    expect(plan.values).to.deep.equal({ degree: 1, x: 3, Reciprocal_0: 1, Mul_0: 3, sum_0: 3, logits: 2 });
    expect([...files.keys()]).to.deep.equal(["piece-0.onnx", "piece-1.onnx"]);
    expect([plan.blockRows, plan.output]).to.deep.equal([planBlockRows, "logits"]);
    expect(plan.model).to.deep.include({ task: "classification", label: "income", edgeWeights: false });
  });

  it("aggregates the features themselves without a piece before", () => {
    const gin = { kind: "gin", name: "a", inputs: 3, hidden: 4, outputs: 4, epsilon: 0 } as const;
    const { plan } = cutModel(exportModel(randomModel([gin, linear("b", 4, 2)])));
    expect(plan.steps[0]).to.deep.equal({ op: "sum", input: "x", output: "sum_0", weighted: false });
  });

  for (const [name, model] of Object.entries(layerModels())) {
    it(`cuts ${name} the same way from both forms and any sizes, and gives the same bytes again`, () => {
      const fast = cutModel(exportModel(model));
      expect(cutModel(exportModel(model))).to.deep.equal(fast);
      const others = [exportModel(model, { form: "portable" }), exportModel(model, { nodes: 20, arcs: 7 })];
      for (const other of others.map((bytes) => cutModel(bytes))) {
        expect(other.files).to.deep.equal(fast.files);
        expect(other.plan.steps).to.deep.equal(fast.plan.steps);
      }
    });
  }

  it("sums with weights where the file takes them", () => {
    const { plan } = cutModel(exportModel(randomModel(twoLayers), { edgeWeights: true }));
    expect(plan.model.edgeWeights).to.equal(true);
    const sums = plan.steps.filter(({ op }) => op === "sum");
    expect(sums).to.have.length(2);
    for (const sum of sums) expect(sum).to.include({ weighted: true });
  });

  it("refuses a file without a record of its layers: export it again", () => {
    const earlier = changed(exportModel(randomModel(twoLayers)), (model) => {
      model.metadataProps = model.metadataProps.filter(({ key }) => key !== metadataKeys.layers);
    });
    expect(() => cutModel(earlier, { name: "m.onnx" })).to.throw(ModelError, /^m\.onnx: .*earlier version.*again$/);
  });

  it("refuses a file of another tool with the first node that does not treat nodes by themselves", () => {
    const foreign = changed(exportModel(randomModel(twoLayers), { form: "portable" }), (model) => {
      model.metadataProps = [];
      model.producerName = "pytorch";
    });
    expect(() => cutModel(foreign)).to.throw(ModelError, /of another tool, whose node "\w+_\d+" \((Shape|Gather)\)/);
  });

  it("refuses a file whose graph is not the one of its layers", () => {
    const bytes = exportModel(randomModel(twoLayers));
    const changes: readonly ((model: onnx.ModelProto) => void)[] = [
      (model) => void (model.graph!.node![0]!.name = "another"),
      (model) => void model.graph!.initializer!.pop(),
      (model) => {
        const layers = model.metadataProps.find(({ key }) => key === metadataKeys.layers)!;
        layers.value = layers.value!.replace('{"kind":"relu"}', '{"alpha":1,"kind":"elu"}');
      },
      (model) => {
        const layers = model.metadataProps.find(({ key }) => key === metadataKeys.layers)!;
        layers.value = layers.value!.replace('"outputs":5', '"outputs":4');
      },
    ];
    for (const change of changes) {
      expect(() => cutModel(changed(bytes, change))).to.throw(ModelError, /expected the graph that evenodds writes/);
    }
  });

  it("names layers that are none, and those of an unknown kind", () => {
    const withLayers = (text: string) =>
      changed(exportModel(randomModel(twoLayers)), (model) => {
        model.metadataProps.find(({ key }) => key === metadataKeys.layers)!.value = text;
      });
    expect(() => cutModel(withLayers("{"))).to.throw(ModelError, /metadata evenodds.layers of model: expected JSON/);
    expect(() => cutModel(withLayers('[{"kind":1}]'))).to.throw(ModelError, /something else at "0.kind"/);
    expect(() => cutModel(withLayers('[{"kind":"transformer"}]'))).to.throw(ModelError, /kinds that can be exported/);
  });

  it("refuses a model with weights in a file beside it, and what is no model", () => {
    const { model } = exportFiles(randomModel([linear("a", 300, 2)]), { name: "m.onnx", externalFrom: 0 });
    expect(() => cutModel(model)).to.throw(ModelError, /weight "a.weight" in a file beside it/);
    expect(() => cutModel(Uint8Array.of(1, 2, 3))).to.throw(ModelError, /expected an ONNX model/);
  });
});
