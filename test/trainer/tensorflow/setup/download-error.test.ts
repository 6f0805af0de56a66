import { EngineError } from "@evenodds/core";
import { downloadError, hashError } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { fakeWheel } from "../support/fake-machine.js";

const { wheel } = fakeWheel("tensorflow-cpu", {});

describe("downloadError", () => {
  it("tells an index that cannot be reached from one that lacks the file", () => {
    const offline = downloadError(
      wheel,
      "WARNING: Retrying ... after connection broken by 'NewConnectionError(... Temporary failure in name resolution)'\n" +
        "ERROR: Could not find a version that satisfies the requirement tensorflow-cpu==1.0\n" +
        "ERROR: No matching distribution found for tensorflow-cpu==1.0\n",
    );
    expect(offline).to.be.instanceOf(EngineError);
    expect(offline.message).to.match(/download of tensorflow-cpu 1\.0: .*an index that cannot be reached/);
    expect(offline.message).to.match(/HTTPS_PROXY.*PIP_INDEX_URL/);
    const lacking = downloadError(wheel, "ERROR: No matching distribution found for tensorflow-cpu==1.0\n");
    expect(lacking.message).to.match(/found pip, which says: ERROR: No matching distribution found/);
    expect(lacking.message).not.to.match(/reached/);
  });

  it("names both hashes of a file that is another one", () => {
    const output = `ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.
    tensorflow-cpu==1.0 from https://example.org:
        Expected sha256 ${wheel.sha256}
             Got        ${"ab".repeat(32)}`;
    expect(downloadError(wheel, output).message).to.include(
      `expected sha256 ${wheel.sha256}, found sha256 ${"ab".repeat(32)}`,
    );
    expect(downloadError(wheel, "DO NOT MATCH THE HASHES").message).to.match(/found another/);
  });

  it("says that the disk is full", () => {
    const error = downloadError(
      wheel,
      "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
    );
    expect(error.message).to.match(/expected room on the disk.*EVENODDS_CACHE/);
  });

  it("has something to say where pip says nothing", () => {
    expect(downloadError(wheel, "\n").message).to.match(/found pip, which says: nothing/);
  });
});

describe("hashError", () => {
  it("is an EngineError", () => {
    expect(hashError(wheel, "00")).to.be.instanceOf(EngineError);
  });
});
