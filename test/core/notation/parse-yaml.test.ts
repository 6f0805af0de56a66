import { parseYaml } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { stringify } from "yaml";

const dataOf = (text: string): unknown => parseYaml(text).toJS({ maxAliasCount: -1 });

/** `a` stands for ten values, `b` for ten times `a`, and so on. */
function laughs(levels: number, width = 10): string {
  const names = Array.from({ length: levels }, (_, level) => `n${level}`);
  const lines = names.map((name, level) => {
    const items = Array.from({ length: width }, () => (level === 0 ? "lol" : `*n${level - 1}`));
    return `${name}: &${name} [${items.join(", ")}]`;
  });
  return lines.join("\n");
}

describe("parseYaml", () => {
  it("gives back what YAML's own writer writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(dataOf(stringify(plain))).to.deep.equal(plain);
      }),
    );
  });

  it("takes anchors and aliases that stay small", () => {
    expect(dataOf("a: &m ['', '?']\nb: *m\nc: {d: *m}")).to.deep.equal({
      a: ["", "?"],
      b: ["", "?"],
      c: { d: ["", "?"] },
    });
    expect(dataOf("a: &x one\nb: *x")).to.deep.equal({ a: "one", b: "one" });
    expect(dataOf(laughs(4))).to.have.keys("n0", "n1", "n2", "n3");
    // A thousand uses of one name are no bomb.
    expect(dataOf(`a: &x 1\nb: [${"*x,".repeat(1000)}]`))
      .to.have.property("b")
      .with.length(1000);
  });

  it("ends at aliases that grow, in a moment", () => {
    for (const text of [laughs(6), laughs(9), laughs(100), laughs(60, 2)]) {
      expect(() => parseYaml(text)).to.throw(
        SyntaxError,
        /aliases that repeat more than 100000 values|levels of nesting/,
      );
    }
  });

  it("ends at an alias within what it stands for", () => {
    for (const text of [
      "a: &x [*x]",
      "&x {a: *x}",
      "a: &x\n  b:\n    - c: *x",
      "a: &x [&y [*x, *y]]",
      "&x [1, {b: [*x]}]",
    ]) {
      expect(() => parseYaml(text), text).to.throw(SyntaxError, /the alias \*\w within what it stands for/);
    }
  });

  it("ends at nesting of every form, whatever its depth", () => {
    for (const levels of [102, 1000, 100_000]) {
      const texts = [
        "[".repeat(levels),
        "{a: ".repeat(levels),
        "- ".repeat(levels),
        "[".repeat(levels) + "]".repeat(levels),
      ];
      if (levels <= 1000) texts.push(Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}a:`).join("\n"));
      if (levels <= 1000) texts.push("? ".repeat(levels) + "a");
      for (const text of texts)
        expect(() => parseYaml(text), text.slice(0, 5)).to.throw(SyntaxError, "levels of nesting");
    }
    expect(dataOf(`${"- ".repeat(80)}x`)).to.deep.equal(JSON.parse(`${"[".repeat(80)}"x"${"]".repeat(80)}`));
    expect(() => parseYaml(`${"[".repeat(101)}${"]".repeat(101)}`)).to.throw(SyntaxError, "levels of nesting");
    expect(dataOf("a: !!str 1\nb: !!map {c: !!int 1}")).to.deep.equal({ a: "1", b: { c: 1 } });
    // Aliases make it deep.
    const steps = Array.from({ length: 99 }, (_, i) => `- &a${i} [[${i === 0 ? "1" : `*a${i - 1}`}]]`);
    expect(() => parseYaml(steps.join("\n"))).to.throw(SyntaxError, "levels of nesting");
  });

  it("refuses what it would have to guess", () => {
    for (const [text, words] of [
      ["a: 1\na: 2", /Map keys must be unique at line 2/],
      ["__proto__: 1\n__proto__: 2", /Map keys must be unique/],
      ["a: 1\n---\nb: 2", /multiple documents/i],
      ["a: !python/object:os.system x", /Unresolved tag/],
      ["a: !!binary aGk=", /the tag tag:yaml\.org,2002:binary/],
      ["a: !!set {b, c}", /the tag/],
      ["a: !!timestamp 2001-12-14", /the tag/],
      ["a: *nothing", /the alias \*nothing without/],
      ["%YAML 1.1\n---\na: yes", /%YAML 1\.1, not 1\.2/],
      ["? [a, b]\n: 1", /a key that is a list or a mapping/],
      ["a: [1, 2", /Flow sequence/],
      ["a: 'x", /closing/],
    ] as const) {
      expect(() => parseYaml(text), text).to.throw(SyntaxError, words);
    }
    expect(() => parseYaml(" ".repeat(2 ** 24 + 1))).to.throw(SyntaxError, "characters, more than");
  });

  it("takes a merge key as a key like others", () => {
    expect(dataOf("a: &x {b: 1}\nc: {<<: *x}")).to.deep.equal({ a: { b: 1 }, c: { "<<": { b: 1 } } });
  });

  it("keeps keys that objects inherit", () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    const read = dataOf(names.map((name) => `${name}: 1`).join("\n")) as object;
    expect(Object.keys(read)).to.deep.equal(names);
  });
});
