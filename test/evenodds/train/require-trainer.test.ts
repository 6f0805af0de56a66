import { EngineError, version } from "@evenodds/core";
import { expect } from "chai";
import { hasTrainer, requireTrainer } from "evenodds/internal";
import { caught } from "../../support/caught.js";

const notFound = () => {
  throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
};

describe("requireTrainer", () => {
  it("passes where the package is installed", () => {
    expect(hasTrainer()).to.equal(true);
    expect(() => requireTrainer()).not.to.throw();
  });

  it("is an engine error of one line that names the one command, where it is not", async () => {
    expect(hasTrainer(notFound)).to.equal(false);
    const error = await caught(() => requireTrainer(notFound));
    expect(error).to.be.instanceOf(EngineError);
    expect((error as EngineError).message)
      .to.include(`npm install @evenodds/trainer@${version}`)
      .and.not.match(/\n/);
  });

  it("says of a package that cannot be looked for what the system said", async () => {
    const broken = () => {
      throw Object.assign(new Error("permission denied"), { code: "EACCES" });
    };
    expect((await caught(() => requireTrainer(broken))).message).to.equal("permission denied");
  });
});
