import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { edited, loadTiny, rejection, removeTempFolders, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const card = (edges: string) => edited(tiny["graph.yaml"], "edges: edges.csv", `edges: { files: edges.csv, ${edges} }`);

/** Loads the graph with these edge rows, and returns its arcs as `source target weight`. */
async function arcs(edges: string, rows: string): Promise<string[]> {
  const { graph } = await loadTiny({ "graph.yaml": card(edges), "edges.csv": rows });
  const { source, target, edgeWeight, nodeIds } = graph;
  return Array.from(source, (s, e) => `${nodeIds[s]} ${nodeIds[target[e]!]} ${edgeWeight![e]}`);
}

const refusal = async (edges: string, rows: string) => {
  const error = await rejection(arcs(edges, rows));
  expect(error).to.be.instanceOf(InputError);
  return error.message;
};

describe("edge_weight of a graph card", () => {
  it("gives both arcs of an edge its weight, by position or by name", async () => {
    const expected = ["b a 0.5", "a b 0.5", "c b 2", "b c 2"];
    expect(await arcs("edge_weight: 2", "a,b,0.5\nb,c,2\n")).to.deep.equal(expected);
    const named = "source: from, target: to, edge_weight: w";
    expect(await arcs(named, "w,from,to\n0.5,a,b\n2,c,b\n")).to.deep.equal(expected);
  });

  it("says in a note whose weights arcs have, and says nothing of weights where there are none", async () => {
    const { notes } = await loadTiny({ "graph.yaml": card("edge_weight: 2"), "edges.csv": "a,b,0.5\nb,c,2\n" });
    expect(notes).to.deep.equal(["Arcs have the weights of position 2 of edges.csv."]);
    expect((await loadTiny()).graph).not.to.have.property("edgeWeight");
  });

  it("keeps a weight of 0, and weights that are all 1", async () => {
    expect(await arcs("edge_weight: 2", "a,b,0\nb,c,1\n")).to.include.members(["a b 0", "b c 1"]);
    expect(await arcs("edge_weight: 2", "a,b,1\n")).to.deep.equal(["b a 1", "a b 1"]);
  });

  it("takes an edge that is listed twice with one weight once, a loop too, and counts the other row", async () => {
    const files = { "graph.yaml": card("edge_weight: 2"), "edges.csv": "a,b,3\nb,a,3\nc,c,2\n" };
    const { graph, accounting } = await loadTiny(files);
    expect([...graph.edgeWeight!]).to.deep.equal([3, 3, 2]);
    expect(accounting.edges).to.deep.include({ read: 3, used: 2 });
  });

  it("refuses two weights of one edge, in either direction", async () => {
    for (const rows of ["a,b,3\na,b,2\n", "a,b,2\nb,a,3\n"]) {
      expect(await refusal("edge_weight: 2", rows)).to.match(
        /edge_weight of edges.csv: expected one weight for each edge, in both directions, found 2 and 3 for "[ab]" and "[ab]"; .*directed: true/,
      );
    }
  });

  it("of a directed graph keeps a weight for each direction, and repeated arcs where the card says so", async () => {
    expect(await arcs("edge_weight: 2, directed: true", "a,b,2\nb,a,3\n")).to.deep.equal(["b a 3", "a b 2"]);
    const twice = "a,b,3\na,b,2\n";
    expect(await refusal("edge_weight: 2, directed: true", twice)).to.include("duplicates: keep");
    const kept = "edge_weight: 2, directed: true, duplicates: keep";
    expect(await arcs(kept, twice)).to.deep.equal(["a b 2", "a b 3"]);
  });

  for (const [value, found] of [
    ["", "nothing"],
    ["heavy", '"heavy"'],
    ["-1", '"-1"'],
    ["nan", '"nan"'],
    ["inf", '"inf"'],
    ["1_000", '"1_000"'],
  ]) {
    it(`refuses the weight ${JSON.stringify(value)}, with the row`, async () => {
      expect(await refusal("edge_weight: 2", `a,b,1\nb,c,${value}\n`)).to.include(
        `expected a finite number from 0 in every row, found ${found} from "b" to "c"`,
      );
    });
  }

  it("refuses what float32 cannot hold", async () => {
    expect(await refusal("edge_weight: 2", "a,b,1e39\n")).to.include("weights of arcs: expected finite numbers from 0");
  });

  it("refuses a column that is not there, an end, and one that is ignored as well", async () => {
    const rows = "from,to,weight\na,b,1\n";
    const ends = "source: from, target: to";
    expect(await refusal(`${ends}, edge_weight: wieght`, rows)).to.include('did you mean "weight"');
    expect(await refusal(`${ends}, edge_weight: to`, rows)).to.include("edges.edge_weight: expected columns besides");
    expect(await refusal(`${ends}, edge_weight: weight, ignore: weight`, rows)).to.include("edges.ignore");
  });

  it("still refuses a second column that may weigh edges, and names both ways out", async () => {
    const rows = "from,to,weight,score\na,b,1,4\n";
    expect(await refusal("source: from, target: to, edge_weight: weight", rows)).to.include(
      "say edge_weight: score under edges in the card, or ignore: [score] if every edge is to count alike",
    );
  });
});
