import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { countOutcomesFrom, withSpark, type GroupByEngine } from "@evenodds/data";
import { expect } from "chai";
import { permissionsLack } from "../../../support/heed-permissions.js";
import { executorsOf } from "../../../support/processes-below.js";
import { sparkToken, startSpark, type OwnSpark } from "../../../support/servers/spark-server.js";
import { withServer } from "../../../support/servers/with-server.js";
import { skipBecause } from "../../../support/skip-because.js";
import { onSmallDisks, smallDisksLack } from "../../../support/small-disks.js";
import { rejection } from "../../support/temp-graph.js";
import { cellsOf, request } from "../support/counting.js";

const rowsTo = (end: string) => `SELECT 'F' AS sex, 1 AS y, CAST(id % 2 AS INT) AS yhat FROM range(${end})`;

/** More rows than anybody counts while a test waits, and as many as take some seconds. */
const endless = rowsTo("100000000000000");
const long = rowsTo("400000000");

function useToken(): void {
  before(() => (process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN = sparkToken));
  after(() => delete process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN);
}

const counted = (url: string, sql: string) =>
  withSpark({ url }, (engine) => countOutcomesFrom({ sql, engine }, request));

describe("withSpark on tables", function () {
  this.timeout(180_000);
  const server = withServer("spark");
  useToken();
  let folder = "";
  before(() => (folder = mkdtempSync(join(tmpdir(), "evenodds-tables-"))));
  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });
  const run = (...statements: readonly string[]) =>
    withSpark({ url: server().url }, async (engine: GroupByEngine) => {
      for (const statement of statements) await engine.runGroupBy(statement);
    });

  it("counts a table with an attribute that is a partition, a partition without rows, and files without rows", async () => {
    const place = join(folder, "parted");
    const rows = "SELECT id % 2 AS y, 1 AS yhat, IF(id < 3, 'F', 'M') AS sex FROM range(4)";
    await run(
      `CREATE TABLE parted (y BIGINT, yhat INT, sex STRING) USING parquet PARTITIONED BY (sex) LOCATION '${place}'`,
      `INSERT INTO parted ${rows}`,
      "ALTER TABLE parted ADD PARTITION (sex = 'X')",
      // A file with columns and no row.
      `INSERT INTO parted ${rows} WHERE id = 3 AND rand(1) > 2`,
    );
    const found = await counted(server().url, "SELECT * FROM parted");
    expect(cellsOf(found)).to.deep.equal({ "F 0→1": 2, "F 1→1": 1, "M 1→1": 1 });
  });

  it("refuses a table without rows, in one line", async () => {
    const error = await rejection(counted(server().url, rowsTo("0")));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).not.to.include("\n");
  });

  it("says in one line that files, a folder or a table of a catalog may not be read, and why", async function () {
    const lack = permissionsLack();
    if (lack !== undefined) skipBecause(this, lack);
    const place = (name: string) => join(folder, name);
    for (const name of ["files", "folder"]) {
      await run(`CREATE TABLE closed_${name} USING parquet LOCATION '${place(name)}' AS ${rowsTo("4")}`);
    }
    for (const file of readdirSync(place("files"))) chmodSync(join(place("files"), file), 0);
    chmodSync(place("folder"), 0);
    for (const name of ["closed_files", "closed_folder", "guarded.hr.people"]) {
      const error = await rejection(counted(server().url, `SELECT * FROM ${name}`));
      expect(error, name).to.be.instanceOf(InputError);
      expect(error.message, name).to.match(/^sql: expected a query that the user may run, found [^\n]*$/);
      expect(error.message, name)
        .to.match(/Permission denied/)
        .and.match(/; ask for the right to read$/);
    }
  });

  it("waits no longer for a server that takes a connection and says nothing than it is told", async () => {
    const taken: Socket[] = [];
    const silent = createServer((socket) => taken.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const url = `sc://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const error = await rejection(withSpark({ url, connectTimeout: 300 }, () => Promise.resolve()));
    silent.close();
    for (const socket of taken) socket.destroy();
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/expected an answer of the server, found none in time/);
  });
});

describe("withSpark on a cluster that fails", function () {
  this.timeout(180_000);
  // It needs what the shared server needs, and the last count of all is made there.
  const shared = withServer("spark");
  useToken();
  let own: OwnSpark;
  const disksLack = smallDisksLack();

  before(async function () {
    if (shared() === undefined) return;
    own = await startSpark({
      master: "local-cluster[2,1,1024]",
      under: (scratch) => (disksLack === undefined ? onSmallDisks({ [scratch]: "64m" }) : []),
    });
  });
  after(() => own?.stop());

  /** Counts, and does something as soon as a job of it runs. */
  const meanwhile = async <T>(work: Promise<T>, act: () => void): Promise<T> => {
    const found = work.finally(() => (isOver = true));
    let isOver = false;
    // Whoever awaits the count is told of its error.
    found.catch(() => undefined);
    for (let tries = 0; !(await isRunning()); tries++) {
      if (tries > 200 || isOver) throw new Error("no job was seen running");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    act();
    return found;
  };
  const isRunning = async (): Promise<boolean> => {
    const ask = async (path: string) => (await (await fetch(`${own.monitor}/api/v1/applications${path}`)).json()) as [];
    const [application] = (await ask("")) as readonly { readonly id: string }[];
    return (await ask(`/${application!.id}/jobs?status=running`)).length > 0;
  };

  it("counts every row once where an executor is killed in the middle", async () => {
    const found = await meanwhile(counted(own.url, long), () => process.kill(executorsOf(own.pid)[0]!, "SIGKILL"));
    expect(cellsOf(found)).to.deep.equal({ "F 1→0": 2e8, "F 1→1": 2e8 });
  });

  it("says in one line that the cluster has no room, and counts as soon as there is room", async function () {
    if (disksLack !== undefined) skipBecause(this, disksLack);
    // The disk is one that only the server sees.
    const filler = `/proc/${own.pid}/root${own.scratch}/filler`;
    spawnSync("sh", ["-c", `cat /dev/zero > ${filler}`]);
    const error = await rejection(counted(own.url, rowsTo("1000")));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/^sql: [^\n]*No space left on device[^\n]*$/);
    rmSync(filler);
    expect((await counted(own.url, rowsTo("1000"))).read).to.equal(1000);
  });

  it("says in one line that the server went away in the middle; another counts the same", async () => {
    const before = await counted(own.url, rowsTo("1000"));
    const error = await rejection(meanwhile(counted(own.url, endless), () => void own.stop()));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("a connection that lasts").and.not.include("\n");
    const again = await counted(shared().url, rowsTo("1000"));
    expect(JSON.stringify(again)).to.equal(JSON.stringify(before));
  });
});
