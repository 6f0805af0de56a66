import { matchClasses, recodeLabels } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";

describe("matchClasses", () => {
  it("takes the graph's order where the model names no classes", () => {
    expect(matchClasses({ model: null, graph: ["no", "yes"], columns: 2 })).to.deep.equal({
      classes: ["no", "yes"],
      fromGraph: Int32Array.of(0, 1),
    });
  });

  it("matches by name whatever the order, and keeps classes that only the model knows", () => {
    const match = matchClasses({ model: ["maybe", "yes", "no"], graph: ["no", "yes"], columns: 3 });
    expect(match).to.deep.equal({ classes: ["maybe", "yes", "no"], fromGraph: Int32Array.of(2, 1) });
    expect(recodeLabels(Int32Array.of(0, 1, -1, 0), match)).to.deep.equal(Int32Array.of(2, 1, -1, 2));
  });

  it("names classes of an unlabelled graph by the model or by number", () => {
    expect(matchClasses({ model: ["a", "b"], graph: [], columns: 2 }).classes).to.deep.equal(["a", "b"]);
    expect(matchClasses({ model: null, graph: [], columns: 2 }).classes).to.deep.equal(["0", "1"]);
  });

  it("refuses a label that the model does not know and prints both sides", () => {
    expect(() => matchClasses({ model: ["no", "yes"], graph: ["no", "perhaps"], columns: 2 })).to.throw(
      ModelError,
      /knows \("no", "yes"\), found "perhaps" among those of the graph \("no", "perhaps"\)/,
    );
  });

  it("refuses differing numbers", () => {
    expect(() => matchClasses({ model: null, graph: ["a", "b", "c"], columns: 2 })).to.throw(
      ModelError,
      /expected 2, .*found 3 in the graph \("a", "b", "c"\)/,
    );
    expect(() => matchClasses({ model: ["a"], graph: ["a"], columns: 2 })).to.throw(
      ModelError,
      /evenodds\.classes: expected 2 names.*found 1/,
    );
  });

  it("takes one logit for that of the second of two classes", () => {
    const names = ["no", "yes"];
    for (const [model, graph] of [
      [names, names],
      [names, []],
      [null, names],
    ] as const) {
      expect(matchClasses({ model, graph, columns: 1, task: "binary" }).classes).to.deep.equal(names);
    }
    expect(matchClasses({ model: null, graph: [], columns: 1, task: "binary" }).classes).to.deep.equal(["0", "1"]);
    const swapped = matchClasses({ model: ["yes", "no"], graph: names, columns: 1, task: "binary" });
    expect(swapped.fromGraph).to.deep.equal(Int32Array.of(1, 0));
  });

  it("refuses other than two classes for one logit", () => {
    expect(() => matchClasses({ model: null, graph: ["a", "b", "c"], columns: 1, task: "binary" })).to.throw(
      ModelError,
      /classes: expected 2, because the output is one logit .*, found 3 in the graph/,
    );
    expect(() => matchClasses({ model: ["a"], graph: ["a"], columns: 1, task: "binary" })).to.throw(
      ModelError,
      /evenodds\.classes: expected 2 names, because the output is one logit, found 1/,
    );
  });

  it("says how to read one column where there are two classes, or none", () => {
    expect(() => matchClasses({ model: null, graph: ["no", "yes"], columns: 1 })).to.throw(
      ModelError,
      /expected 1, .*found 2 .*if it is the logit of class "yes", add ‘outputKind: one-logit’/,
    );
    expect(() => matchClasses({ model: ["a", "b"], graph: [], columns: 1 })).to.throw(
      ModelError,
      /class "b".*‘outputKind: one-logit’/,
    );
    expect(() => matchClasses({ model: null, graph: [], columns: 1 })).to.throw(
      ModelError,
      /‘outputKind: one-logit’ .*‘outputKind: number’/,
    );
    expect(() => matchClasses({ model: null, graph: ["a", "b", "c"], columns: 1 })).not.to.throw(
      /‘outputKind: one-logit’/,
    );
  });
});
