import type { AuditReport } from "@evenodds/auditor";
import { withSpark } from "@evenodds/data";
import { expect } from "chai";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { runCli, type CliResult } from "../support/fake-terminal.js";
import { sparkToken } from "../support/servers/spark-server.js";
import { trinoStatement } from "../support/servers/trino-statement.js";
import { withServer } from "../support/servers/with-server.js";
import { commandLines } from "./support/command-lines.js";
import { codeBlocks, readPage, section } from "./support/pages.js";

const page = readPage("docs/scale.md");
const reports = new Map<string, AuditReport>();

/** Runs the commands of a part of the page, on a server of its own, in its order. */
async function runPart(
  title: string,
  { shown, url, folder }: { readonly shown: string; readonly url: string; readonly folder: string },
): Promise<CliResult[]> {
  const results: CliResult[] = [];
  for (const { words, exit } of codeBlocks(section(page, title), "sh").flatMap(commandLines)) {
    expect(words.slice(0, 2)).to.deep.equal(["npx", "evenodds"]);
    const given = words.slice(2).map((word) => (word === shown ? url : word.replace(/^out\//, `${folder}/`)));
    expect(given, "the page names the server as everywhere").to.include(url);
    const result = await runCli(given);
    expect(result.code, `${words.join(" ")}\n${result.log.join("\n")}`).to.equal(exit);
    results.push(result);
    if (!given.includes("--out")) continue;
    const { out } = await runCli([
      ...given.filter((_, i) => !["--out"].includes(given[i]!) && given[i - 1] !== "--out"),
      "--json",
    ]);
    reports.set(title, JSON.parse(out) as AuditReport);
  }
  return results;
}

function tableOf(title: string): string {
  return codeBlocks(section(page, title), "sql").find((block) => block.startsWith("CREATE TABLE"))!;
}

describe("docs/scale.md, in Spark", () => {
  const server = withServer("spark");
  const folder = useTempFolder();
  before(() => (process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN = sparkToken));
  after(() => delete process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN);

  it("walks through a first audit", async function () {
    this.timeout(180_000);
    const title = "A first audit in Spark";
    const { url } = server();
    await withSpark({ url }, (engine) => engine.runGroupBy(tableOf(title)));
    const [plan, whole, few] = await runPart(title, { shown: "sc://localhost:15002", url, folder: folder.at() });
    const [, shown] = codeBlocks(section(page, title), "sql");
    expect(plan!.out).to.include(shown!.trim()).and.include("The database expects to read up to");
    expect(whole!.out).to.include("VIOLATED");
    expect(few!.out).to.include("sex");
    expect(reports.get(title)!.attributes[0]!.rows.used).to.equal(10_000);
  });
});

describe("docs/scale.md, in Trino", () => {
  const server = withServer("trino");
  const folder = useTempFolder();

  it("walks through a first audit", async function () {
    this.timeout(180_000);
    const title = "A first audit in Trino";
    const { url, monitor } = server();
    await trinoStatement(monitor, tableOf(title));
    const shown = "https://me@localhost:8443/catalog/schema";
    const [plan, whole] = await runPart(title, { shown, url, folder: folder.at() });
    expect(plan!.out).to.include("The database expects to read about 10,000 rows");
    expect(whole!.out).to.include(codeBlocks(section(page, title), "text")[0]!.trim());
    const own = reports.get(title)!;
    expect(own.attributes[0]!.rows.used).to.equal(10_000);
    // What the page says of both, where both could run.
    const other = reports.get("A first audit in Spark");
    if (other !== undefined) expect({ ...own, options: null }).to.deep.equal({ ...other, options: null });
  });
});
