import { blankNote, prepareColumns, type BoundColumns } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";

const rows = {
  columns: new Map<string, (string | null)[]>([
    ["age", ["30", " 41.5 ", "?"]],
    ["count", ["1", "-2", "9007199254740991"]],
    ["member", ["true", "False", "1"]],
    ["city", ["Oslo", " Bergen", "NA"]],
    ["note", ["a", null, "b"]],
  ]),
  ids: ["p", "q", "r"],
  missing: new Set(["", "NA", "?"]),
};
const bound = (
  columns: readonly string[],
  type: string,
  shape: readonly (number | string)[] = ["N", columns.length],
): BoundColumns[] => [{ tensor: { name: "X", type, shape }, columns, knownBy: "name", source: null }];
const fed = (...given: Parameters<typeof bound>) => prepareColumns(bound(...given), rows).inputs[0]!;

describe("prepareColumns", () => {
  it("feeds numbers and booleans row by row, as `[N, F]` or `[N]`, and says what is missing", () => {
    const prepared = prepareColumns(bound(["age", "member"], "float32"), rows);
    expect(prepared.inputs).to.deep.equal([
      { name: "X", type: "float32", data: Float32Array.of(30, 1, 41.5, 0, NaN, 1), dims: [3, 2] },
    ]);
    expect(blankNote(prepared)).to.equal('Numbers that are missing were given to the model as NaN: 1 rows of "age".');
    expect(fed(["age"], "float64", ["N"])).to.deep.include({ data: Float64Array.of(30, 41.5, NaN), dims: [3] });
    expect(blankNote(prepareColumns(bound(["member"], "float32"), rows))).to.equal(null);
  });

  it("feeds whole numbers exactly, and texts without outer blanks", () => {
    expect(fed(["count"], "int64").data).to.deep.equal(BigInt64Array.of(1n, -2n, 9007199254740991n));
    expect(fed(["city"], "string", ["N", 1])).to.deep.include({ data: ["Oslo", "Bergen", "NA"], dims: [3, 1] });
    expect(fed(["member"], "bool").data).to.deep.equal(Uint8Array.of(1, 0, 1));
  });

  it("feeds a value that the caller gives", () => {
    const value: BoundColumns = { ...bound([], "float32", [1, 1])[0]!, value: 0.25 };
    expect(prepareColumns([value], rows).inputs[0]).to.deep.include({ data: Float32Array.of(0.25), dims: [1, 1] });
  });

  it("refuses texts among numbers, and nothing among whole numbers and texts, naming column and row", () => {
    expect(() => fed(["city"], "float32")).to.throw(
      ModelError,
      /column "city": expected numbers, .*found "Oslo" in row "p"; name a text that stands for a missing value with ‘missingValues’/,
    );
    expect(() => fed(["age"], "int64")).to.throw(
      ModelError,
      /column "age": expected a whole number in every row, .*found "\?" in row "r"/,
    );
    expect(() => fed(["note"], "string")).to.throw(
      ModelError,
      /a text in every row of column "note", found nothing in row "q"/,
    );
    expect(() => fed(["count"], "int32")).to.throw(
      ModelError,
      /input X: expected whole numbers of 32 bits, because the model takes int32, found 9007199254740991 in column "count" of row "r"/,
    );
    expect(() => fed(["count"], "uint8")).to.throw(ModelError, /input X: expected float32, .*found uint8/);
  });

  it("refuses another number of rows than the model was exported for", () => {
    expect(() => fed(["count"], "float32", [4, 1])).to.throw(ModelError, /a table of 4 rows.*found 3 rows/);
  });
});
