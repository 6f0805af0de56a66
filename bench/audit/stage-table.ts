import type { Measured } from "./measured.js";

const whole = "whole command";

/** What does the same work without evenodds, and the stages that stand against it. */
const peers: Readonly<Record<string, readonly string[]>> = {
  "DuckDB alone": ["read edges", "read nodes", "join edges"],
  "ONNX Runtime alone": ["load model", "run model"],
};

/**
 * Returns a Markdown table of the stages with their share of the whole command, then the ratios to the peers. Stages
 * and whole are measured in different processes, so that shares need not add up to 100 %.
 */
export function stageTable(measured: readonly Measured[]): string {
  const of = (name: string) => measured.find((one) => one.name === name)!;
  const total = of(whole).seconds;
  const stages = measured.filter(({ name }) => name !== whole && !Object.hasOwn(peers, name));
  const line = ({ name, seconds, cpuSeconds, peakBytes }: Measured) =>
    row([
      name,
      seconds.toFixed(2),
      `${((100 * seconds) / total).toFixed(0)} %`,
      cpuSeconds.toFixed(2),
      (peakBytes / 1e6).toFixed(0),
    ]);
  const ratios = Object.entries(peers).map(([peer, names]) => {
    const own = names.reduce((sum, name) => sum + of(name).seconds, 0);
    const ratio = own / of(peer).seconds;
    return `- ${names.join(" + ")}: ${own.toFixed(2)} s, ${ratio.toFixed(2)} times ${peer} (${of(peer).seconds.toFixed(2)} s)`;
  });
  return [
    row(["stage", "seconds", "share", "CPU seconds", "peak RSS, MB"]),
    row(["---", "---:", "---:", "---:", "---:"]),
    ...[...stages, of(whole)].map(line),
    "",
    ...ratios,
    "",
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
