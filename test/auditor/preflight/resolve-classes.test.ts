import {
  classOrderNote,
  classOrderWarnings,
  matchClasses,
  resolveClasses,
  type ClassSides,
  type GraphClasses,
  type RecordedNames,
} from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { labelLine } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";

const graphOf = (names: readonly string[], listed: GraphClasses["listed"] = null): GraphClasses => ({
  names,
  listed,
  line: (classes) => `write under nodes: in the card: ${labelLine({ column: "y", missing: [] }, classes)}`,
  hints: {
    place: "the card",
    rename: "name the classes as the model does, with classes: { value: name, … }",
    listAll: "list all classes under nodes.label.classes in the card, those without rows too",
    notClasses: "list values that are not classes under nodes.label.missing in the card",
    unknown: (value) => `say missing: ${value} under nodes.label in the card`,
  },
});
const recordedOf = (names: readonly string[], areNumbers = false): RecordedNames => ({
  names,
  source: "metadata class_names",
  areNumbers,
});

const resolve = (graph: GraphClasses, sides: Partial<ClassSides> = {}) =>
  resolveClasses({ graph, own: null, recorded: null, count: graph.names.length, isOneColumn: false, ...sides });

const levels = ["low", "medium", "high"];
const sorted = [...levels].sort();

describe("resolveClasses", () => {
  it("takes what evenodds recorded, whatever else is said", () => {
    const order = resolve(graphOf(["no", "yes"]), { own: ["yes", "no"], recorded: recordedOf(["a", "b"]) });
    expect(order).to.deep.equal({ names: ["yes", "no"], by: "evenodds", source: null });
    expect(classOrderNote(order, graphOf([]))).to.equal(null);
  });

  it("refuses texts that nobody has ordered, with the line to write and the file's own values", () => {
    expect(() => resolve(graphOf(sorted))).to.throw(
      ModelError,
      /found "high", "low", "medium" as labels, and no classes in the card; write under nodes: in the card: label: \{ column: y, classes: \[high, low, medium\] \} with the classes in the order of the model's columns, .*only sorted/,
    );
  });

  for (const [what, names] of [
    ["true and false", ["false", "true"]],
    ["yes and no", ["no", "yes"]],
    ["1 to C", ["1", "2", "3"]],
    ["-1 and 1", ["-1", "1"]],
    ["-1, 0 and 1", ["-1", "0", "1"]],
    ["numbers with a gap", ["0", "1", "3"]],
    ["numbers with leading zeros", ["00", "01"]],
    ["decimals", ["0.5", "1.5"]],
    ["numbers beside a text", ["0", "1", "unknown"]],
    ["numbers sorted as texts", ["0", "1", "10", "2", "3", "4", "5", "6", "7", "8", "9"]],
    ["one class", ["no"]],
  ] as const) {
    it(`refuses ${what}: only 0 to C−1 in this order are numbers of columns`, () => {
      expect(() => resolve(graphOf(names))).to.throw(ModelError, /^classes: expected their order .* classes: \[/);
    });
  }

  it("takes 0 to C−1 as numbers of columns, and says so", () => {
    for (const count of [2, 3, 11]) {
      const names = Array.from({ length: count }, (_, c) => String(c));
      const order = resolve(graphOf(names));
      expect(order).to.deep.equal({ names, by: "numbers", source: null });
      expect(classOrderNote(order, graphOf([]))).to.include(
        `the labels are the whole numbers 0 to ${count - 1} and are taken as`,
      );
    }
  });

  it("takes 0 to C−1 as numbers of columns where the card names them in this order", () => {
    expect(resolve(graphOf(["no", "yes"], [["0"], ["1"]]))).to.deep.equal({
      names: ["no", "yes"],
      by: "numbers",
      source: null,
    });
  });

  it("takes the order of a card that lists classes, and says that it cannot be checked", () => {
    const order = resolve(graphOf(levels, [["l"], ["m"], ["h"]]));
    expect(order).to.deep.equal({ names: levels, by: "card", source: null });
    expect(classOrderNote(order, graphOf([]))).to.match(
      /order in which the card lists them.*: "low", "medium", "high"\. .*cannot/,
    );
  });

  it("warns of a card that lists 0 to C−1 in another order", () => {
    const listed = graphOf(["yes", "no"], [["1"], ["0"]]);
    const order = resolve(listed);
    expect(order.names).to.deep.equal(["yes", "no"]);
    expect(classOrderWarnings(order, listed)).to.deep.equal([
      {
        code: "class-order",
        message: 'the card lists the labels as 1, 0, so column 0 of the model is taken as class "yes", the label 1',
      },
    ]);
    for (const other of [graphOf(["no", "yes"], [["0"], ["1"]]), graphOf(["b", "a"], [["b"], ["a"]])]) {
      expect(classOrderWarnings(resolve(other), other)).to.deep.equal([]);
    }
  });

  it("asks the same of one column: its class is the second", () => {
    const sides = { count: 2, isOneColumn: true };
    expect(() => resolve(graphOf(["no", "yes"]), sides)).to.throw(
      ModelError,
      /classes: \[no, yes\] \} .*the class whose logit or probability the column is comes second/,
    );
    expect(resolve(graphOf(["0", "1"]), sides).by).to.equal("numbers");
    expect(resolve(graphOf(["no", "yes"], [["n"], ["y"]]), sides).by).to.equal("card");
    expect(() => resolve(graphOf(["0"]), sides)).to.throw(ModelError, /expected 2, because the output is one logit/);
  });

  it("refuses fewer labels than columns, with a line where they may be numbers of columns", () => {
    expect(() => resolve(graphOf(["0", "2"]), { count: 3 })).to.throw(
      ModelError,
      /expected 3, .*found 2 in the graph \("0", "2"\); if they are the numbers of the columns, write .*classes: \[0, 1, 2\]/,
    );
    expect(() => resolve(graphOf(["high", "low"]), { count: 3 })).to.throw(
      ModelError,
      /list all classes under nodes\.label\.classes in the card, those without rows too, in the order/,
    );
    expect(() => resolve(graphOf(["high", "low"], [["high"], ["low"]]), { count: 3 })).to.throw(
      ModelError,
      /expected 3/,
    );
  });

  it("refuses more labels than columns, and asks what a negative code means", () => {
    expect(() => resolve(graphOf(["-1", "0", "1"]), { count: 2 })).to.throw(
      ModelError,
      /expected 2, .*found 3 .*if -1 means not known, say missing: -1 under nodes\.label/,
    );
    expect(() => resolve(graphOf(["0", "1", "2"]), { count: 2 })).to.throw(ModelError, /nodes\.label\.missing/);
  });

  it("asks nothing of a graph without labels", () => {
    expect(resolve(graphOf([]), { count: 2 })).to.deep.equal({ names: null, by: "none", source: null });
    const named = resolve(graphOf([]), { count: 3, recorded: recordedOf(levels) });
    expect(named).to.deep.equal({ names: levels, by: "names", source: "metadata class_names" });
  });

  it("takes an output that does not tell its number of classes by the same rules", () => {
    expect(() => resolve(graphOf(sorted), { count: null })).to.throw(ModelError, /their order/);
    expect(resolve(graphOf(["0", "1"]), { count: null }).by).to.equal("numbers");
  });
});

