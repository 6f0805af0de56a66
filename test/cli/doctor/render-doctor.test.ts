import { plainPalette } from "@evenodds/auditor";
import { broken, missing, ok, renderDoctor } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("renderDoctor", () => {
  it("aligns the checks, puts remedies under them, and sums up", () => {
    const checks = [ok("node", "22.1.0"), missing("engine x", { found: "not set up", remedy: "npx it" })];
    expect(renderDoctor({ works: true, defaultEngine: "wasm", checks }, plainPalette)).to.equal(
      [
        "ok       node      22.1.0",
        "missing  engine x  not set up",
        "                   → npx it",
        "",
        "Training and auditing work with default settings; training takes engine wasm.",
        "",
      ].join("\n"),
    );
  });

  it("does not say that training works where it is not installed", () => {
    expect(renderDoctor({ works: true, defaultEngine: null, checks: [ok("node", "22.1.0")] }, plainPalette)).to.match(
      /\n\nAuditing works with default settings; training is not installed\.\n$/,
    );
  });

  it("names what has to be fixed", () => {
    const checks = [
      broken("a", { found: "bad", remedy: null, blocking: true }),
      broken("b", { found: "bad", remedy: null, blocking: false }),
      broken("c", { found: "bad", remedy: null, blocking: true }),
    ];
    expect(renderDoctor({ works: false, defaultEngine: "wasm", checks }, plainPalette)).to.match(
      /\n\nNot everything works: fix a, c\.\n$/,
    );
  });

  it("paints each status in its colour, outside of the alignment", () => {
    const palette = { ...plainPalette, good: (text: string) => `<${text}>`, unsure: (text: string) => `(${text})` };
    const checks = [ok("a", "1"), missing("b", { found: "2", remedy: null })];
    expect(renderDoctor({ works: true, defaultEngine: "wasm", checks }, palette)).to.match(
      /^<ok {5}> {2}a {2}1\n\(missing\) {2}b {2}2\n/,
    );
  });
});
