import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { heedingPermissions, permissionsLack } from "../heed-permissions.js";
import { javaLack, startJavaServer } from "./java-server.js";
import type { TestServer } from "./test-server.js";

/** What the server asks everybody for. */
export const sparkToken = "a-token-for-tests";

const fixed = {
  "spark.sql.catalog.guarded": "GuardedCatalog",
  "spark.connect.grpc.binding.address": "127.0.0.1",
  "spark.connect.grpc.binding.port": "0",
  "spark.connect.authenticate.token": sparkToken,
  "spark.ui.port": "0",
  "spark.ui.showConsoleProgress": "false",
  "spark.sql.shuffle.partitions": "2",
};

/** Why tests that need Spark cannot run here; undefined where they can. */
export function sparkLack(): string | undefined {
  const home = process.env.EVENODDS_SPARK_HOME;
  if (home === undefined) return "EVENODDS_SPARK_HOME, the folder pyspark of an installed pyspark, is not set";
  return existsSync(join(home, "bin/spark-submit")) ? javaLack() : `no bin/spark-submit in ${home}`;
}

/** How a server differs from the one that the tests share. */
interface SparkStart {
  readonly master?: string;
  /** Words before the command that starts it, which are given its folder for Spark's own files. */
  readonly under?: (scratch: string) => readonly string[];
}

/** A server of one file of tests. */
export interface OwnSpark extends TestServer {
  readonly pid: number;
  /** Where it keeps its own files. */
  readonly scratch: string;
}

/**
 * Starts Spark with two threads and its Spark Connect server on free ports of this machine. It may not read files whose
 * modes forbid it, as far as this machine lets that be, and of the catalog `guarded` it may read nothing.
 */
export async function startSpark({ master = "local[2]", under = () => [] }: SparkStart = {}): Promise<OwnSpark> {
  const home = process.env.EVENODDS_SPARK_HOME!;
  const folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
  const scratch = join(folder, "scratch");
  mkdirSync(scratch);
  const catalog = join(folder, "catalog");
  compile(fileURLToPath(new URL("GuardedCatalog.java", import.meta.url)), { home, to: catalog });
  const settings = { ...fixed, ...{ "spark.driver.extraClassPath": catalog, "spark.local.dir": scratch } };
  const { found, pid, kill } = await startJavaServer(
    [
      ...under(scratch),
      ...(permissionsLack() === undefined ? heedingPermissions : []),
      join(home, "bin/spark-submit"),
      ...["--master", master, "--driver-memory", "1g"],
      ...Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]),
      ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
    ],
    {
      env: { ...process.env, SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1", SPARK_CONNECT_AUTHENTICATE_TOKEN: "" },
      cwd: folder,
      // Spark 3.5 says it in other words than Spark 4.
      patterns: {
        port: /(?:SparkConnectService' on port |Connect server started at: \S*:)(\d+)/,
        monitor: /SparkUI' on port (\d+)/,
      },
    },
  );
  return {
    url: `sc://127.0.0.1:${found.get("port")!}`,
    monitor: `http://127.0.0.1:${found.get("monitor")!}`,
    ...{ pid, scratch },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function compile(source: string, { home, to }: { readonly home: string; readonly to: string }): void {
  const { status, stderr } = spawnSync("javac", ["-proc:none", "-cp", join(home, "jars/*"), "-d", to, source], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}
