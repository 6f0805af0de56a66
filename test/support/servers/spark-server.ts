import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { javaLack, startJavaServer } from "./java-server.js";
import type { TestServer } from "./test-server.js";

/** What the server asks everybody for. */
export const sparkToken = "a-token-for-tests";

/** Why tests that need Spark cannot run here; undefined where they can. */
export function sparkLack(): string | undefined {
  const home = process.env.EVENODDS_SPARK_HOME;
  if (home === undefined) return "EVENODDS_SPARK_HOME, the folder pyspark of an installed pyspark, is not set";
  return existsSync(join(home, "bin/spark-submit")) ? javaLack() : `no bin/spark-submit in ${home}`;
}

/** Starts Spark with two threads and its Spark Connect server on free ports of this machine. */
export async function startSpark(): Promise<TestServer> {
  const home = process.env.EVENODDS_SPARK_HOME!;
  const folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
  const settings = {
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": "0",
    "spark.connect.authenticate.token": sparkToken,
    "spark.ui.port": "0",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.warehouse.dir": join(folder, "warehouse"),
    "spark.local.dir": folder,
  };
  const { found, kill } = await startJavaServer(
    [
      join(home, "bin/spark-submit"),
      ...["--master", "local[2]", "--driver-memory", "1g"],
      ...Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]),
      ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
    ],
    {
      env: { ...process.env, SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1", SPARK_CONNECT_AUTHENTICATE_TOKEN: "" },
      cwd: folder,
      patterns: { port: /SparkConnectService' on port (\d+)/, monitor: /SparkUI' on port (\d+)/ },
    },
  );
  return {
    url: `sc://127.0.0.1:${found.get("port")!}`,
    monitor: `http://127.0.0.1:${found.get("monitor")!}`,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
