import { open } from "node:fs/promises";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { readModel } from "evenodds/internal";
import { caught } from "../../support/caught.js";
import { useTempFolder } from "../../cli/support/temp-folder.js";

describe("readModel", () => {
  const folder = useTempFolder();

  it("gives the same bytes at once and in pieces of any size", async () => {
    const content = Uint8Array.from({ length: 10 }, (_, i) => i);
    await folder.write({ file: content });
    for (const piece of [1, 3, 9, 10, 11]) {
      expect([...(await readModel(folder.at("file"), { piece }))], `${piece}`).to.deep.equal([...content]);
    }
  });

  it("names what cannot be read: nothing, a folder, and what no array can hold", async () => {
    await folder.write({ "below/file": "" });
    const sparse = await open(folder.at("large"), "w");
    await sparse.truncate(2 ** 40);
    await sparse.close();
    for (const [name, message] of [
      ["none", /none: expected a model file to read, found no such file; check the path/],
      ["below", /below: .*found a folder; name the \.onnx file/],
      ["large", /large: expected at most \d+ bytes, which fit into memory, found 1099511627776 bytes/],
    ] as const) {
      const error = await caught(() => readModel(folder.at(name)));
      expect(error).to.be.instanceOf(ModelError);
      expect(error.message).to.match(message);
    }
  });
});
