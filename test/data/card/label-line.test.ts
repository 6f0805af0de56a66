import { labelLine } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { parse } from "yaml";

describe("labelLine", () => {
  it("writes the classes as one line of YAML, with what the card says of missing values", () => {
    const classes = [{ value: "low" }, { value: "medium" }, { value: "high" }];
    expect(labelLine({ column: "y", missing: [] }, classes)).to.equal(
      "label: { column: y, classes: [low, medium, high] }",
    );
    expect(labelLine({ column: "risk level", missing: ["?", "-1"] }, [{ value: "0" }, { value: "1" }])).to.equal(
      'label: { column: "risk level", missing: ["?", -1], classes: [0, 1] }',
    );
    const named = [
      { value: "0", name: "low" },
      { value: "1", name: "high" },
    ];
    expect(labelLine({ column: "y", missing: [] }, named)).to.equal(
      "label: { column: y, classes: { 0: low, 1: high } }",
    );
  });

  it("shows a hundred classes at most", () => {
    const many = Array.from({ length: 101 }, (_, c) => ({ value: `c${c}` }));
    expect(labelLine({ column: "y", missing: [] }, many)).to.match(/c98, c99, …\] \}$/);
  });

  it("is read by YAML as the texts that went in, whatever they are", () => {
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom("true", "No", "null", "01", "1e3", "-", "a: b", "#c", "{"),
    );
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), (column, values) => {
        const line = labelLine(
          { column, missing: [] },
          values.map((value) => ({ value })),
        );
        const { label } = parse(line) as { label: { column: unknown; classes: unknown[] } };
        expect(String(label.column)).to.equal(column);
        expect(label.classes.map(String)).to.deep.equal(values);
      }),
    );
  });
});
