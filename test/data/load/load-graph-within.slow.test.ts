import { readdirSync } from "node:fs";
import { loadGraphWithin, withScratchPlace } from "@evenodds/data";
import { expect } from "chai";
import { fromDisk, inMemory, onDisk, type ReadBack } from "../support/loaded-both-ways.js";
import { openTmpdir } from "../support/own-tmpdir.js";
import { choicesOf, writeRandomCard, type RandomCard } from "../support/random-card.js";
import { edited, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const seeds = Array.from({ length: 16 }, (_, i) => i + 1);

/** Runs with a folder of its own for temporary files, and returns what is left in it. */
async function leftBy(work: () => Promise<unknown>): Promise<string[]> {
  const { place, close } = await openTmpdir();
  try {
    await work();
    return readdirSync(place);
  } finally {
    await close();
  }
}

const loadedOf = (found: ReadBack | Error) => {
  if (found instanceof Error) throw found;
  return found;
};

describe("loadGraphWithin", function () {
  this.timeout(120_000);

  it("has cards of every kind to try", () => {
    const names: (keyof RandomCard)[] = [
      "directed",
      "weighted",
      "keep",
      "where",
      "connectedOnly",
      "orderById",
      "format",
    ];
    for (const name of names) {
      expect(new Set(seeds.map((seed) => choicesOf(seed)[name])).size, name).to.equal(2);
    }
  });

  for (const seed of seeds) {
    it(`gives on disk what loadGraph gives in memory, with all that is said of it: seed ${seed}`, async () => {
      const folder = await tempFolder();
      const { weighted, where, connectedOnly } = await writeRandomCard(folder, seed);
      const options = { cluster: "s", columns: () => ["part"] };
      const [memory, disk] = [loadedOf(await inMemory(folder, options)), loadedOf(await fromDisk(folder, options))];
      expect([memory.kept, disk.kept]).to.deep.equal(["memory", "disk"]);
      expect(disk.loaded).to.deep.equal(memory.loaded);
      const { graph, accounting, findings, warnings } = memory.loaded;
      // What is compared is not nothing.
      expect(graph.source.length).to.be.above(50);
      expect(graph.edgeWeight !== undefined).to.equal(weighted);
      expect(findings).to.include({ constantFeatures: 1 });
      expect(warnings.map(({ code }) => code)).to.include("index-feature");
      const left = [where && "where", connectedOnly && "not-in-edges"].filter((one) => one !== false);
      expect(accounting.nodes.excluded.map(({ reason }) => reason)).to.deep.equal(left);
      expect(accounting.edges.excluded.map(({ reason }) => reason)).to.include("unknown-node");
    });
  }

  it("gives the same for ids by place, numeric ids, no arcs, and a numeric label", async () => {
    const card = tiny["graph.yaml"];
    const edges = "edges: edges.csv";
    const cases: Readonly<Record<string, string>>[] = [
      { "graph.yaml": edited(card, "  id: id\n", "  features: { exclude: [id] }\n"), "edges.csv": "0,1\n1,2\n" },
      {
        "graph.yaml": edited(card, edges, "edges: { files: edges.csv, numeric_ids: true }"),
        "nodes.csv": "id,y,s,x1\n1,0,M,1\n2,1,F,2\n",
        "edges.csv": "1.0,2e0\n+2,1\n",
      },
      { "graph.yaml": edited(card, edges, "edges: { files: edges.csv, source: f, target: t }"), "edges.csv": "f,t\n" },
      { "graph.yaml": edited(card, "label: y", "label: { column: y, numeric: true }") },
    ];
    for (const [i, changes] of cases.entries()) {
      const folder = await tempFolder({ ...tiny, ...changes });
      const [memory, disk] = [await inMemory(folder), await fromDisk(folder)];
      expect(loadedOf(disk), `${i}`).to.deep.equal({ ...loadedOf(memory), kept: "disk" });
    }
  });

  const node = (from: string, to: string) => ({ "nodes.csv": edited(tiny["nodes.csv"], from, to) });
  const edge = (keys: string, rows: string) => ({
    "graph.yaml": edited(tiny["graph.yaml"], "edges: edges.csv", `edges: { files: edges.csv, ${keys} }`),
    "edges.csv": rows,
  });
  const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a feature that is NaN": node("0.5", "NaN"),
    "a blank feature": node("0.5", ""),
    "a feature beyond float32": node("0.5", "1e39"),
    "an id twice": { "nodes.csv": `${tiny["nodes.csv"]}a,1,F,1,1\n` },
    "a row without id": { "nodes.csv": `${tiny["nodes.csv"]},1,F,1,1\n` },
    "an end that no node has": { "edges.csv": "a,b\na,z\n" },
    "an id that may mean two nodes": {
      "nodes.csv": "id,y,s,x1\n1.0,0,M,1\n1.00,1,F,2\na,0,M,3\n",
      "edges.csv": "1,a\n",
    },
    "two weights of one edge": edge("edge_weight: 2", "a,b,1\nb,c,1\nb,a,2\n"),
    "two weights of one arc": edge("edge_weight: 2, directed: true, duplicates: merge", "a,b,1\na,b,2\n"),
    "a weight below 0": edge("edge_weight: 2", "a,b,-1\n"),
    "a weight beyond float32": edge("edge_weight: 2", "a,b,1e39\n"),
    "another number of arcs than expected": {
      "graph.yaml": `${tiny["graph.yaml"]}expect: { arcs: 5, features: 3 }\n`,
    },
    "a predicate that leaves nothing": { "graph.yaml": edited(tiny["graph.yaml"], "id: id", "id: id\n  where: false") },
    "a column that may weigh edges": { "edges.csv": "a,b,0.5\nb,c,0.25\n" },
  };

  for (const [what, changes] of Object.entries(faults)) {
    it(`says of ${what} what loadGraph says, and leaves no file`, async () => {
      const folder = await tempFolder({ ...tiny, ...changes });
      const expected = await inMemory(folder);
      expect(expected).to.be.instanceOf(Error);
      let found: ReadBack | Error | undefined;
      expect(await leftBy(async () => (found = await fromDisk(folder)))).to.deep.equal([]);
      expect(found).to.be.instanceOf(Error);
      expect((found as Error).message).to.equal((expected as Error).message);
      expect(found!.constructor).to.equal(expected.constructor);
    });
  }

  it("leaves a graph in memory that has room there, one with attributes of edges, and one that is not wanted", async () => {
    const folder = await tempFolder(tiny);
    const attributes = await tempFolder({ ...tiny, ...edge("edge_attr: 2", "a,b,1\n") });
    const kept = (path: string, { memory, wanted }: { readonly memory: number; readonly wanted: boolean }) =>
      withScratchPlace(async (place) => {
        const { graph } = await loadGraphWithin(path, {}, { memory, place, isWanted: () => Promise.resolve(wanted) });
        return "arcs" in graph ? "disk" : "memory";
      });
    expect(await kept(folder, { memory: 1e12, wanted: true })).to.equal("memory");
    expect(await kept(attributes, { memory: 0, wanted: true })).to.equal("memory");
    expect(await kept(folder, { memory: 0, wanted: false })).to.equal("memory");
    expect(await kept(folder, { memory: 0, wanted: true })).to.equal("disk");
  });

  it("has its files as long as the place is there, and leaves none", async () => {
    const folder = await tempFolder(tiny);
    let passes: number[] = [];
    const left = await leftBy(() =>
      onDisk(folder, ({ graph }) => {
        if (!("arcs" in graph)) throw new TypeError("it is on disk");
        passes = [1, 2].map(() => [...graph.arcs].reduce((sum, { source }) => sum + source.length, 0));
        expect(readdirSync(process.env.TMPDIR!)).to.have.length(1);
      }),
    );
    expect(passes).to.deep.equal([4, 4]);
    expect(left).to.deep.equal([]);
  });
});
