import { execFileSync } from "node:child_process";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";
import { checkOutput } from "evenodds/internal";
import { caught } from "../support/caught.js";
import { skipBecause } from "../support/skip-because.js";
import { useTempFolder } from "../cli/support/temp-folder.js";

describe("checkOutput", () => {
  const folder = useTempFolder();

  it("refuses a pipe, which a renamed file would replace", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no such files");
    execFileSync("mkfifo", [folder.at("pipe")]);
    const error = await caught(() => checkOutput(folder.at("pipe"), { kind: "file" }));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(
      /‘out’: expected a file to write, found .*, which is not a file on a disk; choose another place/,
    );
  });
});
