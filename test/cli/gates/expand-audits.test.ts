import { expandAudits, parseGates } from "@evenodds/cli/internal";
import { expect } from "chai";

function namesOf(audits: string): string[] {
  const content = parseGates(`{version: 1, audits: ${audits}}`, "evenodds.yaml");
  return expandAudits({ path: "evenodds.yaml", content }).map(({ name }) => name);
}

describe("expandAudits", () => {
  it("makes an audit of every model on every graph, and names it after what differs", () => {
    expect(namesOf("{a: {model: m.onnx, graph: g}, b: {counts: c.csv}}")).to.deep.equal(["a", "b"]);
    expect(namesOf("{a: {model: [x.onnx, y.onnx], graph: [g, h]}}")).to.deep.equal([
      "a-x-g",
      "a-x-h",
      "a-y-g",
      "a-y-h",
    ]);
    expect(namesOf("{a: {model: [x.onnx], graph: [g, h]}}")).to.deep.equal(["a-g", "a-h"]);
  });

  it("takes the names of folders where files are called alike, and numbers where these are", () => {
    expect(namesOf("{a: {model: [x/model.onnx, y/model.onnx], graph: g}}")).to.deep.equal(["a-x", "a-y"]);
    expect(namesOf("{a: {model: [p/x/m.onnx, q/x/m.onnx], graph: g}}")).to.deep.equal(["a-1", "a-2"]);
    expect(namesOf('{a: {model: ["x y.onnx", "ü.onnx"], graph: g}}')).to.deep.equal(["a-1", "a-2"]);
  });

  it("puts the name of each audit into the path of its baseline", () => {
    const audits =
      "{a: {model: [x.onnx, y.onnx], graph: g, baseline: 'b/{audit}.json'}, c: {counts: c.csv, baseline: d}}";
    const content = parseGates(`{version: 1, audits: ${audits}}`, "evenodds.yaml");
    const files = expandAudits({ path: "evenodds.yaml", content }).map(({ baseline }) => baseline!.file);
    expect(files).to.deep.equal(["b/a-x.json", "b/a-y.json", "d"]);
  });

  it("refuses names that become one", () => {
    expect(() => namesOf("{a: {model: [x.onnx, y.onnx], graph: g}, a-X: {counts: c.csv}}")).to.throw(
      "names of their own",
    );
  });
});
