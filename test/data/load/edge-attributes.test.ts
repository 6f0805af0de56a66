import { InputError } from "@evenodds/core";
import { memoryGraph } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { edited, loadTiny, rejection, removeTempFolders, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const card = (edges: string) => edited(tiny["graph.yaml"], "edges: edges.csv", `edges: { files: edges.csv, ${edges} }`);
const load = (edges: string, rows: string) => loadTiny({ "graph.yaml": card(edges), "edges.csv": rows });

/** Loads the graph with these edge rows, and returns its arcs as `source target values…`. */
async function arcs(edges: string, rows: string): Promise<string[]> {
  const { source, target, edgeAttributes, nodeIds } = (await load(edges, rows)).graph;
  const { names, values } = edgeAttributes!;
  const of = (e: number) => [...values.subarray(e * names.length, (e + 1) * names.length)].join(" ");
  return Array.from(source, (s, e) => `${nodeIds[s]} ${nodeIds[target[e]!]} ${of(e)}`);
}

const refusal = async (edges: string, rows: string) => {
  const error = await rejection(arcs(edges, rows));
  expect(error).to.be.instanceOf(InputError);
  return error.message;
};

describe("edge_attr of a graph card", () => {
  it("gives both arcs of an edge its attributes in the order of the card, by position or by name", async () => {
    const expected = ["b a -4 0.5", "a b -4 0.5", "c b 0 2", "b c 0 2"];
    expect(await arcs("edge_attr: [3, 2]", "a,b,0.5,-4\nb,c,2,0\n")).to.deep.equal(expected);
    const named = "source: from, target: to, edge_attr: [years, w]";
    expect(await arcs(named, "w,from,to,years\n0.5,a,b,-4\n2,c,b,0\n")).to.deep.equal(expected);
  });

  it("names attributes as the columns, by their positions where they have no names, and takes a single one", async () => {
    const { graph, notes } = await load("edge_attr: [3, 2]", "a,b,0.5,-4\n");
    expect(graph.edgeAttributes!.names).to.deep.equal(["column3", "column2"]);
    expect(notes).to.deep.equal(["Arcs have the attributes position 3, position 2 of edges.csv."]);
    const single = await load("source: from, target: to, edge_attr: years", "from,to,years,text\na,b,3,x\n");
    expect(single.graph.edgeAttributes).to.deep.equal({ names: ["years"], values: Float32Array.of(3, 3) });
    expect(single.notes).to.deep.equal([
      'Arcs have the attributes "years" of edges.csv.',
      'Of edges.csv, "text" is not used.',
    ]);
    expect((await loadTiny()).graph).not.to.have.property("edgeAttributes");
  });

  it("goes along with edge_weight, which may be one of the columns", async () => {
    const { graph } = await load("edge_weight: 2, edge_attr: [3, 2]", "b,c,2,-1\na,b,0.5,7\n");
    expect([...graph.edgeWeight!]).to.deep.equal([0.5, 0.5, 2, 2]);
    expect([...graph.edgeAttributes!.values]).to.deep.equal([7, 0.5, 7, 0.5, -1, 2, -1, 2]);
  });

  it("has names where there are no edges", async () => {
    const { graph } = await load("source: f, target: t, edge_attr: [p, q]", "f,t,p,q\n");
    expect(graph.edgeAttributes).to.deep.equal({ names: ["p", "q"], values: new Float32Array(0) });
  });

  it("takes an edge that is listed twice with the same attributes once, 0 and −0 among them", async () => {
    const { graph, accounting } = await load("edge_attr: [2, 3]", "a,b,3,-0\nb,a,3,0\nc,c,2,-0\n");
    expect(graph.edgeAttributes!.values).to.deep.equal(Float32Array.of(3, 0, 3, 0, 2, 0));
    expect(accounting.edges).to.deep.include({ read: 3, used: 2 });
  });

  it("refuses two values of one edge, in either direction, naming the column", async () => {
    for (const rows of ["a,b,1,3\na,b,1,-2\n", "a,b,1,-2\nb,a,1,3\n"]) {
      expect(await refusal("edge_attr: [2, 3]", rows)).to.match(
        /edge_attr "column3" of edges.csv: expected one value for each edge, in both directions, found -2 and 3 for "[ab]" and "[ab]"; .*the value differs by direction, say directed: true/,
      );
    }
    const both = "edge_weight: 2, edge_attr: [3]";
    expect(await refusal(both, "a,b,1,3\na,b,2,3\n")).to.include("edge_weight of edges.csv: expected one weight");
    expect(await refusal(both, "a,b,1,3\na,b,1,4\n")).to.include('edge_attr "column3" of edges.csv');
  });

  it("of a directed graph keeps the attributes of each direction, and repeated arcs where the card says so", async () => {
    expect(await arcs("edge_attr: [2], directed: true", "a,b,2\nb,a,3\n")).to.deep.equal(["b a 3", "a b 2"]);
    const twice = "a,b,3,1\na,b,2,9\na,b,3,0\n";
    expect(await refusal("edge_attr: [2, 3], directed: true", twice)).to.include("duplicates: keep");
    const kept = "edge_attr: [2, 3], directed: true, duplicates: keep";
    expect(await arcs(kept, twice)).to.deep.equal(["a b 2 9", "a b 3 0", "a b 3 1"]);
  });

  for (const [value, found] of [
    ["", "nothing"],
    ["heavy", '"heavy"'],
    ["nan", '"nan"'],
    ["-inf", '"-inf"'],
    ["1_000", '"1_000"'],
  ]) {
    it(`refuses the attribute ${JSON.stringify(value)}, with ends and column`, async () => {
      expect(await refusal("edge_attr: [2, 3]", `a,b,1,1\nb,c,1,${value}\n`)).to.include(
        `edge_attr, column "column3" of edges.csv: expected a finite number in every row, found ${found} from "b" to "c"`,
      );
    });
  }

  it("refuses what float32 cannot hold", async () => {
    expect(await refusal("edge_attr: [2]", "a,b,-1e39\n")).to.include(
      'attribute "column2" of arcs: expected finite numbers of 32 bits, found -Infinity from "b" to "a"',
    );
  });

  it("refuses a column that is not there, an end, one that is named twice, and one that is ignored as well", async () => {
    const rows = "from,to,years\na,b,1\n";
    const ends = "source: from, target: to";
    expect(await refusal(`${ends}, edge_attr: [year]`, rows)).to.include('did you mean "years"');
    expect(await refusal(`${ends}, edge_attr: [to]`, rows)).to.include("edges.edge_attr: expected columns besides");
    expect(await refusal(`${ends}, edge_attr: [years, 2]`, rows)).to.include(
      "edges.edge_attr: expected columns that are not named before, found 2",
    );
    expect(await refusal(`${ends}, edge_attr: [years], ignore: years`, rows)).to.include("edges.ignore");
    expect(await refusal(`${ends}, edge_attr: []`, rows)).to.include("edges.edge_attr: expected at least 1");
    expect(await refusal(`${ends}, edge_att: years`, rows)).to.include('did you mean "edge_attr"');
  });

  it("is one way out for a column that may weigh edges", async () => {
    const rows = "from,to,weight,score\na,b,1,4\n";
    const ends = "source: from, target: to, edge_attr: [weight]";
    expect(await refusal(ends, rows)).to.include("for a model that takes attributes of edges, edge_attr: [score]");
    expect(await arcs(ends.replace("[weight]", "[weight, score]"), rows)).to.include("a b 1 4");
  });

  it("gives the same graph in any order of the rows, which is the graph of the same data in memory", async () => {
    const number = fc.constantFrom(-2, -0, 0, 0.5, 3);
    const row = fc.tuple(fc.nat(2), fc.nat(2), number, number, fc.constantFrom(0, 1));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), fc.boolean(), async (rows, weighted) => {
        const edges = `${weighted ? "edge_weight: 4, " : ""}edge_attr: [2, 3], directed: true, duplicates: keep`;
        const text = (list: typeof rows) =>
          list.map(([a, b, p, q, w]) => `${"abc"[a]},${"abc"[b]},${[p, q, w].join()}\n`).join("");
        const ignored = weighted ? edges : `${edges}, ignore: 4`;
        const { graph } = await load(ignored, text(rows));
        expect((await load(ignored, text(rows.toReversed()))).graph).to.deep.equal(graph);
        const memory = memoryGraph({
          nodeIds: ["a", "b", "c"],
          features: [
            [1, 0.5],
            [2, -1],
            [3, 0],
          ],
          featureNames: ["x1", "x2"],
          edges: rows.map(([a, b]) => [a, b] as const),
          edgeWeight: weighted ? rows.map((values) => values[4]) : undefined,
          edgeAttributes: { names: ["column2", "column3"], values: rows.map(([, , p, q]) => [p, q]) },
          sensitive: { s: ["M", "F", "M"] },
        });
        expect(memory.graph).to.deep.equal(graph);
      }),
      { numRuns: 25, seed: 3 },
    );
  });
});
