import { monitorGaps, renderMonitorText, renderPrometheus, type MonitorReport } from "@evenodds/auditor";
import { renderMonitorHtml } from "@evenodds/auditor/html";
import type { OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";

const hostile = 'a"b\\c\nd <script>';

/** Two groups with 100 rows of each label a batch, of which so many of group b with label 1 are right. */
function report(right: readonly number[], { attribute = "sex" } = {}): MonitorReport {
  const batches = right.map((hits): OutcomeCounts => {
    const counts = Float64Array.of(80, 20, 20, 80, 80, 20, 100 - hits, hits);
    return { groups: ["a", "b"], classes: ["0", "1"], counts, excluded: {} };
  });
  const monitoring = monitorGaps(batches, { limit: 0.1 });
  const verdict = monitoring.looks.at(-1)?.verdict ?? "inconclusive";
  return {
    kind: "monitor",
    evenodds: "0.0.0",
    verdict,
    settings: {
      maxGap: 0.1,
      alpha: 0.05,
      cells: "all",
      largestCluster: 1,
      onInconclusive: "fail",
      referenceRows: null,
    },
    head: "f".repeat(64),
    batches: right.map((_, b) => ({
      name: `week ${b + 1}`,
      read: 410,
      used: 400,
      excluded: { unlabelled: 10 },
      predicted: 0,
      unmatchedLabels: 2,
      blankLabels: 0,
      waiting: 7,
      files: [],
    })),
    attributes: right.length === 0 ? [] : [{ name: attribute, verdict, batches: right.map((_, b) => b), monitoring }],
    pending: 7,
  };
}

const few = [80, 80];
const good = new Array<number>(12).fill(80);
const bad = new Array<number>(12).fill(50);

describe("renderMonitorText", () => {
  it("says before a decision what is known and what is lacking", () => {
    const text = renderMonitorText(report(few));
    expect(text).to.match(/^INCONCLUSIVE {2}it is not decided yet whether a gap is larger than 0\.1\n/);
    expect(text).to.include("sex: inconclusive, after 2 batches and 800 rows");
    expect(text).to.include("and 20 decides.");
    expect(text).to.match(/Decided not to be above 0\.1: \d of 8 comparisons\./);
    expect(text).to.include(
      "Batch week 2: 410 rows read = 400 used + 10 unlabelled; labels of unknown ids: 2; predictions",
    );
  });

  it("names the cell, its rates and its counts, and since when", () => {
    const text = renderMonitorText(report(bad));
    expect(text).to.match(/^VIOLATED {2}a gap of sex is larger than 0\.1\n/);
    expect(text).to.include("Largest measured gap 0.300.");
    expect(text).to.include("Widest: of label 1, predicted 1: a 0.800 (960/1,200), b 0.500 (600/1,200).");
    expect(text).to.match(/Above 0\.1 since batch week \d+: the e-value reached/);
  });

  it("says that it is within, and where nothing has come yet", () => {
    expect(renderMonitorText(report(good))).to.match(/^PASS {2}no gap is larger than 0\.1\n/);
    expect(renderMonitorText(report([]))).to.match(/^INCONCLUSIVE {2}there are no rows with labels yet\n/);
  });

  it("says where the measured gap does not stay as it is", () => {
    expect(renderMonitorText(report([...good, ...good, ...bad, ...bad, ...bad]))).to.include(
      "it does not stay as it is",
    );
    expect(renderMonitorText(report(bad))).not.to.include("does not stay");
  });

  it("keeps within its width", () => {
    const lines = renderMonitorText(report(bad), { width: 60 }).split("\n");
    expect(lines.filter((line) => line.length > 60 && !line.startsWith("Last entry"))).to.deep.equal([]);
  });
});

describe("renderPrometheus", () => {
  it("writes gauges that the text format allows", () => {
    const text = renderPrometheus(report(bad));
    expect(text).to.include('evenodds_monitor_verdict{attribute="sex",verdict="violated"} 1\n');
    expect(text).to.include('evenodds_monitor_verdict{attribute="sex",verdict="pass"} 0\n');
    expect(text).to.match(/^evenodds_monitor_gap\{attribute="sex"\} 0\.3\d*$/m);
    expect(text).to.include("evenodds_monitor_gap_limit 0.1\n");
    expect(text).to.include("evenodds_monitor_pending_predictions 7\n");
    expect(text.endsWith("\n")).to.equal(true);
    const sample = /^[a-z_]+(\{([a-z]+="(\\.|[^"\\\n])*",?)+\})? -?[\d.]+(e[+-]\d+)?$/;
    for (const line of text.trimEnd().split("\n")) {
      expect(line).to.match(
        line.startsWith("#") ? /^# (HELP evenodds_monitor_\w+ .+|TYPE evenodds_monitor_\w+ gauge)$/ : sample,
      );
    }
  });

  it("escapes names, and has no sample of what was not measured", () => {
    expect(renderPrometheus(report(few, { attribute: hostile }))).to.include('{attribute="a\\"b\\\\c\\nd <script>"}');
    expect(renderPrometheus(report([]))).not.to.include("evenodds_monitor_gap{");
  });
});

describe("renderMonitorHtml", () => {
  it("shows gap and evidence of every batch, and names as text", () => {
    const page = renderMonitorHtml(report(bad, { attribute: hostile }));
    expect(page).to.include("VIOLATED");
    expect(page.match(/<svg role="img"/g)).to.have.length(2);
    expect(page).to.include("Largest gap after every batch");
    expect(page).not.to.include("<script>d");
    expect(page).to.include("&lt;script&gt;");
    expect(page).to.include("<bdi>week 12</bdi>");
  });

  it("has a page before there are rows, and one for one batch", () => {
    expect(renderMonitorHtml(report([]))).not.to.include("<svg");
    expect(renderMonitorHtml(report([80]))).to.include("<svg");
  });
});
