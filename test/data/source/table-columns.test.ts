import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableColumns } from "@evenodds/data";
import { expect } from "chai";

describe("tableColumns", () => {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-columns-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("lists the values of a column with their rows, the most frequent first, and none of those that are missing", async () => {
    await writeFile(join(folder, "a.csv"), "sex,n\nF,1\nM,2\nF,3\n,4\n");
    const [sex, n] = await tableColumns(join(folder, "a.csv"));
    expect(sex).to.deep.equal({
      name: "sex",
      values: [
        { value: "F", rows: 2 },
        { value: "M", rows: 1 },
      ],
    });
    expect(n!.values).to.have.length(4);
  });

  it("lists none where there are more than 24", async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `${i}`).join("\n");
    await writeFile(join(folder, "a.csv"), `id\n${rows(24)}\n`);
    await writeFile(join(folder, "b.csv"), `id\n${rows(25)}\n`);
    expect((await tableColumns(join(folder, "a.csv")))[0]!.values).to.have.length(24);
    expect((await tableColumns(join(folder, "b.csv")))[0]!.values).to.equal(null);
  });

  it("reads JSON, where values have types", async () => {
    await writeFile(join(folder, "a.json"), '[{"y": 1, "ok": true}, {"y": 0, "ok": true}]');
    const columns = await tableColumns(join(folder, "a.json"));
    const values = columns.map(({ name, values: own }) => [name, own!.map(({ value }) => value).sort()]);
    expect(values).to.deep.equal([
      ["y", ["0", "1"]],
      ["ok", ["true"]],
    ]);
  });
});
