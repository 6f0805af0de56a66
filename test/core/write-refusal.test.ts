import { readFileSync } from "node:fs";
import { InputError, isSystemError, writeRefusal } from "@evenodds/core";
import { expect } from "chai";

/** An error as Node throws it. */
function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code, syscall: "write" });
}

describe("writeRefusal", () => {
  it("says why, without the call and without the path that the system knew", () => {
    const cause = systemError("EACCES", "permission denied, open '/data/.hidden-name'");
    const error = writeRefusal("out/p.csv", { cause });
    expect(error).to.be.instanceOf(InputError);
    expect(error.cause).to.equal(cause);
    expect(error.message).to.equal(
      "out/p.csv: expected a place with room and permission to write, found EACCES: permission denied",
    );
  });

  it("says what to do where there is no room", () => {
    const full = systemError("ENOSPC", "no space left on device, write");
    expect(writeRefusal("p.csv", { cause: full }).message).to.match(
      /found ENOSPC: no space left on device; make room there, and run it again$/,
    );
    const found = "No space left on device";
    expect(writeRefusal("p.csv", { cause: new Error("IO Error"), found }).complaint.hint).to.match(/^make room/);
    expect(writeRefusal("p.csv", { cause: full, hint: "look into old" }).complaint.hint).to.equal("look into old");
  });
});

describe("isSystemError", () => {
  it("is true of what Node throws of a file, and of nothing else", () => {
    const thrown = (() => {
      try {
        return readFileSync("/no/such/file");
      } catch (error) {
        return error;
      }
    })();
    expect(isSystemError(thrown)).to.equal(true);
    expect(isSystemError(writeRefusal("p", { cause: thrown }))).to.equal(false);
    expect(isSystemError(new TypeError("code and syscall"))).to.equal(false);
    expect(isSystemError({ code: "ENOSPC", syscall: "write" })).to.equal(false);
  });
});
