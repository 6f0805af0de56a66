import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isSecondCopy } from "../../scripts/pack/stage-runtime.js";

describe("isSecondCopy", () => {
  let folder = "";
  const at = (name: string) => join(folder, name);
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "evenodds-runtime-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is the long name of a library that is there with the same bytes under its short one", () => {
    writeFileSync(at("libonnxruntime.1.dylib"), "library");
    writeFileSync(at("libonnxruntime.1.30.0.dylib"), "library");
    expect(isSecondCopy(at("libonnxruntime.1.30.0.dylib"))).to.equal(true);
    expect(isSecondCopy(at("libonnxruntime.1.dylib"))).to.equal(false);
  });

  it("is no library with other bytes, without a short name, or of another system", () => {
    writeFileSync(at("libonnxruntime.1.30.0.dylib"), "library");
    expect(isSecondCopy(at("libonnxruntime.1.30.0.dylib"))).to.equal(false);
    writeFileSync(at("libonnxruntime.1.dylib"), "another");
    expect(isSecondCopy(at("libonnxruntime.1.30.0.dylib"))).to.equal(false);
    expect(isSecondCopy(at("libonnxruntime.so.1"))).to.equal(false);
  });
});
