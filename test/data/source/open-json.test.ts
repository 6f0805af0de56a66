import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { openJson, withDatabase } from "@evenodds/data/internal";
import { expect } from "chai";
import { caught } from "../../support/caught.js";

describe("openJson", () => {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-json-"))));
  afterEach(() => rm(folder, { recursive: true }));

  const opened = async (text: string, format: "json" | "ndjson" = "json") => {
    const path = join(folder, "p.json");
    await writeFile(path, text);
    return withDatabase((connection) => openJson(connection, path, { name: "p.json", format }));
  };
  const nested = (levels: number, open: string, close: string) => open.repeat(levels) + "1" + close.repeat(levels);

  it("reads a record with lists 98 deep within it, and refuses one more with the number", async () => {
    const record = (levels: number) => `[{"y": ${nested(levels, "[", "]")}, "p": 1}]`;
    expect((await opened(record(98))).rows).to.equal(1);
    const error = await caught(() => opened(record(99)));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(
      /p\.json: expected lists and objects at most 100 deep in each other, found 101 levels/,
    );
  });

  for (const [name, text] of Object.entries({
    "lists alone": "[".repeat(100_000),
    "lists in a record": `[{"y": ${nested(100_000, "[", "]")}}]`,
    "objects in a line": `{"y": ${nested(100_000, '{"a":', "}")}}\n`,
    "lists behind closing brackets": `${"]".repeat(200_000)}\n${"[".repeat(100_000)}`,
    "lists behind a text that a line break cuts": `{"y": "a\n${"[".repeat(100_000)}`,
  })) {
    it(`refuses ${name} a hundred thousand deep, before the reader that would crash`, async () => {
      for (const format of ["json", "ndjson"] as const) {
        expect(await caught(() => opened(text, format))).to.be.instanceOf(InputError);
      }
    });
  }

  it("takes brackets in texts for letters", async () => {
    const text = JSON.stringify([{ y: "[".repeat(200), p: '\\"[[' }]);
    expect((await opened(text)).columns).to.deep.equal(["y", "p"]);
  });
});
