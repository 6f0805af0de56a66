import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { allRows, lockDatabase, withDatabase } from "@evenodds/data/internal";
import { expect } from "chai";
import { rejection } from "../support/temp-graph.js";

const extensions = ["INSTALL httpfs", "FORCE INSTALL httpfs", "LOAD httpfs", "LOAD sqlite"];

describe("withDatabase", () => {
  it("neither downloads nor loads an extension, for us or for a query of a user", async () => {
    for (const options of [{}, { sqlFiles: "any" }, { sqlFiles: "none" }] as const) {
      await withDatabase(async (connection) => {
        const rows = await allRows(
          connection,
          "SELECT name, value FROM duckdb_settings() WHERE name LIKE '%extension%'",
        );
        const settings = new Map(rows.map(([name, value]) => [String(name), String(value)]));
        for (const name of [
          "autoinstall_known_extensions",
          "autoload_known_extensions",
          "allow_community_extensions",
        ]) {
          expect(settings.get(name), name).to.equal("false");
        }
        const folder = settings.get("extension_directory")!;
        expect(existsSync(folder)).to.equal(false);
        for (const sql of extensions) {
          const error = await rejection(connection.run(sql));
          expect(error.message, sql).to.not.match(/https?:|Failed to download/);
        }
        await rm(dirname(folder), { recursive: true, force: true });
      }, options);
    }
  });

  it("has all that reading needs without one", async () => {
    await withDatabase(async (connection) => {
      const sql = "SELECT extension_name FROM duckdb_extensions() WHERE loaded AND install_mode = 'STATICALLY_LINKED'";
      const names = (await allRows(connection, sql)).map(([name]) => name);
      expect(names).to.include.members(["core_functions", "json", "parquet"]);
    });
  });

  it("lets nothing be changed that says which files a query may read", async () => {
    for (const sqlFiles of ["cwd", "any", "none"] as const) {
      await withDatabase(
        async (connection) => {
          for (const sql of [
            ...["SET enable_external_access = true", "RESET enable_external_access", "SET lock_configuration = false"],
            ...["SET allowed_directories = ['/']", "SET allowed_paths = ['/etc/passwd']", "SET threads = 1"],
            ...["SET autoinstall_known_extensions = true", "SET temp_directory = '.'", "SET home_directory = '.'"],
          ]) {
            expect((await rejection(connection.run(sql))).message, sql).to.match(/locked|external access/i);
          }
        },
        { sqlFiles },
      );
    }
  });

  it("spills to the disk where a query of a user needs more than the memory", async () => {
    await withDatabase(async (connection) => {
      await connection.run("SET memory_limit = '60MB'; SET threads = 2");
      await lockDatabase(connection, { sqlFiles: "none" });
      const groups = "SELECT hash(range) AS a, hash(range + 1) AS b, count(*) AS n FROM range(4000000) GROUP BY ALL";
      const [[rows, folder]] = (await allRows(
        connection,
        `SELECT count(*), current_setting('temp_directory') FROM (${groups})`,
      )) as [[bigint, string]];
      expect(rows).to.equal(4_000_000n);
      expect(existsSync(folder)).to.equal(true);
    });
  });
});
