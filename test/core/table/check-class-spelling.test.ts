import { checkClassSpelling, InputError, unknownCode, type ClassWords } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";

const words: ClassWords = {
  argument: "label",
  respell: "list them as one",
  declare: "list them",
  markMissing: (value) => `mark ${value}`,
};

describe("checkClassSpelling", () => {
  const refused: readonly (readonly [string[], string[] | undefined, readonly string[]])[] = [
    [
      ["No", "Yes", "yes"],
      ["No", "yes"],
      ['both "Yes" and "yes"', '"Yes" is a label that is never predicted'],
    ],
    [
      ["0", "1", "true"],
      ["0", "1"],
      ['both "1" and "true"', "never predicted"],
    ],
    [
      ["0", "1", "2"],
      ["1", "2", "3"],
      ['"0", "1", "2"', '"1", "2", "3"', "count from another number"],
    ],
    [["0", "1", "2"], ["0", "class_1", "2"], ['both "1" and "class_1"']],
    [["no", "yes", "YES "], undefined, ['both "yes" and "YES "']],
    [
      ["-1", "0", "1"],
      ["0", "1"],
      ['"-1"', "never predicted", "if -1 means unknown, mark -1; else list them"],
    ],
    [["-1", "0", "1"], undefined, ["if -1 means unknown"]],
    [["-1", "1"], ["0", "1"], ["if -1 means unknown"]],
    [["-999", "0", "1"], ["0", "1"], ["if -999 means unknown"]],
  ];
  for (const [labels, predicted, texts] of refused) {
    it(`refuses ${labels.join(",")} predicted as ${predicted?.join(",") ?? "nothing yet"}`, async () => {
      const error = await caught(() => checkClassSpelling({ labels, predicted }, words));
      expect(error).to.be.instanceOf(InputError);
      for (const text of [...texts, "list them"]) expect(error.message).to.include(text);
    });
  }

  const taken: readonly (readonly [string[], string[] | undefined])[] = [
    [
      ["-1", "1"],
      ["-1", "1"],
    ],
    [["-1", "1"], ["1"]],
    [["-1", "1"], undefined],
    [
      ["-1", "0", "1"],
      ["-1", "0", "1"],
    ],
    [["-2", "-1", "0"], ["0"]],
    [
      ["0", "1", "2"],
      ["1", "2"],
    ],
    [["a", "b"], ["a"]],
    [[], ["0", "1"]],
  ];
  for (const [labels, predicted] of taken) {
    it(`takes ${labels.join(",")} predicted as ${predicted?.join(",") ?? "nothing yet"}`, () =>
      checkClassSpelling({ labels, predicted }, words));
  }
});

describe("unknownCode", () => {
  it("is the one code below 0 beside codes from 0", () => {
    expect(unknownCode(["-1", "0", "1"])).to.equal("-1");
    expect(unknownCode(["-9", "1", "2"])).to.equal("-9");
    for (const levels of [["-1", "1"], ["0", "1"], ["-2", "0", "2"], ["-1", "0.5"], ["-1", "a"], ["-1"]]) {
      expect(unknownCode(levels), levels.join()).to.equal(null);
    }
  });
});
