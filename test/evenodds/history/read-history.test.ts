import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { renderJson } from "@evenodds/auditor";
import { InputError, readHistory, UsageError } from "evenodds";
import { expect } from "chai";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { creditReport } from "../../support/audit-reports.js";
import { caught } from "../../support/caught.js";

const report = renderJson(creditReport());

describe("readHistory", () => {
  const folder = useTempFolder();
  const write = async (...paths: readonly string[]) => {
    for (const path of paths) {
      await mkdir(dirname(folder.at(path)), { recursive: true });
      await writeFile(folder.at(path), report);
    }
  };
  const read = (options?: Parameters<typeof readHistory>[1]) => readHistory(folder.at("reports"), options);

  it("takes the first folder for the point and those below it for the series", async () => {
    await write("reports/2026-11-02/nba/report.json", "reports/2026-11-10/nba/report.json");
    await write("reports/2026-11-02/deep/er/report.json", "reports/2026-11-02/german.report.json");
    const { history, leftOut } = await read();
    expect(history.points).to.deep.equal(["2026-11-02", "2026-11-10"]);
    expect(history.series.map(({ name, audits }) => [name, audits.length])).to.deep.equal([
      ["deep/er", 1],
      ["german", 1],
      ["nba", 2],
    ]);
    expect(leftOut).to.deep.equal([]);
  });

  it("calls a series by what was audited where no folder does", async () => {
    await write("reports/v1/report.json");
    expect((await read()).history.series[0]!.name).to.equal("german.onnx on german, split test");
  });

  it("names the JSON files that are not called reports", async () => {
    await write("reports/v1/report.json", "reports/v1/other.json", "reports/v1/myreport.json");
    expect((await read()).leftOut.map((file) => file.replaceAll("\\", "/"))).to.deep.equal([
      "v1/myreport.json",
      "v1/other.json",
    ]);
  });

  it("names none that evenodds itself writes beside reports", async () => {
    await write("reports/v1/credit/report.json", "reports/v1/gates.json", "reports/v1/comparison.json");
    expect((await read()).leftOut).to.deep.equal([]);
    await write("reports/v1/my-gates.json");
    expect((await read()).leftOut.map((file) => file.replaceAll("\\", "/"))).to.deep.equal(["v1/my-gates.json"]);
  });

  it("asks for the order of commits", async () => {
    await write("reports/a1b2c3d/report.json", "reports/0f9e8d7/report.json");
    const error = await caught(() => read());
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(/names of commits have none.*git log --reverse/);
    const { history } = await read({ order: ["0000000", "a1b2c3d", "0f9e8d7"] });
    expect(history.points).to.deep.equal(["a1b2c3d", "0f9e8d7"]);
  });

  it("refuses a folder that is none, has no reports, or has one outside of all points", async () => {
    expect((await caught(() => readHistory(folder.at("nowhere")))).message).to.match(
      /expected a folder of reports, found no such folder/,
    );
    await write("reports/v1/other.json");
    expect((await caught(() => read())).message).to.match(/found 1 JSON files of other names/);
    await write("reports/report.json");
    expect(await caught(() => read())).to.be.instanceOf(InputError);
    expect((await caught(() => read())).message).to.match(/a folder that says when it was made/);
  });

  it("names the file that is no report", async () => {
    await write("reports/v1/report.json", "reports/v2/report.json");
    await writeFile(folder.at("reports/v2/report.json"), report.slice(0, 1000));
    expect((await caught(() => read())).message).to.match(/v2.report\.json: expected the report of an audit/);
  });
});
