import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";
import { checkOutput } from "evenodds/internal";
import { caught } from "../support/caught.js";
import { skipBecause } from "../support/skip-because.js";
import { useTempFolder } from "../cli/support/temp-folder.js";

describe("checkOutput", () => {
  const folder = useTempFolder();

  async function expectRefusal(path: string, kind: "file" | "folder" | "new folder", message: RegExp): Promise<void> {
    const error = await caught(() => checkOutput(path, { kind }));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(message);
  }

  it("takes new places at any depth, and makes none of them", async () => {
    for (const kind of ["file", "folder", "new folder"] as const) await checkOutput(folder.at("a", "b", "c"), { kind });
    expect(existsSync(folder.at("a"))).to.equal(false);
  });

  it("takes what is there already where it can be written over", async () => {
    await folder.write({ file: "", "full/file": "" });
    await mkdir(folder.at("empty"));
    await checkOutput(folder.at("file"), { kind: "file" });
    await checkOutput(folder.at("full"), { kind: "folder" });
    await checkOutput(folder.at("empty"), { kind: "new folder" });
  });

  it("refuses a device and the names of the system, which a renamed file would replace", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no such files");
    await symlink("/dev/null", folder.at("link"));
    for (const path of ["/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", folder.at("link")]) {
      await expectRefusal(
        path,
        "file",
        /‘out’: expected a file to write, found .*, which is not a file on a disk; choose another place/,
      );
    }
  });

  it("refuses a file for a folder, a folder for a file, a place within a file, and a folder that is not empty", async () => {
    await folder.write({ file: "", "full/one": "" });
    await expectRefusal(folder.at("file"), "folder", /‘out’: expected a folder to write, found the file .*file/);
    await expectRefusal(folder.at("file"), "new folder", /found the file/);
    await expectRefusal(folder.at("full"), "file", /‘out’: expected a file to write, found the folder .*full/);
    await expectRefusal(folder.at("file", "a", "b"), "file", /within the file .*file; choose another place/);
    await expectRefusal(folder.at("file", "a", "b"), "folder", /within the file/);
    await expectRefusal(
      folder.at("full"),
      "new folder",
      /expected a new or empty folder, found .*full with "one" in it/,
    );
  });

  it("names the flag", async () => {
    await folder.write({ file: "" });
    const error = await caught(() => checkOutput(folder.at("file"), { argument: "--held-out", kind: "folder" }));
    expect(error.message).to.match(/^--held-out: /);
  });
});
