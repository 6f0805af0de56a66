import { deriveFacts, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { readFixture } from "./fixtures.js";
import { handModel } from "./hand-model.js";

const factsOf = (bytes: Uint8Array) => deriveFacts(onnx.ModelProto.decode(bytes).graph!);

describe("deriveFacts", () => {
  it("gives shapes with a symbol for each size that is open", () => {
    const facts = factsOf(handModel());
    const [nodes] = facts.get("x")!.shape!;
    const [, arcs] = facts.get("edge_index")!.shape!;
    expect(facts.get("target")!.shape).to.deep.equal([arcs]);
    expect(facts.get("column")!.shape).to.deep.equal([arcs, "1"]);
    expect(facts.get("index")!.shape).to.deep.equal([arcs, "2"]);
    expect(facts.get("zeros")).to.deep.include({ shape: [nodes, "2"], fill: 0, type: 1 });
    expect(nodes).not.to.equal(arcs);
  });

  it("shares facts of values that are always equal, under the first name", () => {
    const facts = factsOf(
      handModel({
        target: [
          ["Gather", ["edge_index", "one"], "first"],
          ["Gather", ["edge_index", "one"], "same"],
          ["Reshape", ["same", "minus_one"], "flat_already"],
          ["Max", ["flat_already"], "target"],
        ],
      }),
    );
    expect(facts.get("target")).to.equal(facts.get("first"));
    expect(facts.get("target")!.name).to.equal("first");
    expect(facts.get("source")).not.to.equal(facts.get("first"));
  });

  it("does not share random numbers", () => {
    const like = (name: string) => ["RandomNormalLike", ["x"], name] as const;
    const facts = factsOf(handModel({ rows: [like("a"), like("b"), ["Gather", ["a", "source"], "rows"]] }));
    expect(facts.get("a")).not.to.equal(facts.get("b"));
  });

  it("sees that both layers of torch's old exporter lead along the same arcs", () => {
    const facts = factsOf(readFixture("gcn-script.onnx"));
    expect(facts.get("/second/Concat_output_0")).to.equal(facts.get("/first/Concat_output_0"));
    expect(facts.get("/second/Mul_1_output_0")).to.equal(facts.get("/first/Mul_1_output_0"));
    expect(facts.get("/second/lin/MatMul_output_0")).not.to.equal(facts.get("/first/lin/MatMul_output_0"));
  });
});
