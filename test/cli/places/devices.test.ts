import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { skipBecause } from "../../support/skip-because.js";

describe("a device among the inputs", () => {
  const lines: readonly (readonly string[])[] = [
    ["inspect", "/dev/zero"],
    ["audit", "/dev/zero", "graph"],
    ["audit", "model.onnx", "/dev/zero"],
    ["audit", "--predictions", "/dev/zero", "--label", "y", "--prediction", "p", "--sensitive", "g"],
    ["audit", "--counts", "/dev/zero", "--label", "y", "--prediction", "p", "--sensitive", "g"],
    ["optimize", "/dev/zero", "--out", "out.onnx"],
    ["import", "/dev/zero", "--model", "card.yaml", "--out", "out.onnx"],
    ["export", "/dev/zero", "--out", "out.onnx"],
    ["train", "/dev/zero", "--out", "runs/x"],
  ];

  for (const args of lines) {
    it(`is refused before it is read: evenodds ${args.join(" ")}`, async function () {
      if (process.platform === "win32") return skipBecause(this, "Windows has no such devices");
      const { code, log } = await runCli(args);
      expect(code, log.join("\n")).to.equal(2);
      expect(log.join("\n")).to.match(/expected a file or a folder to read, found the device \/dev\/zero/);
    });
  }
});
