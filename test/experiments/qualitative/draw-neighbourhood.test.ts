import { chartColours, drawNeighbourhood, type DrawnNeighbourhood, type Example } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { best, drawn, madeStudy } from "./made-study.js";

const count = (svg: string, pattern: RegExp) => svg.match(pattern)?.length ?? 0;
const drawOf = (changes: Partial<Example> = {}, names = {}) =>
  drawNeighbourhood({ ...best, ...changes }, { ...madeStudy(), ...names });
const around = (changes: Partial<DrawnNeighbourhood>) => drawOf({ drawn: { ...drawn, ...changes } });

describe("drawNeighbourhood", () => {
  it("is an SVG file of its own that parses, the same bytes each time", () => {
    const svg = drawOf();
    expect(XMLValidator.validate(svg)).to.equal(true);
    expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img"/);
    expect(svg).not.to.match(/NaN|Infinity|undefined|null|-0\.0/);
    expect(drawOf()).to.equal(svg);
  });

  it("has a mark for every node and each legend entry, a line for every link, and a ring", () => {
    const svg = drawOf();
    // Nodes; two classes and "no label"; two groups and "unknown".
    expect(count(svg, /<path /g)).to.equal(6 + 3 + 3);
    expect(count(svg, /<line /g)).to.equal(6);
    expect(count(svg, /stroke="#dc3d43"/g)).to.equal(1);
    expect(svg).to.match(/<circle cx="320\.0" cy="\d+\.\d" r="18" fill="none" stroke="#dc3d43"/);
  });

  it("colours by class, shapes by group, and leaves unlabelled nodes hollow", () => {
    const marks = (label: number, group: number) => {
      const svg = around({ nodes: [{ hop: 0, label, group }], links: [] });
      return /<path d="([^"]*)" ([^/]*)\/>/.exec(svg)!;
    };
    expect(marks(0, 0)[2]).to.equal(`fill="${chartColours.first}" stroke="none"`);
    expect(marks(1, 0)[2]).to.equal(`fill="${chartColours.second}" stroke="none"`);
    expect(marks(-1, 0)[2]).to.match(/fill="none" stroke="#747d88"/);
    const corners = (group: number) => count(marks(0, group)[1]!, /L/g) + 1;
    expect(marks(0, 0)[1]).to.include("A11,11");
    expect([1, 2, 3, 4, 9, -1].map(corners)).to.deep.equal([4, 4, 3, 12, 12, 5]);
  });

  it("says both probabilities under each λ, and whether each model is right", () => {
    const svg = drawOf();
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1]);
    const from = texts.indexOf("λ = 0");
    expect(texts.slice(from, from + 8)).to.deep.equal([
      ...["λ = 0", "45.00 %", "55.00 %", "✗ wrong", "λ = 1", "60.00 %", "40.00 %", "✓ right"],
    ]);
    expect(texts).to.include("Node 1: gender male, label study");
    expect(texts).to.include("Within two hops 16 of 18 have gender male; 11 of 12 have another label.");
    expect(texts).to.include("14 of 20 nodes are not drawn.");
    expect(around({ omittedSecond: 0 })).to.include("All 6 nodes are drawn.");
  });

  it("has bars that are as long as the probabilities", () => {
    const widths = [...drawOf().matchAll(/<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="12"/g)];
    expect(widths.map((match) => Number(match[1]))).to.deep.equal([103.5, 126.5, 138, 92]);
  });

  it("has a legend with the names of label and attribute, and a colour for a class that only the bars show", () => {
    const svg = drawOf(
      { before: { probability: [0.2, 0.3, 0.5], prediction: 2 }, after: best.after },
      { classes: ["study", "trade", "none"] },
    );
    for (const name of ["field", "gender", "study", "trade", "none", "no label", "male", "female", "unknown"]) {
      expect(svg).to.include(`>${name}</text>`);
    }
    expect(around({ nodes: [drawn.nodes[0]!], links: [] })).not.to.match(/>(no label|female|unknown)</);
    const many = drawOf({}, { classes: ["a", "b", "c", "d", "e", "f"] });
    expect(many).to.include(">other classes<").and.not.to.include(">e<");
  });

  it("escapes names and shows no text of the input as markup", () => {
    const svg = drawOf({}, { classes: ['<b>"a"&', "\u0000b"], groups: ["<script>", "x".repeat(200)] });
    expect(XMLValidator.validate(svg)).to.equal(true);
    expect(svg).to.include("&lt;b&gt;&quot;a&quot;&amp;");
    expect(svg).not.to.match(/<script>|<b>|x{33}/);
    expect(svg).not.to.include("\u0000");
  });

  it("puts all nodes inside, many and few alike", () => {
    for (const size of [1, 2, 60]) {
      const hopOf = (i: number) => (i === 0 ? 0 : i < size / 2 + 1 ? 1 : 2);
      const nodes = Array.from({ length: size }, (_, i) => ({ hop: hopOf(i), label: i % 2, group: 0 }) as const);
      const links = nodes.slice(1).map((_, i) => [0, i + 1] as const);
      const svg = around({ nodes, links, omittedSecond: 0 });
      const { svg: root } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(svg) as {
        svg: { mask: { g: { circle: Place | Place[] } } };
      };
      const places = [root.mask.g.circle].flat();
      expect(places).to.have.length(size);
      for (const { cx, cy } of places) {
        expect(Number(cx)).to.be.within(20, 620);
        expect(Number(cy)).to.be.within(140, 562);
      }
    }
  });

  it("keeps nodes of one hop apart", () => {
    const nodes = Array.from({ length: 60 }, (_, i) => ({ hop: i === 0 ? 0 : 1, label: 0, group: 0 }) as const);
    const svg = around({ nodes, links: nodes.slice(1).map((_, i) => [0, i + 1] as const) });
    const places = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="9"/g)].map((m) => [+m[1]!, +m[2]!]);
    expect(places).to.have.length(59);
    places.forEach(([x, y], i) =>
      places.slice(i + 1).forEach(([u, v]) => expect(Math.hypot(x! - u!, y! - v!)).to.be.above(12)),
    );
  });
});

interface Place {
  readonly cx: string;
  readonly cy: string;
}