describe("resolveClasses with names that another tool recorded", () => {
  const source = "metadata class_names";

  it("matches by name whatever the graph's order, and keeps classes that the graph lacks", () => {
    for (const graph of [graphOf(sorted), graphOf(sorted, [["high"], ["low"], ["medium"]]), graphOf(["high", "low"])]) {
      const order = resolve(graph, { count: 3, recorded: recordedOf(levels) });
      expect(order).to.deep.equal({ names: levels, by: "names", source });
      expect(classOrderNote(order, graphOf([]))).to.equal(
        'Classes of the model\'s columns are matched by name, from the model\'s metadata class_names: "low", "medium", "high".',
      );
    }
  });

  it("matches by the values of the card where its names are others, and reports the card's names", () => {
    const graph = graphOf(["hoch", "tief"], [["high"], ["low"]]);
    expect(resolve(graph, { count: 3, recorded: recordedOf(levels) }).names).to.deep.equal(["tief", "medium", "hoch"]);
    // Values 2, 0 and 1 are the model's 0, 1 and 2, however the card orders them.
    const numbered = graphOf(["c", "a", "b"], [["2"], ["0"], ["1"]]);
    const order = resolve(numbered, { recorded: recordedOf(["0", "1", "2"], true) });
    expect(order).to.deep.include({ names: ["a", "b", "c"], by: "names" });
    expect(classOrderWarnings(order, numbered)).to.deep.equal([]);
  });

  it("matches numbers that are names, and never by their place", () => {
    expect(resolve(graphOf(["1", "2", "3"]), { recorded: recordedOf(["3", "1", "2"]) }).names).to.deep.equal([
      "3",
      "1",
      "2",
    ]);
    expect(resolve(graphOf(["0", "1"]), { recorded: recordedOf(["1", "0"]) }).names).to.deep.equal(["1", "0"]);
    expect(() => resolve(graphOf(["0", "1"]), { recorded: recordedOf(["1", "2"]) })).to.throw(ModelError, /"0" among/);
    expect(resolve(graphOf(["0.0", "1"]), { recorded: recordedOf(["1", "0"]) }).names).to.deep.equal(["1", "0.0"]);
  });

  it("takes labels 0 to C−1 as numbers of named columns, under the graph's names", () => {
    const order = resolve(graphOf(["0", "1", "2"]), { recorded: recordedOf(levels) });
    expect(order).to.deep.equal({ names: ["0", "1", "2"], by: "numbers", source });
    const card = graphOf(["groß", "klein"], [["1"], ["0"]]);
    expect(resolve(card, { recorded: recordedOf(["small", "large"]) }).names).to.deep.equal(["klein", "groß"]);
    expect(() => resolve(graphOf(["0", "2"]), { count: 3, recorded: recordedOf(levels) })).to.throw(
      ModelError,
      /if they are the numbers of the columns, write .*classes: \{ 0: low, 1: medium, 2: high \}/,
    );
  });

  it("lets names that only count columns decide nothing", () => {
    const counted = recordedOf(["LABEL_0", "LABEL_1"], true);
    expect(() => resolve(graphOf(["no", "yes"]), { recorded: counted })).to.throw(ModelError, /their order/);
    expect(resolve(graphOf(["0", "1"]), { recorded: counted }).by).to.equal("numbers");
    expect(resolve(graphOf(["no", "yes"], [["no"], ["yes"]]), { recorded: counted }).by).to.equal("card");
  });

  it("refuses a class that the model does not name, and another number of names than columns", () => {
    expect(() => resolve(graphOf(["high", "low", "mid"]), { recorded: recordedOf(levels) })).to.throw(
      ModelError,
      /labels that the model knows by its metadata class_names .*found "mid" among/,
    );
    expect(() => resolve(graphOf(sorted), { recorded: recordedOf(["low", "high"]) })).to.throw(
      ModelError,
      /^metadata class_names: expected 3 names of classes, .*found 2/,
    );
    expect(() =>
      resolve(graphOf(["a", "b"], [["low"], ["high", "medium"]]), { count: 3, recorded: recordedOf(levels) }),
    ).to.throw(ModelError);
  });

  it("gives every label the column of its own name, for any names in any two orders", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(
        names.chain((all) => fc.tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.shuffledSubarray(all))),
        ([model, graph]) => {
          const recorded = recordedOf(model);
          const order = resolve(graphOf(graph), { recorded, count: model.length });
          const { classes, fromGraph } = matchClasses({ model: order.names, graph, columns: model.length });
          expect(classes).to.deep.equal(model);
          graph.forEach((name, code) => expect(model[fromGraph[code]!]).to.equal(name));
        },
      ),
    );
  });
});
