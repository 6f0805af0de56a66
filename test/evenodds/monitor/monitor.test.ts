import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { InputError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { monitor, type MonitorStateOptions } from "evenodds";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { caught } from "../../support/caught.js";

/**
 * Rows of a table: of each group and label `n` rows, of which so many are right; `first` is the number of the first.
 */
function table(right: Readonly<Record<string, readonly [number, number]>>, { n = 20, first = 0 } = {}): string[][] {
  const rows: string[][] = [];
  for (const [sex, hits] of Object.entries(right)) {
    for (const y of [0, 1]) {
      for (let i = 0; i < n; i++)
        rows.push([String(first + rows.length), String(y), String(i < hits[y]! ? y : 1 - y), sex]);
    }
  }
  return rows;
}

function csv(rows: readonly (readonly string[])[], columns: readonly number[] = [0, 1, 2, 3]): string {
  const head = ["id", "y", "yhat", "sex"];
  return [head, ...rows].map((row) => columns.map((c) => row[c]!).join(",")).join("\n") + "\n";
}

const even = { F: [16, 16], M: [16, 16] } as const;
const columns = { label: "y", prediction: "yhat", sensitive: ["sex"] } as const;

describe("monitor", () => {
  const folder = useTempFolder();
  const add = (options: MonitorStateOptions) => monitor(folder.at("state"), options);
  const begin = (options: MonitorStateOptions) => add({ ...columns, maxGap: 0.1, ...options });
  const refusal = async (work: Promise<unknown>) => {
    const error = await caught(() => work);
    expect(error).to.satisfy((one: unknown) => one instanceof UsageError || one instanceof InputError);
    return error.message;
  };
  const weeks = async (count: number, right: Parameters<typeof table>[0] = even) => {
    for (let week = 1; week <= count; week++) {
      await folder.write({ [`${week}.csv`]: csv(table(right, { n: 20, first: week * 1000 })) });
    }
  };

  it("keeps its settings, counts every row, and says the same again without a batch", async () => {
    await weeks(3);
    const first = await begin({ add: [folder.at("1.csv")] });
    expect(first).to.deep.include({ kind: "monitor", verdict: "inconclusive", pending: 0 });
    expect(first.batches[0]).to.deep.include({ name: "1", read: 80, used: 80, excluded: {} });
    await add({ add: [folder.at("2.csv")], batch: "second" });
    const third = await add({ add: [folder.at("3.csv")], maxGap: 0.1 });
    expect(third.batches.map(({ name }) => name)).to.deep.equal(["1", "second", "3"]);
    expect(third.attributes[0]!.monitoring.looks.map(({ rows }) => rows)).to.deep.equal([80, 160, 240]);
    expect(await add({})).to.deep.equal(third);
  });

  it("writes the same bytes for the same batches", async () => {
    await weeks(2);
    for (const state of ["a", "b"]) {
      await monitor(folder.at(state), { ...columns, maxGap: 0.1, add: [folder.at("1.csv")] });
      await monitor(folder.at(state), { add: [folder.at("2.csv")] });
    }
    for (const number of ["000000", "000001", "000002"]) {
      const [a, b] = await Promise.all(
        ["a", "b"].map((state) => readFile(folder.at(`${state}/${number}/entry.jsonl`))),
      );
      expect(a!.equals(b!)).to.equal(true);
    }
  });

  it("takes tables of counts, combinations of attributes and a reference", async () => {
    const counts = "sex,age,y,yhat,rows\nF,old,0,0,30\nF,old,0,1,10\nF,old,1,1,40\nM,young,0,0,40\nM,young,1,1,40\n";
    await folder.write({ "c.csv": counts, "before.csv": counts });
    const settings = { ...columns, sensitive: ["sex", "age"], cross: "all", countColumn: "rows", maxGap: 0.1 } as const;
    const found = await add({ ...settings, add: [folder.at("c.csv")], reference: [folder.at("before.csv")] });
    expect(found.attributes.map(({ name }) => name)).to.deep.equal(["sex", "age", "sex × age"]);
    expect(found.batches[0]).to.deep.include({ read: 160, used: 160 });
    expect(found.settings.referenceRows).to.equal(160);
    expect(found.attributes[0]!.monitoring.worst!.gap).to.equal(0);
    expect(await refusal(add({ reference: [folder.at("c.csv")] }))).to.match(
      /‘reference’: expected before\.csv, as the monitor began/,
    );
  });

  it("finds a gap, and names the cell", async () => {
    await weeks(6, { F: [80, 80], M: [80, 30] });
    for (let week = 1; week <= 6; week++) {
      const rows = table({ F: [80, 80], M: [80, 30] }, { n: 100, first: week * 1000 });
      await folder.write({ [`${week}.csv`]: csv(rows) });
      await (week === 1 ? begin : add)({ add: [folder.at(`${week}.csv`)] });
    }
    const { verdict, attributes } = await add({});
    expect(verdict).to.equal("violated");
    expect(attributes[0]!.monitoring.worst).to.deep.include({ label: "1", prediction: "1", gap: 0.5 });
  });

  describe("with labels that come later", () => {
    const rows = table(even, { n: 5 });

    it("joins them by id, and accounts for every row", async () => {
      await folder.write({
        "p.csv": csv(rows, [0, 2, 3]),
        // In another order, one that nobody knows, one without a label.
        "l.csv": csv([...rows.slice(0, 12).reverse(), ["999", "1"], [rows[15]![0]!, ""]], [0, 1]),
        "rest.csv": csv(rows.slice(12), [0, 1]),
        "all.csv": csv(rows),
      });
      const waiting = await begin({ id: "id", predicted: [folder.at("p.csv")] });
      expect(waiting).to.deep.include({ verdict: "inconclusive", pending: 20 });
      expect(waiting.attributes).to.deep.equal([]);
      const some = await add({ labels: [folder.at("l.csv")] });
      expect(some.batches[1]).to.deep.include({ read: 12, used: 12, unmatchedLabels: 1, blankLabels: 1, waiting: 8 });
      const all = await add({ labels: [folder.at("rest.csv")] });
      expect(all).to.deep.include({ pending: 0 });
      expect(all.batches[2]).to.deep.include({ read: 8, used: 8, waiting: 0 });
      // The same counts as if they had come together.
      const together = await monitor(folder.at("other"), { ...columns, maxGap: 0.1, add: [folder.at("all.csv")] });
      const widest = (report: typeof all) => report.attributes[0]!.monitoring.worst!.higher;
      expect(widest(all).n).to.equal(widest(together).n);
      expect(all.attributes[0]!.monitoring.looks.at(-1)!.rows).to.equal(20);
      // Ids are in no file any more.
      const files = (await readdir(folder.at("state"), { recursive: true })).filter((name) => name.includes("pending"));
      expect(files).to.deep.equal([]);
    });

    it("takes predictions and labels of one call, with labels that came before lost ones", async () => {
      await folder.write({ "p.csv": csv(rows, [0, 2, 3]), "l.csv": csv(rows, [0, 1]) });
      const found = await begin({ id: "id", predicted: [folder.at("p.csv")], labels: [folder.at("l.csv")] });
      expect(found.batches[0]).to.deep.include({ read: 20, used: 20, predicted: 20, waiting: 0 });
    });

    it("refuses ids that are there twice, and a join without a column of ids", async () => {
      await folder.write({
        "p.csv": csv(rows, [0, 2, 3]),
        "q.csv": csv(rows.slice(0, 1), [0, 2, 3]),
        "twice.csv": csv([rows[0]!, rows[0]!], [0, 1]),
      });
      expect(await refusal(begin({ predicted: [folder.at("p.csv")] }))).to.match(/‘id’: expected the column/);
      expect(existsSync(folder.at("state"))).to.equal(false);
      await begin({ id: "id", predicted: [folder.at("p.csv")] });
      expect(await refusal(add({ predicted: [folder.at("q.csv")] }))).to.match(
        /"0" again, which waits for its label already/,
      );
      expect(await refusal(add({ labels: [folder.at("twice.csv")] }))).to.match(/a label for each id, found "0" twice/);
    });
  });

  it("refuses what it cannot begin with, and makes no state then", async () => {
    await weeks(1);
    expect(await refusal(add({ add: [folder.at("1.csv")] }))).to.match(
      /‘maxGap’: expected to be said when a monitor begins/,
    );
    expect(await refusal(begin({ add: [folder.at("1.csv")], maxGap: 1 }))).to.match(/less than 1, found 1/);
    expect(await refusal(begin({ add: [folder.at("1.csv")], label: "yhat" }))).to.match(/"yhat" for two of them/);
    expect(await refusal(begin({ add: [folder.at("1.csv")], label: "z" }))).to.match(/"z"/);
    expect(existsSync(folder.at("state"))).to.equal(false);
    await folder.write({ "state/mine.txt": "mine" });
    expect(await refusal(begin({ add: [folder.at("1.csv")] }))).to.match(/"mine\.txt" in it/);
  });

  it("refuses other settings, and a batch that is there already", async () => {
    await weeks(2);
    await begin({ add: [folder.at("1.csv")], batch: "one", levels: new Map([["sex", ["F", "M"]]]) });
    expect(await refusal(add({ maxGap: 0.2 }))).to.match(/‘maxGap’: expected 0\.1, as the monitor began, found 0\.2/);
    expect(await refusal(add({ sensitive: ["age"] }))).to.match(/‘sensitive’: expected \["sex"\]/);
    expect(await refusal(add({ id: "id" }))).to.match(/‘id’: expected what the monitor began with: nothing/);
    expect(await refusal(add({ add: [folder.at("2.csv")], batch: "one" }))).to.match(/a second "one"/);
    expect(await refusal(add({ add: [folder.at("1.csv")] }))).to.match(/the content of "1\.csv" of batch "one"/);
    const again = await add({ add: [folder.at("1.csv")], again: true, levels: { sex: ["F", "M"] } });
    expect(again.batches).to.have.length(2);
  });

  it("refuses a log that was changed", async () => {
    await weeks(3);
    await begin({ add: [folder.at("1.csv")] });
    await add({ add: [folder.at("2.csv")] });
    await add({ add: [folder.at("3.csv")] });
    await cp(folder.at("state"), folder.at("whole"), { recursive: true });
    const broken = async (change: () => Promise<void>) => {
      await rm(folder.at("state"), { recursive: true });
      await cp(folder.at("whole"), folder.at("state"), { recursive: true });
      await change();
      return refusal(add({}));
    };
    const path = (number: number) => folder.at(`state/00000${number}/entry.jsonl`);
    const edit = async (number: number, make: (text: string) => string) =>
      writeFile(path(number), make(await readFile(path(number), "utf8")));
    for (const number of [0, 1, 3]) {
      expect(
        await broken(() => edit(number, (text) => text.replace(/\d(?=\D*$)/, "0").replace("sex", "age"))),
      ).to.match(/another content/);
      // As it would be after a write that was cut off.
      expect(await broken(() => edit(number, (text) => text.slice(0, 40)))).to.match(/another content/);
    }
    expect(await broken(() => rm(folder.at("state/000002"), { recursive: true }))).to.match(/later entries behind it/);
    // Two entries that are whole, in the wrong order.
    const swap = async () => {
      const [one, two] = await Promise.all([readFile(path(1)), readFile(path(2))]);
      await writeFile(path(1), two);
      await writeFile(path(2), one);
    };
    expect(await broken(swap)).to.match(/belongs behind another one/);
  });

  it("loses no batch where many are added at once", async () => {
    await weeks(6);
    const files = [1, 2, 3, 4, 5, 6];
    await Promise.all(files.map((week) => begin({ add: [folder.at(`${week}.csv`)], batch: `week ${week}` })));
    const { batches, attributes } = await add({});
    expect(batches.map(({ name }) => name).sort()).to.deep.equal(files.map((week) => `week ${week}`));
    expect(attributes[0]!.monitoring.looks.at(-1)!.rows).to.equal(480);
  });
});
