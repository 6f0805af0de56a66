import { mkdir, readFile } from "node:fs/promises";
import type { History } from "@evenodds/auditor";
import { renderJson } from "@evenodds/auditor";
import { expect } from "chai";
import { creditReport } from "../../support/audit-reports.js";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const report = renderJson(creditReport());

describe("evenodds history", () => {
  const folder = useTempFolder();
  beforeEach(async () => {
    for (const commit of ["a1b2c3d", "0f9e8d7"]) {
      await mkdir(folder.at("reports", commit, "credit"), { recursive: true });
      await folder.write({ [`reports/${commit}/credit/report.json`]: report, "order.txt": "a1b2c3d\n\n0f9e8d7\r\n" });
    }
  });
  const history = (...args: string[]) => runCli(["history", folder.at("reports"), ...args]);

  it("writes a page and says how many reports it has, in the order of a file with blank lines", async () => {
    const page = folder.at("history.html");
    const { out, code } = await history("--order", folder.at("order.txt"), "--title", "Credit & co", "--out", page);
    expect(code).to.equal(0);
    expect(out).to.match(/^2 reports of 1 series at 2 points; /);
    expect(out).to.include(`wrote ${page}`);
    const html = await readFile(page, "utf8");
    expect(html).to.include("Credit &amp; co");
    expect(html.indexOf("a1b2c3d")).to.be.below(html.indexOf("0f9e8d7"));
  });

  it("writes nothing but the history with --json", async () => {
    const { out, log } = await history("--order", folder.at("order.txt"), "--json");
    expect((JSON.parse(out) as History).points).to.deep.equal(["a1b2c3d", "0f9e8d7"]);
    expect(log).to.deep.equal([]);
  });

  it("names JSON files that it left out", async () => {
    await folder.write({ "reports/a1b2c3d/other.json": "{}" });
    const { log } = await history("--order", folder.at("order.txt"));
    expect(log).to.deep.equal([
      'warning: 1 JSON files are not called report.json and were left out, such as "a1b2c3d/other.json"',
    ]);
  });

  it("refuses commits without an order, and an order, folder or report that cannot be read, in one line each", async () => {
    const line = async (...args: string[]) => {
      const { code, log } = await runCli(["history", ...args]);
      expect([code, log.length]).to.deep.equal([2, 1]);
      return log[0];
    };
    const reports = folder.at("reports");
    expect(await line(reports)).to.match(/names of commits have none/);
    expect(await line(reports, "--order", folder.at("none.txt"))).to.match(
      /none\.txt: expected a file with the points in their order, found no such file/,
    );
    expect(await line(reports, "--order", reports)).to.match(/expected a file .*, found a folder/);
    expect(await line(folder.at("nowhere"))).to.match(/expected a folder of reports, found no such folder/);
    expect(await line(folder.at("order.txt"))).to.match(/expected a folder of reports, found a file/);
    await folder.write({ "reports/a1b2c3d/credit/report.json": "{" });
    expect(await line(reports, "--order", folder.at("order.txt"))).to.match(/report\.json: expected /);
  });
});
