import { checkLabelKind } from "@evenodds/auditor";
import { ModelError, type Task } from "@evenodds/core";
import { expect } from "chai";

const classes = { labelName: "y", classes: ["no", "yes"] };
const numbers = { labelName: "y", classes: [], target: { name: "y", value: Float64Array.of(1.5, NaN) } };
const none = { labelName: "", classes: [] };
const model = (task: Task, recorded: Task | null = task, columns = 1) => ({ task, recorded, columns });

describe("checkLabelKind", () => {
  it("lets pass what fits, and graphs without a label", () => {
    for (const task of ["classification", "binary"] as const) {
      checkLabelKind(classes, model(task));
      checkLabelKind(none, model(task));
    }
    checkLabelKind(numbers, model("regression"));
    checkLabelKind(none, model("regression"));
  });

  it("refuses a regression on classes and says where numbers are declared", () => {
    expect(() => checkLabelKind(classes, model("regression"))).to.throw(
      ModelError,
      /label "y" of the graph: expected numbers, .*found classes \("no", "yes"\); .*numeric: true/,
    );
  });

  it("refuses a classifier on numbers", () => {
    for (const task of ["classification", "binary"] as const) {
      expect(() => checkLabelKind(numbers, model(task))).to.throw(ModelError, /expected classes, .*found numbers/);
      expect(() => checkLabelKind(numbers, model(task))).not.to.throw(/‘outputKind: number’/);
    }
  });

  it("knows that one column without a task may be a regression", () => {
    expect(() => checkLabelKind(numbers, model("classification", null))).to.throw(
      ModelError,
      /add ‘outputKind: number’/,
    );
    expect(() => checkLabelKind(numbers, model("classification", null, 2))).not.to.throw(/add ‘outputKind: number’/);
  });
});
