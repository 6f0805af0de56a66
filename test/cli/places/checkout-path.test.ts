import { mkdir, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import { checkoutPath, pathWithinCheckout } from "@evenodds/cli/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("checkoutPath", () => {
  const folder = useTempFolder();
  beforeEach(() => folder.write({ "repo/.git": "gitdir: elsewhere", "repo/sub/a b.onnx": "x", "other/c.onnx": "x" }));
  const outside = async () => join(await realpath(folder.at("other")), "c.onnx");

  it("names a file from the root of the checkout, wherever in it the command runs", async () => {
    for (const [path, from] of [
      ["sub/a b.onnx", "repo"],
      ["a b.onnx", "repo/sub"],
      ["./../sub//a b.onnx", "repo/sub"],
      [folder.at("repo/sub/a b.onnx"), "other"],
    ] as const) {
      const name = await checkoutPath(path, folder.at(from));
      expect(name, path).to.equal(from === "other" ? await realpath(folder.at("repo/sub/a b.onnx")) : "sub/a b.onnx");
    }
  });

  it("takes a link in the checkout for a file of it, and a way into it by another link too", async () => {
    await symlink(folder.at("other/c.onnx"), folder.at("repo/linked.onnx"));
    await symlink(folder.at("repo"), folder.at("way"));
    expect(await checkoutPath("linked.onnx", folder.at("repo"))).to.equal("linked.onnx");
    expect(await checkoutPath(folder.at("way/sub/a b.onnx"), folder.at("repo"))).to.equal("sub/a b.onnx");
  });

  it("keeps the absolute path of what lies outside, of a folder whose name begins alike too", async () => {
    await mkdir(folder.at("repo-2"));
    expect(await checkoutPath("../other/c.onnx", folder.at("repo"))).to.equal(await outside());
    expect(await checkoutPath("../repo-2/none.onnx", folder.at("repo"))).to.match(/^\/.*repo-2\/none\.onnx$/);
    await folder.write({ "repo/..odd/a.onnx": "x" });
    expect(await checkoutPath("..odd/a.onnx", folder.at("repo"))).to.equal("..odd/a.onnx");
  });

  it("starts where the command runs if no folder above is a checkout", async () => {
    expect(await checkoutPath("c.onnx", folder.at("other"))).to.equal("c.onnx");
  });
});

describe("pathWithinCheckout", () => {
  const folder = useTempFolder();

  it("is the path from the root of the checkout, and nothing for what lies outside", async () => {
    await folder.write({ "repo/.git": "gitdir: elsewhere", "repo/sub/a.yaml": "x", "other/c.yaml": "x" });
    expect(await pathWithinCheckout("a.yaml", folder.at("repo/sub"))).to.equal("sub/a.yaml");
    expect(await pathWithinCheckout("../../other/c.yaml", folder.at("repo/sub"))).to.equal(undefined);
  });
});
