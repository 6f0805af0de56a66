import { ProofError, type Layer } from "@evenodds/core";
import { checkStructure, exportModel, type ExportOptions } from "@evenodds/exporter";
import { inferGraph, lazily, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import { layerModels } from "../../support/layer-models.js";
import { linear, randomModel } from "../../support/models.js";
import { exportedGraph } from "../changed-graph.js";
import { operandsOf, type Operand } from "./operands-of.js";
import { randomStack } from "./random-stack.js";

const models = layerModels();
const forms = ["fast", "portable"] as const;

function graphOf(bytes: Uint8Array): onnx.GraphProto {
  return onnx.ModelProto.decode(bytes).graph as onnx.GraphProto;
}

function weighable(layers: readonly Layer[]): boolean {
  const sums = layers.some(({ kind }) => ["gcn", "sage", "gin"].includes(kind));
  return (
    sums && !layers.some((layer) => layer.kind === "gat" || (layer.kind === "sage" && layer.aggregation === "max"))
  );
}

describe("inferGraph", () => {
  for (const [name, model] of Object.entries(models)) {
    it(`finds that logits are float32 [N, C], and the type and rank of every value: ${name}`, () => {
      const columns = model.task === "classification" ? model.classes.length : 1;
      const options: ExportOptions[] = [{}, { nodes: 5, arcs: 4 }];
      if (weighable(model.layers)) options.push({ edgeWeights: true });
      for (const option of options.flatMap((one) => forms.map((form) => ({ ...one, form })))) {
        const bytes = exportModel(model, option);
        checkStructure(bytes);
        const values = inferGraph(graphOf(bytes));
        const { elementType, shape } = values.get("logits")!;
        const found = { elementType, shape };
        expect(found).to.deep.equal({ elementType: "float32", shape: [`${option.nodes ?? "N"}`, `${columns}`] });
        expect([...values.values()].filter((value) => !value.elementType || !value.shape)).to.deep.equal([]);
      }
    });
  }

  it("finds the same of layers in any order, and nothing that is wrong with them", () => {
    fc.assert(
      fc.property(randomStack({ features: 3 }), fc.constantFrom(...forms), fc.nat({ max: 2 }), (stack, form, sizes) => {
        const { layers, outputs, task } = stack;
        const fixed = [{}, { nodes: 7, arcs: 20 }, { nodes: 1, arcs: 0 }][sizes]!;
        const edgeWeights = weighable(layers) && sizes !== 1;
        const bytes = exportModel(randomModel(layers, { task }), { form, ...fixed, edgeWeights });
        checkStructure(bytes);
        expect(inferGraph(graphOf(bytes)).get("logits")!.shape).to.deep.equal([`${fixed.nodes ?? "N"}`, `${outputs}`]);
      }),
      { numRuns: 40, examples: [[{ layers: [linear("l", 3, 1)], outputs: 1, task: "binary" }, "fast", 0]] },
    );
  });

  const drawn = lazily(() => {
    const graphs = [
      exportedGraph("two gcn layers"),
      exportedGraph("sage mean that widens, then narrows", { edgeWeights: true }),
      exportedGraph("gat of two heads, then of one"),
      exportedGraph("batch norm between all of them", { form: "portable" }),
      exportedGraph("layer norm, elu and leaky relu", { form: "portable" }),
    ];
    return graphs.map((graph) => ({ graph, values: inferGraph(graph), operands: operandsOf(graph) }));
  });

  it("finds any operand of another type, but for what only casts and shapes depend on", () => {
    fc.assert(
      fc.property(fc.nat({ max: 4 }), fc.nat(), fc.nat(), (which, place, other) => {
        const { graph, values, operands } = drawn()[which]!;
        const { node, input, visible }: Operand = operands[place % operands.length]!;
        const was = node.input![input]!;
        const typeOf = (name: string) => values.get(name)!.elementType;
        const others = visible().filter((name) => typeOf(name) !== typeOf(was));
        node.input![input] = others[other % others.length]!;
        try {
          expect(() => inferGraph(graph), `${node.input![input]} for ${was} in ${node.name}`).to.throw(
            ProofError,
            /node "|value "/,
          );
        } finally {
          node.input![input] = was;
        }
      }),
      { numRuns: 150 },
    );
  });
});
