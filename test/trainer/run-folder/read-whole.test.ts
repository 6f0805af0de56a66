import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWhole } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("readWhole", () => {
  it("gives the same bytes at once and in pieces of any size", async () => {
    const folder = await mkdtemp(join(tmpdir(), "evenodds-read-"));
    const path = join(folder, "file");
    const content = Uint8Array.from({ length: 10 }, (_, i) => i);
    try {
      await writeFile(path, content);
      for (const piece of [1, 3, 9, 10, 11]) {
        expect([...(await readWhole(path, { piece }))], `${piece}`).to.deep.equal([...content]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
