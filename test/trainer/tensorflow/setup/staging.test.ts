import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { closeStaging, openStaging, publish } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("openStaging", () => {
  const folder = useTempFolder();
  const target = () => folder.at("cache", "build");

  it("makes a folder of its own for every set-up, beside the target", async () => {
    const [a, b] = [await openStaging(target()), await openStaging(target())];
    expect(a.folder).not.to.equal(b.folder);
    expect((await readdir(folder.at("cache"))).every((name) => name.startsWith("build.partial-"))).to.equal(true);
    for (const path of [a.content, a.wheels, a.temporary]) expect(existsSync(path)).to.equal(true);
  });

  it("clears away what died, and keeps its wheels; what still runs, or runs elsewhere, stays", async () => {
    // No process has the largest number; the parent of this one runs.
    const dead = `build.partial-${hostname()}-2147483647-aaaaaa`;
    const alive = `build.partial-${hostname()}-${process.ppid}-aaaaaa`;
    const elsewhere = "build.partial-another-machine-2147483647-aaaaaa";
    const other = `other.partial-${hostname()}-2147483647-aaaaaa`;
    for (const name of [dead, alive, elsewhere, other]) await folder.write(join("cache", name, "wheels", "a.whl"), "");
    const { folder: mine } = await openStaging(target());
    const names = (await readdir(folder.at("cache"))).map((name) => join(folder.at("cache"), name));
    const expected = [...[alive, elsewhere, other, "wheels"].map((name) => folder.at("cache", name)), mine];
    expect(names.sort()).to.deep.equal(expected.sort());
    expect(await readdir(folder.at("cache", "wheels"))).to.deep.equal(["a.whl"]);
  });
});

describe("closeStaging", () => {
  const folder = useTempFolder();

  for (const keep of [true, false]) {
    it(`leaves ${keep ? "verified wheels" : "nothing"} behind`, async () => {
      const staging = await openStaging(folder.at("build"));
      await writeFile(join(staging.wheels, "a.whl"), "");
      await writeFile(join(staging.temporary, "part"), "");
      await closeStaging(staging, { keep });
      expect(await readdir(folder.at(), { recursive: true })).to.have.members(
        keep ? ["wheels", join("wheels", "a.whl")] : [],
      );
    });
  }

  it("goes where the wheels cannot be kept", async () => {
    const staging = await openStaging(folder.at("build"));
    await writeFile(join(staging.wheels, "a.whl"), "");
    // What has no folder, such as a disk without room for one.
    await writeFile(folder.at("wheels"), "a file");
    await closeStaging(staging, { keep: true });
    expect(await readdir(folder.at())).to.deep.equal(["wheels"]);
  });
});

describe("publish", () => {
  const folder = useTempFolder();

  it("puts the content in the place of the target, whatever lies there", async () => {
    const target = folder.at("build");
    for (const text of ["first", "second"]) {
      const staging = await openStaging(target);
      await writeFile(join(staging.content, "file"), text);
      await publish(staging, target);
      await closeStaging(staging, { keep: false });
      expect(await readFile(join(target, "file"), "utf8")).to.equal(text);
    }
    expect(await readdir(folder.at())).to.deep.equal(["build"]);
  });

  it("fails where it cannot", async () => {
    const staging = await openStaging(folder.at("build"));
    let failed = false;
    await publish(staging, folder.at("nothing", "build")).catch(() => (failed = true));
    expect(failed).to.equal(true);
    await mkdir(folder.at("nothing"));
    await publish(staging, folder.at("nothing", "build"));
    expect(existsSync(folder.at("nothing", "build"))).to.equal(true);
  });
});
