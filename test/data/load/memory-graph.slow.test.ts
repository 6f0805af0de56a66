import { InputError } from "@evenodds/core";
import { loadGraph, memoryGraph, type MemoryGraph } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { tempFolder } from "../support/temp-graph.js";

const graph: MemoryGraph = {
  nodeIds: ["a", "b", "c"],
  features: [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
  featureNames: ["left", "right"],
  edges: [
    [2, 0],
    [0, 1],
  ],
  label: ["no", "yes", null],
  sensitive: { sex: [true, "False", false] },
};

describe("memoryGraph", () => {
  it("sorts arcs by target and source, and codes labels and attributes in their canonical spelling", () => {
    const { graph: read, nodes, labelled, files } = memoryGraph(graph);
    expect([[...read.source], [...read.target]]).to.deep.equal([
      [2, 0],
      [0, 1],
    ]);
    expect([...read.features]).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(nodes.classes).to.deep.equal(["no", "yes"]);
    expect([...nodes.label]).to.deep.equal([0, 1, -1]);
    expect(nodes.sensitive[0]).to.deep.include({ name: "sex", levels: ["false", "true"] });
    expect([...nodes.sensitive[0]!.code]).to.deep.equal([1, 0, 0]);
    expect([labelled, files]).to.deep.equal([2, []]);
  });

  it("takes rows and typed arrays, pairs and two lists, for the same graph", () => {
    const typed: MemoryGraph = {
      ...graph,
      features: Float32Array.of(1, 2, 3, 4, 5, 6),
      edges: { source: BigInt64Array.of(2n, 0n), target: Int32Array.of(0, 1) },
    };
    expect(memoryGraph(typed).graph).to.deep.equal(memoryGraph(graph).graph);
  });

  it("keeps repeated arcs of a directed graph, and makes an undirected one of edges", () => {
    const edges = [
      [0, 1],
      [0, 1],
      [1, 0],
      [2, 2],
    ] as const;
    expect([...memoryGraph({ ...graph, edges }).graph.source]).to.deep.equal([1, 0, 0, 2]);
    const both = memoryGraph({ ...graph, edges, directed: false }).graph;
    expect([[...both.source], [...both.target]]).to.deep.equal([
      [1, 0, 2],
      [0, 1, 2],
    ]);
  });

  it("sorts weights with their arcs, and gives both arcs of an edge its weight", () => {
    const weights = (parts: Partial<MemoryGraph>) => [...memoryGraph({ ...graph, ...parts }).graph.edgeWeight!];
    expect(weights({ edgeWeight: [2, 0.5] })).to.deep.equal([2, 0.5]);
    expect(weights({ edgeWeight: Float64Array.of(2, 0.5), directed: false })).to.deep.equal([0.5, 2, 0.5, 2]);
    expect(memoryGraph(graph).graph).not.to.have.property("edgeWeight");
  });

  it("refuses weights of another number, below 0, not finite, and two of one edge", () => {
    const weighing = (edgeWeight: readonly number[]) => () => memoryGraph({ ...graph, edgeWeight });
    expect(weighing([1])).to.throw(InputError, /graph.edgeWeight: expected 2 numbers, one for each pair, found 1/);
    for (const bad of [-1, NaN, Infinity, 1e39]) {
      expect(weighing([1, bad])).to.throw(InputError, `finite numbers from 0, found ${bad} for pair 1`);
    }
    const edges = [
      [0, 1],
      [1, 0],
    ] as const;
    const twice = { ...graph, edges, edgeWeight: [1, 2] };
    expect([...memoryGraph(twice).graph.edgeWeight!]).to.deep.equal([2, 1]);
    expect(() => memoryGraph({ ...twice, directed: false })).to.throw(
      InputError,
      /one weight for each edge, found 1 and 2/,
    );
  });

  it("sorts attributes with their arcs, rows or a flat array, and gives both arcs of an edge its attributes", () => {
    const attributes = (parts: Partial<MemoryGraph>) => memoryGraph({ ...graph, ...parts }).graph.edgeAttributes;
    const rows = [
      [2, -1],
      [0.5, 3],
    ];
    const expected = { names: ["attribute0", "attribute1"], values: Float32Array.of(2, -1, 0.5, 3) };
    expect(attributes({ edgeAttributes: { values: rows } })).to.deep.equal(expected);
    expect(attributes({ edgeAttributes: { values: Float64Array.of(2, -1, 0.5, 3) } })).to.deep.equal(expected);
    const named = { names: ["p", "q"], values: rows };
    expect(attributes({ edgeAttributes: named, directed: false })).to.deep.equal({
      names: ["p", "q"],
      values: Float32Array.of(0.5, 3, 2, -1, 0.5, 3, 2, -1),
    });
    const read = memoryGraph({ ...graph, edgeAttributes: named }).graph;
    const again = memoryGraph({ ...graph, edges: read, edgeAttributes: read.edgeAttributes }).graph;
    expect(again, "what was loaded is taken as it is").to.deep.equal(read);
    expect(memoryGraph(graph).graph).not.to.have.property("edgeAttributes");
  });

  for (const [what, values, words] of [
    ["too few rows", [[1]], /graph\.edgeAttributes: expected 2 rows, one for each pair, found 1/],
    ["rows of other lengths", [[1], [1, 2]], /expected 1 numbers, found 2 in row 1/],
    ["empty rows", [[], []], /at least one, found 0 numbers in a row/],
    ["no whole number of columns", Float32Array.of(1, 2, 3), /found 3 numbers/],
    ["a number that is not finite", [[1], [NaN]], /finite numbers of 32 bits, found NaN in row 1/],
    ["a number beyond 32 bits", [[-1e39], [1]], /found -1e\+39 in row 0/],
  ] as [string, NonNullable<MemoryGraph["edgeAttributes"]>["values"], RegExp][]) {
    it(`refuses attributes with ${what}`, () => {
      expect(() => memoryGraph({ ...graph, edgeAttributes: { values } })).to.throw(InputError, words);
    });
  }

  it("refuses names of attributes that do not fit, one name twice, and two values of one edge", () => {
    const given = (names: readonly string[], parts: Partial<MemoryGraph> = {}) => {
      const values = Float32Array.of(1, 2, 3, 4);
      return () => memoryGraph({ ...graph, ...parts, edgeAttributes: { names, values } });
    };
    expect(given(["p"])).to.throw(InputError, /2 pairs times 1 attributes, found 4 numbers/);
    expect(given(["p", "p"])).to.throw(InputError, /names of attributes of arcs: expected each once/);
    const edges = [
      [0, 1],
      [1, 0],
    ] as const;
    expect(given(["p", "q"], { edges, directed: false })).to.throw(
      InputError,
      /graph\.edgeAttributes "p": expected one value for each edge, found 1 and 3 for nodes [01] and [01]/,
    );
  });

  it("lists classes in their order, and marks values as missing", () => {
    const { nodes, labels } = memoryGraph({ ...graph, label: [0, 1, -1], classes: [1, 0], missing: [-1] });
    expect([nodes.classes, [...nodes.label]]).to.deep.equal([
      ["1", "0"],
      [1, 0, -1],
    ]);
    expect(labels.listed).to.deep.equal([["1"], ["0"]]);
  });

  it("reads a label that is a number", () => {
    const { nodes } = memoryGraph({ ...graph, label: [1.5, NaN, -2], numeric: true });
    expect([...nodes.target!.value]).to.deep.equal([1.5, NaN, -2]);
    expect([...nodes.label]).to.deep.equal([0, -1, 0]);
  });

  it("picks the features that a model wants, by name", () => {
    const picked = memoryGraph(graph, { featureNames: ["right"] });
    expect([...picked.graph.features]).to.deep.equal([2, 4, 6]);
    expect(() => memoryGraph(graph, { featureNames: ["righ"] })).to.throw(InputError, /did you mean "right"/);
  });

  it("equals the graph of a card with the same content", async () => {
    const value = fc.constantFrom("x", "y", " x ", "1", "1.0", "TRUE", "true", "");
    const nodes = fc.array(fc.record({ y: value, s: value, f: fc.integer({ min: -9, max: 9 }) }), {
      minLength: 2,
      maxLength: 8,
    });
    const pairs = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(nodes, pairs, fc.boolean(), async (rows, ends, directed) => {
        const edges = ends.map(([a, b]) => [a % rows.length, b % rows.length] as const);
        const quoted = (text: string) => JSON.stringify(text);
        const folder = await tempFolder({
          "graph.yaml": [
            "nodes: { files: n.csv, id: id, label: y, sensitive: s, features: { include: [f] } }",
            `edges: { files: e.csv, header: false, directed: ${directed}, duplicates: keep }`,
          ]
            .join("\n")
            .replace(", duplicates: keep", directed ? ", duplicates: keep" : ""),
          "n.csv": ["id,y,s,f", ...rows.map(({ y, s, f }, n) => `n${n},${quoted(y)},${quoted(s)},${f}`), ""].join("\n"),
          "e.csv": [...edges.map(([a, b]) => `n${a},n${b}`), ""].join("\n"),
        });
        const memory: MemoryGraph = {
          nodeIds: rows.map((_, n) => `n${n}`),
          features: rows.map(({ f }) => [f]),
          featureNames: ["f"],
          edges,
          directed,
          label: rows.map(({ y }) => y),
          sensitive: { s: rows.map(({ s }) => s) },
        };
        const outcome = async (work: () => unknown) => {
          try {
            const { graph: read, nodes: table } = (await work()) as Awaited<ReturnType<typeof loadGraph>>;
            return { graph: read, label: [...table.label], classes: table.classes, sensitive: table.sensitive };
          } catch (error) {
            return (error as Error).name;
          }
        };
        expect(await outcome(() => memoryGraph(memory))).to.deep.equal(await outcome(() => loadGraph(folder)));
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  for (const [what, change, words] of [
    ["a label too few", { label: ["no"] }, /^graph\.label: expected 3 values.*found 1/],
    ["an attribute too long", { sensitive: { sex: [1, 2, 3, 4] } }, /^graph\.sensitive\.sex: expected 3 values/],
    ["an end that is no node", { edges: [[0, 3]] }, /^graph\.edges: expected positions of nodes, 0 to 2, found 3/],
    ["an end below 0", { edges: { source: [0], target: [-1] } }, /found -1 in pair 0/],
    ["an end that is no position", { edges: { source: [0.5], target: [1] } }, /found 0\.5 in pair 0/],
    ["lists of other lengths", { edges: { source: [0, 1], target: [1] } }, /2 sources and 1 targets/],
    [
      "two long rows for pairs",
      {
        edges: [
          [0, 1, 2],
          [1, 2, 0],
        ],
      },
      /\{ source, target \}/,
    ],
    ["a ragged row", { features: [[1, 2], [3], [5, 6]] }, /^graph\.features: expected 2 numbers, found 1 in row 1/],
    [
      "a feature that is not finite",
      {
        features: [
          [1, 2],
          [3, Infinity],
          [5, 6],
        ],
      },
      /Infinity in row 1, feature "right"/,
    ],
    [
      "a feature beyond 32 bits",
      {
        features: [
          [1, 2],
          [3, 1e39],
          [5, 6],
        ],
      },
      /1e\+39 in row 1/,
    ],
    ["numbers that nodes do not divide", { features: new Float32Array(5) }, /^graph\.features/],
    ["a double id", { nodeIds: ["a", "a", "b"] }, /node ids/],
    ["a mask of positions", { mask: [0, 1] }, /^graph\.mask: expected 3 values.*no mask/],
    ["a class that is not listed", { classes: ["no"] }, /"yes" on node "b"/],
    ["two spellings of a class", { label: ["no", "No", "yes"] }, /graph\.label.*one spelling.*graph\.classes/],
  ] as [string, Partial<MemoryGraph>, RegExp][]) {
    it(`refuses ${what}`, () => {
      expect(() => memoryGraph({ ...graph, ...change })).to.throw(InputError, words);
    });
  }
});
