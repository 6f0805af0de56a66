import { encodeSafetensors, InputError, ModelError, type Layer, type StoredTensor } from "@evenodds/core";
import { readReferenceRun } from "@evenodds/exporter";
import { expect } from "chai";

const floats = (shape: number[], ...values: number[]): StoredTensor => ({ shape, values: Float32Array.from(values) });
const whole = (shape: number[], ...values: number[]): StoredTensor => ({ shape, values: Int32Array.from(values) });

const run = {
  x: floats([3, 2], 1, 2, 3, 4, 5, 6),
  edge_index: whole([2, 2], 0, 1, 2, 0),
  logits: floats([3, 2], 6, 5, 4, 3, 2, 1),
};

function read(tensors: Readonly<Record<string, StoredTensor>>, layers: readonly Layer[] = []) {
  const file = encodeSafetensors(new Map(Object.entries(tensors)), {});
  return readReferenceRun(file, { name: "run", featureNames: ["a", "b"], layers });
}

describe("readReferenceRun", () => {
  it("returns the graph, sources first, and the logits", () => {
    const { graph, logits } = read(run);
    expect([...graph.source, ...graph.target]).to.deep.equal([0, 1, 2, 0]);
    expect(graph.features).to.deep.equal(Float32Array.of(1, 2, 3, 4, 5, 6));
    expect(graph).to.deep.include({ nodeCount: 3, featureNames: ["a", "b"], nodeIds: ["0", "1", "2"] });
    expect([...logits]).to.deep.equal([6, 5, 4, 3, 2, 1]);
    expect([...read({ ...run, logits: floats([3], 1, 2, 3) }).logits]).to.deep.equal([1, 2, 3]);
    expect(read({ ...run, edge_index: whole([2, 0]) }).graph.source).to.have.length(0);
  });

  it("names a tensor that is missing or has a wrong shape", () => {
    const { x, logits } = run;
    expect(() => read({ x, logits })).to.throw(ModelError, /edge_index of run: expected shape \[2, E\], found no such/);
    expect(() => read({ ...run, x: floats([2, 3], 1, 2, 3, 4, 5, 6) })).to.throw(ModelError, /x of run: .*\[N, 2\]/);
    expect(() => read({ ...run, edge_index: whole([4], 0, 1, 2, 0) })).to.throw(ModelError, /edge_index.*\[4\]/);
    expect(() => read({ ...run, logits: floats([2, 1], 1, 2) })).to.throw(ModelError, /logits of run: .*\[3, C\]/);
  });

  it("refuses indices that are no nodes, those that an array would wrap too", () => {
    for (const index of [3, -1, 0.5, 2 ** 32]) {
      const values = Float64Array.of(0, 1, 2, index);
      expect(() => read({ ...run, edge_index: { shape: [2, 2], values } })).to.throw(
        InputError,
        `node indices from 0 to 2, found ${index}`,
      );
    }
  });

  it("refuses self loops for models with gcn layers, and only for those", () => {
    const loops = { ...run, edge_index: whole([2, 2], 0, 1, 2, 1) };
    const sage: Layer = { kind: "sage", name: "s", inputs: 2, outputs: 2, aggregation: "max" };
    expect(read(loops, [sage]).graph.nodeCount).to.equal(3);
    const gcn: Layer = { kind: "gcn", name: "g", inputs: 2, outputs: 2 };
    expect(() => read(loops, [sage, gcn])).to.throw(InputError, /no self loops.*found 1/);
  });
});
