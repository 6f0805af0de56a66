import { Random } from "@evenodds/core";
import { writeTable, type OutputColumn } from "@evenodds/data";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What is drawn of a card with its files. */
export interface RandomCard {
  readonly directed: boolean;
  readonly weighted: boolean;
  readonly keep: boolean;
  readonly where: boolean;
  readonly connectedOnly: boolean;
  readonly orderById: boolean;
  readonly format: "csv" | "parquet";
}

/** Returns the choices of a seed; a dozen of them has each of both ways of all. */
export function choicesOf(seed: number): RandomCard {
  const bit = (at: number) => ((seed * 0x9e3779b1) >>> (7 + 3 * at)) % 2 === 1;
  return {
    directed: bit(0),
    weighted: bit(1),
    keep: bit(2),
    where: bit(3),
    connectedOnly: bit(4),
    orderById: bit(5),
    format: bit(6) ? "csv" : "parquet",
  };
}

/**
 * Writes a card and its files: two of nodes and two of edges, one of which writes ids as `7.0`; edges that are listed
 * again, loops, and ends that nobody knows or that were left out.
 */
export async function writeRandomCard(folder: string, seed: number): Promise<RandomCard> {
  const card = choicesOf(seed);
  const { directed, weighted, keep, where, connectedOnly, orderById, format } = card;
  const random = Random.of(seed, "weights");
  const nodes = 40 + random.integer(60);
  const ids = Array.from({ length: nodes }, (_, i) => String(7 * i + 100));
  for (let i = nodes - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [ids[i], ids[j]] = [ids[j]!, ids[i]!];
  }
  const half = Math.floor(nodes / 2);
  const edges = Array.from({ length: 300 }, (): Edge => {
    // Some nodes at the end have no edge.
    const end = () => Math.floor((nodes - 5) * random.uniform() ** 2);
    return { from: end(), to: random.uniform() < 0.1 ? null : end() };
  });
  for (let i = 0; i < 20; i++) edges.push(edges[random.integer(300)]!);
  for (let i = 0; i < 5; i++) edges.push({ from: i, to: i });
  await mkdir(folder, { recursive: true });
  const write = (name: string, columns: readonly OutputColumn[], rows: number) =>
    writeTable(join(folder, `${name}.${format}`), { columns, rows, format });
  const features = Array.from({ length: 3 * nodes }, () => Math.fround(random.normal()));
  for (const [name, first, count] of [
    ["nodes-0", 0, half],
    ["nodes-1", half, nodes - half],
  ] as const) {
    await write(
      name,
      [
        { name: "id", kind: "text", at: (row) => ids[first + row]! },
        { name: "y", kind: "text", at: (row) => ["no", "yes", null][(first + row) % 3]! },
        { name: "s", kind: "text", at: (row) => ["a", "b", "B", null][(first + row) % 4]! },
        ...["x0", "x1", "x2"].map((one, f): OutputColumn => ({
          name: one,
          kind: "float32",
          at: (row) => features[3 * (first + row) + f]!,
        })),
        { name: "index", kind: "float32", at: (row) => first + row },
        { name: "same", kind: "float32", at: () => 2 },
        { name: "part", kind: "text", at: (row) => ["train", "test", "validation"][(first + row) % 3]! },
      ],
      count,
    );
  }
  const weightOf = ({ from, to }: Edge, row: number) => {
    const [a, b] = directed ? [from, to ?? 0] : [Math.min(from, to ?? 0), Math.max(from, to ?? 0)];
    return directed && keep ? (row % 7) / 4 : ((a * 31 + b * 17) % 11) / 4;
  };
  for (const [name, first, suffix] of [
    ["edges-0", 0, ""],
    ["edges-1", 160, ".0"],
  ] as const) {
    const own = first === 0 ? edges.slice(0, 160) : edges.slice(160);
    await write(
      name,
      [
        { name: "from", kind: "text", at: (row) => `${ids[own[row]!.from]!}${suffix}` },
        { name: "to", kind: "text", at: (row) => endOf(own[row]!, { ids, suffix, row }) },
        ...(weighted
          ? [{ name: "w", kind: "float64", at: (row: number) => weightOf(own[row]!, first + row) } as const]
          : []),
      ],
      own.length,
    );
  }
  const yaml = `
name: random
nodes:
  files: [nodes-0.${format}, nodes-1.${format}]
  id: id
  label: y
  sensitive: s
  split: part
${where ? "  where: x0 > -0.8\n" : ""}${connectedOnly ? "  connected_only: true\n" : ""}${orderById ? "  order: id\n" : ""}
edges:
  files: [edges-0.${format}, edges-1.${format}]
  source: from
  target: to
  header: true
  unmatched: drop
  directed: ${directed}
${directed && keep ? "  duplicates: keep\n" : ""}${weighted ? "  edge_weight: w\n" : ""}`;
  await writeFile(join(folder, "graph.yaml"), yaml);
  return card;
}

/** Places of two nodes; null for an end that no node file has. */
interface Edge {
  readonly from: number;
  readonly to: number | null;
}

function endOf(
  { to }: Edge,
  { ids, suffix, row }: { readonly ids: readonly string[]; readonly suffix: string; readonly row: number },
): string | null {
  if (to !== null) return `${ids[to]!}${suffix}`;
  return row % 2 === 0 ? "nobody" : null;
}
