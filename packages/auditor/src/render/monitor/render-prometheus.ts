import type { MonitoredAttribute, MonitorReport } from "../../report/monitor-report.js";
import { verdicts } from "../../verdict/verdict.js";

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/**
 * Returns what a monitor knows as gauges in Prometheus' text format 0.0.4, for a file of the node exporter's textfile
 * collector or a page that is scraped. A gap that was not measured has no sample. There are no times in it: the file's
 * own time says when it was written.
 */
export function renderPrometheus(report: MonitorReport): string {
  const { attributes, settings, batches, pending } = report;
  const each = (valueOf: (attribute: MonitoredAttribute) => number | null): Sample[] =>
    attributes.flatMap((attribute) => {
      const value = valueOf(attribute);
      return value === null ? [] : [{ labels: { attribute: attribute.name }, value }];
    });
  const look = ({ monitoring }: MonitoredAttribute) => monitoring.looks.at(-1);
  const metrics: Metric[] = [
    {
      name: "verdict",
      help: "1 for the verdict on an attribute, 0 for the others.",
      samples: attributes.flatMap(({ name, verdict }) =>
        verdicts.map((one) => ({ labels: { attribute: name, verdict: one }, value: one === verdict ? 1 : 0 })),
      ),
    },
    { name: "gap", help: "Largest measured gap over all rows.", samples: each((one) => look(one)?.gap ?? null) },
    {
      name: "gap_lower",
      help: "Lower end of the confidence sequence of the largest gap.",
      samples: each((one) => look(one)?.interval.lower ?? null),
    },
    {
      name: "gap_upper",
      help: "Upper end of the confidence sequence of the largest gap.",
      samples: each((one) => look(one)?.interval.upper ?? null),
    },
    { name: "gap_limit", help: "Largest gap still allowed.", samples: [{ labels: {}, value: settings.maxGap }] },
    { name: "e_value", help: "Evidence of a gap above the limit.", samples: each((one) => look(one)?.eValue ?? null) },
    {
      name: "e_value_threshold",
      help: "E-value from which on a gap above the limit is claimed.",
      samples: each(({ monitoring }) => monitoring.threshold),
    },
    { name: "comparisons", help: "Comparisons that are watched.", samples: each((one) => look(one)?.cells ?? null) },
    {
      name: "comparisons_within_limit",
      help: "Comparisons of which it is decided that they are not above the limit.",
      samples: each((one) => look(one)?.cellsWithin ?? null),
    },
    { name: "rows", help: "Rows that were counted.", samples: each((one) => look(one)?.rows ?? null) },
    { name: "batches", help: "Batches in the log.", samples: [{ labels: {}, value: batches.length }] },
    {
      name: "pending_predictions",
      help: "Predictions without a label so far.",
      samples: [{ labels: {}, value: pending }],
    },
  ];
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(metricText)
    .join("");
}

function metricText({ name, help, samples }: Metric): string {
  const full = `evenodds_monitor_${name}`;
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${full}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${lines.join("")}`;
}

/** As the text format has it: a name may hold any other character. A lone carriage return would end a line for some. */
function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}
