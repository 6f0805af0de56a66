import { checkAddon, locateAddon, packageFolder } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { useTempFolder } from "./support/temp-folder.js";

describe("checkAddon", () => {
  const folder = useTempFolder();

  it("gives the loader's reason for a file that is no library", async function () {
    if (packageFolder("@tensorflow/tfjs-node") === null) {
      return skipBecause(this, "the optional package @tensorflow/tfjs-node is not installed");
    }
    const path = await folder.write("tfjs_binding.node", "no library");
    const check = await checkAddon({ path, origin: "setup", device: "cpu" });
    expect(check.works).to.equal(false);
    expect(check).to.have.property("reason").that.includes(path);
    expect(check)
      .to.have.property("reason")
      .that.matches(/file too short|invalid ELF|not a mach-o|slice|valid Win32/i);
  });

  it("finds that what is set up here works", async function () {
    if (process.env.EVENODDS_REQUIRE_ENGINE !== "tensorflow") {
      return skipBecause(this, "EVENODDS_REQUIRE_ENGINE=tensorflow asks for it, after evenodds setup-tensorflow");
    }
    const location = locateAddon("cpu");
    expect(location).not.to.equal(null);
    const check = await checkAddon(location!);
    expect(check).to.deep.include({ works: true, usesGpu: false, gpuComplaint: null });
    expect(check)
      .to.have.property("tensorFlow")
      .that.matches(/^2\.\d+\.\d+$/);
  });
});
