import { bindColumns, columnsNote, inspectModel, reportedColumns, type ColumnMap } from "@evenodds/auditor";
import { ModelError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { buildModel, node, type TensorType } from "../../support/onnx-models.js";

const table = { names: ["sex", "age", "Home Town", "income"], sensitive: ["sex"] };

function described(inputs: readonly TensorType[], metadata: Record<string, string> = {}) {
  const outputs: TensorType[] = [{ name: "y", type: "FLOAT", shape: ["N", 2] }];
  const nodes = [node("Identity", { from: [inputs[0]!.name], to: ["y"] })];
  return inspectModel(buildModel({ inputs, outputs, nodes, metadata }));
}
const columnsOf = (inputs: readonly TensorType[], map?: ColumnMap, metadata?: Record<string, string>) =>
  Object.fromEntries(
    bindColumns(described(inputs, metadata), table, map).map(({ tensor, columns, value, knownBy }) => [
      tensor.name,
      `${value === undefined ? columns.join("|") : String(value)} by ${knownBy}`,
    ]),
  );
const wide = (columns: number | string): TensorType => ({ name: "X", type: "FLOAT", shape: ["N", columns] });

describe("bindColumns", () => {
  it("gives inputs of one column the column of their name, in any spelling", () => {
    const inputs: TensorType[] = [
      { name: "income", type: "FLOAT", shape: ["N", 1] },
      { name: "home_town", type: "STRING", shape: ["N"] },
      { name: "age", type: "INT64", shape: ["N", 1] },
    ];
    expect(columnsOf(inputs)).to.deep.equal({
      income: "income by name",
      home_town: "Home Town by name",
      age: "age by name",
    });
  });

  it("gives one wide input all columns, or all but the sensitive ones, by their number", () => {
    expect(columnsOf([wide(4)])).to.deep.equal({ X: "sex|age|Home Town|income by position" });
    expect(columnsOf([wide(3)])).to.deep.equal({ X: "age|Home Town|income by position" });
    for (const columns of [2, 5, "F"]) {
      expect(() => columnsOf([wide(columns)]), String(columns)).to.throw(
        ModelError,
        /model input X: expected a table of .* columns besides id and label .*found 4, 3 without sensitive ones .*‘map’ X=sex,age,…/,
      );
    }
  });

  it("follows the names that the model records", () => {
    const metadata = { feature_names: "income,age" };
    expect(columnsOf([wide(2)], {}, metadata)).to.deep.equal({ X: "income|age by name" });
    expect(() => columnsOf([wide(2)], {}, { feature_names: "income,agee" })).to.throw(
      ModelError,
      /all 2 that the model's metadata feature_names names, found none called "agee"; did you mean "age"\?/,
    );
    expect(() => columnsOf([wide(3)], {}, metadata)).to.throw(ModelError, /expected 3 names of features/);
    // Names that only count columns tell nothing.
    expect(columnsOf([wide(3)], {}, { feature_names: "f0,f1,f2" })).to.deep.equal({
      X: "age|Home Town|income by position",
    });
  });

  it("gives inputs what the map says, columns or a number", () => {
    const inputs: TensorType[] = [wide("F"), { name: "words", type: "STRING", shape: ["N", 1] }];
    const scalar: TensorType = { name: "p", type: "FLOAT", shape: [] };
    expect(columnsOf([...inputs, scalar], { X: "age, income", words: "Home Town", p: 0.5 })).to.deep.equal({
      X: "age|income by map",
      words: "Home Town by map",
      p: "0.5 by map",
    });
    expect(() => columnsOf([wide(2)], { X: "age" })).to.throw(
      UsageError,
      /‘map’ X: expected 2 columns, for X float32\[N, 2\], found 1 \("age"\)/,
    );
    expect(() => columnsOf([wide(1)], { X: "agee" })).to.throw(UsageError, /found "agee"; did you mean "age"\?/);
    expect(() => columnsOf([wide(1)], { Y: "age" })).to.throw(UsageError, /expected names of inputs of the model/);
  });

  it("asks about inputs that no column has the name of, and about several wide ones", () => {
    const zip: TensorType = { name: "zip", type: "FLOAT", shape: ["N", 1] };
    expect(() => columnsOf([zip, { ...zip, name: "age" }])).to.throw(
      ModelError,
      /model input zip: expected a column of the same name, found zip float32\[N, 1\], and columns "sex", .*‘map’ zip=sex/,
    );
    const two: TensorType[] = [wide(1), wide(2), { name: "words", type: "STRING", shape: ["N", 2] }];
    expect(() => columnsOf(two.slice(1))).to.throw(ModelError, /model input X: expected to be told which columns/);
    expect(() => columnsOf([{ name: "p", type: "FLOAT", shape: [] }])).to.throw(ModelError, /‘map’ p=0\.5/);
  });
});

describe("columnsNote", () => {
  it("says which columns inputs were given and how that is known", () => {
    const bound = bindColumns(described([wide(3)]), table);
    expect(columnsNote(bound)).to.equal(
      `The model's inputs were given: X "age", "Home Town", "income" (by position, in the order of the table: not checked, because the model does not record names).`,
    );
    expect(reportedColumns(bound)).to.deep.equal([{ name: "X", given: "age, Home Town, income", knownBy: "position" }]);
    const named = bindColumns(described([wide(1)], { feature_names: "['age']" }), table);
    expect(columnsNote(named)).to.include(`X "age" (by name, from the model's metadata feature_names)`);
  });
});
