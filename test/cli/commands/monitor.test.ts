import { readFile } from "node:fs/promises";
import type { MonitorReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

/** A table of counts: 100 rows of each sex and label, of which so many of M with label 1 are right. */
function week(right: number): string {
  const rows = ["sex,y,yhat,count"];
  for (const sex of ["F", "M"]) {
    for (const y of [0, 1]) {
      const hits = sex === "M" && y === 1 ? right : 80;
      rows.push(`${sex},${y},${y},${hits}`, `${sex},${y},${1 - y},${100 - hits}`);
    }
  }
  return rows.join("\n") + "\n";
}

describe("evenodds monitor", () => {
  const folder = useTempFolder();
  const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex", "--count-column", "count"];
  const call = (...flags: string[]) => runCli(["monitor", folder.at("state"), ...flags]);
  const addWeeks = async (right: readonly number[]) => {
    let last = await call();
    for (const [i, hits] of right.entries()) {
      await folder.write({ [`${i}.csv`]: week(hits) });
      const settings = i === 0 ? [...columns, "--max-gap", "0.1"] : [];
      last = await call("--add", folder.at(`${i}.csv`), "--again", "--batch", `week ${i}`, ...settings);
    }
    return last;
  };

  it("ends with 3 before it is decided, with 0 within the limit, and with 1 above it", async () => {
    expect(await addWeeks([80])).to.deep.include({ code: 3, log: [] });
    expect(await call("--on-inconclusive", "pass")).to.deep.include({ code: 0, log: [] });
    const warned = await call("--on-inconclusive", "warn");
    expect(warned.code).to.equal(0);
    expect(warned.log).to.deep.equal(["warning: it is not decided yet; --on-inconclusive warn makes the exit code 0"]);
    expect(warned.out).to.match(/^INCONCLUSIVE {2}/);
  });

  it("ends with 0 where no gap is above the limit", async () => {
    const { code, out } = await addWeeks(new Array<number>(12).fill(80));
    expect(code).to.equal(0);
    expect(out).to.match(/^PASS {2}no gap is larger than 0\.1\n/);
  });

  it("ends with 1 where a gap is above the limit, and writes what was asked for", async () => {
    await addWeeks([50, 50, 50, 50, 50]);
    const files = ["--prometheus", folder.at("m.prom"), "--html", folder.at("m.html")];
    const { code, out, log } = await call("--json", ...files);
    expect(code).to.equal(1);
    expect(log).to.deep.equal([`wrote ${folder.at("m.prom")}, ${folder.at("m.html")}`]);
    const report = JSON.parse(out) as MonitorReport;
    expect(report).to.deep.include({ kind: "monitor", verdict: "violated", pending: 0 });
    expect(report.batches.map(({ name, used }) => [name, used])).to.deep.equal(
      [0, 1, 2, 3, 4].map((i) => [`week ${i}`, 400]),
    );
    expect(report.attributes[0]!.monitoring.worst!.lower).to.deep.include({ group: "M", k: 250, n: 500 });
    expect(await readFile(folder.at("m.prom"), "utf8")).to.include('verdict="violated"} 1\n');
    expect(await readFile(folder.at("m.html"), "utf8")).to.include(
      "<title>VIOLATED: gaps between groups over time</title>",
    );
  });

  it("refuses in words of its flags, with 2 and one line", async () => {
    await folder.write({ "a.csv": week(80) });
    const first = await call("--add", folder.at("a.csv"), ...columns);
    expect(first.code).to.equal(2);
    expect(first.log).to.deep.equal([
      "evenodds: --max-gap: expected to be said when a monitor begins, found nothing; the state does not exist yet; check its path if it should",
    ]);
    await call("--add", folder.at("a.csv"), ...columns, "--max-gap", "0.1");
    const other = await call("--sensitive", "race");
    expect(other.code).to.equal(2);
    expect(other.log.join()).to.match(
      /^evenodds: --sensitive: expected \["sex"\], as the monitor began, found \["race"\]/,
    );
    const twice = await call("--add", folder.at("a.csv"));
    expect(twice.log.join()).to.match(/say --again if it is meant/);
    expect((await call("--batch", "name")).log.join()).to.match(
      /--batch: expected --add or --predicted or --labels beside it/,
    );
    expect((await call("--html", folder.at("state/page.html"))).code).to.equal(2);
  });
});
