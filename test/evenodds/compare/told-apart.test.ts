import { toldApart } from "evenodds/internal";
import { expect } from "chai";

describe("toldApart", () => {
  it("takes as many folders as tell two files apart", () => {
    expect(toldApart("old/a.csv", "new/b.csv")).to.deep.equal({ a: "a.csv", b: "b.csv" });
    expect(toldApart("runs/old/report.json", "runs/new/report.json")).to.deep.equal({
      a: "old/report.json",
      b: "new/report.json",
    });
    expect(toldApart("1/x/m.onnx", "2/x/m.onnx")).to.deep.equal({ a: "1/x/m.onnx", b: "2/x/m.onnx" });
  });

  it("calls one file by its name in both places", () => {
    expect(toldApart("m.onnx", "./m.onnx")).to.deep.equal({ a: "m.onnx", b: "m.onnx" });
  });
});
