import { deepestNesting, JsonRefusal, ownValue, parseJson } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

const nested = (levels: number, inner = "") => "[".repeat(levels) + inner + "]".repeat(levels);

describe("parseJson", () => {
  it("gives what JSON.parse gives", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("ends at brackets that lie too deep in each other, not at those in texts or beside each other", () => {
    expect(parseJson(nested(deepestNesting))).to.deep.equal(JSON.parse(nested(deepestNesting)));
    for (const levels of [deepestNesting + 1, 100_000]) {
      for (const text of [nested(levels), "[".repeat(levels), `{"a":`.repeat(levels)]) {
        expect(() => parseJson(text)).to.throw(SyntaxError, "more than 100 levels of nesting");
      }
    }
    const texts = [
      JSON.stringify("[".repeat(1000)),
      JSON.stringify(`"\\[{`.repeat(1000)),
      `[${"[],{},".repeat(1000)}1]`,
    ];
    for (const text of texts) expect(parseJson(text)).to.deep.equal(JSON.parse(text));
  });

  it("refuses a key that an object has twice, in any spelling and at any depth, and names it", () => {
    for (const [text, key] of [
      ['{"a": 1, "a": 1}', "a"],
      ['{"a": 1, "\\u0061": 2}', "a"],
      ['[{"b": {"a": []}}, {"b": {"x": 1, "a": {}, "y": "a:a", "a": null}}]', "a"],
      ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
      ['{"": 1, "": 2}', ""],
      ['{"\\"": 1, ":": 2, "\\"": {}}', '"'],
    ] as const) {
      expect(() => parseJson(text), text).to.throw(JsonRefusal, `the key ${JSON.stringify(key)} twice in one object`);
    }
    const apart = '{"a": {"a": [{"a": 1}, {"a": ":{}"}]}, "A": "a", "b:": "\\":"}';
    expect(parseJson(apart)).to.deep.equal(JSON.parse(apart));
  });

  it("keeps every key as one of the object's own", () => {
    const parsed = parseJson('{"__proto__": {"a": 1}, "constructor": 2}') as object;
    expect(Object.entries(parsed)).to.deep.equal([
      ["__proto__", { a: 1 }],
      ["constructor", 2],
    ]);
    expect(ownValue(parsed, "__proto__")).to.deep.equal({ a: 1 });
  });

  it("refuses what is no JSON", () => {
    for (const text of ["", "{", "]", "nul", '"\\"']) expect(() => parseJson(text)).to.throw(SyntaxError);
  });
});

describe("ownValue", () => {
  it("finds nothing that an object inherits", () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      expect(ownValue({}, name)).to.equal(undefined);
      expect(ownValue(Object.fromEntries([[name, 5]]), name)).to.equal(5);
    }
  });
});
