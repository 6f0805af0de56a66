import { renderQualitative } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { madeStudy, withOneCandidate, withSecondGroup } from "./made-study.js";

const lines = (text: string) => text.split("\n");

describe("renderQualitative", () => {
  it("says how many nodes of each group are left after each part of the rule", () => {
    const text = lines(renderQualitative(madeStudy()));
    expect(text).to.include("| gender male | 1,200 | 1,100 | 96.00 % | 9 | 4 |");
    expect(text).to.include("| gender female | 300 | 200 | 75.00 % | 0 | 0 |");
    expect(text).to.include("7 test nodes have no known group and can be no example.");
  });

  it("says what changes on all candidates, beside all test nodes", () => {
    const text = renderQualitative(madeStudy());
    expect(text).to.include(
      "**gender male: 4 nodes of 1,200 satisfy the rule.** The probability of the right label changes by +5.00 ± 2.00 " +
        "points on average (from −5.00 to +15.00), from 40.00 % to 45.00 %; 1 predicted wrong become right, 0 right become " +
        "wrong. On all test nodes of the group it changes by −1.00 ± 0.14 points; 20 predicted wrong become right, 30 " +
        "right become wrong.",
    );
    expect(text).to.match(/less sure of them \(largest probability 70\.00 %, then 65\.00 %\)/);
    expect(lines(text)).to.include(
      "| gender male | candidates | 4 | 40.00 % → 45.00 % | +5.00 ± 2.00 | −5.00 to +15.00 | 1 | 0 | 1 | 2 | 70.00 % → 65.00 % |",
    );
    expect(lines(text)).to.include("| gender female | candidates | 0 | – | – | – | 0 | 0 | 0 | 0 | – |");
  });

  it("says why a group has no candidate", () => {
    const reason = (study: ReturnType<typeof madeStudy>) =>
      /\*\*gender female: .*$/m.exec(renderQualitative(study))![0];
    expect(reason(madeStudy())).to.match(/no node satisfies.*at most 75\.00 %; the rule asks for more than 80\.00 %/);
    expect(reason(withSecondGroup({ testNodes: 0 }))).to.match(/no test node is of this group/);
    expect(reason(withSecondGroup({ enoughNeighbours: 0, largestOwnShare: null }))).to.match(
      /None of its 300 test nodes has at least 5 neighbours/,
    );
    expect(reason(withSecondGroup({ largestOwnShare: null }))).to.match(/no group is known/);
    expect(reason(withSecondGroup({ amongOwnGroup: 3 }))).to.match(/3 nodes.*have the label of most/);
  });

  it("puts the paper's figures beside the examples", () => {
    const text = lines(renderQualitative(madeStudy()));
    expect(text).to.include("| paper, male | 52.55 % | 31.04 % | not stated | 47.34 % |");
    expect(text).to.include("| paper, female | 54.55 % | 45.23 % | not stated | 54.42 % |");
    expect(text).to.include("| 1: gender male, largest rise | 55.00 % | 40.00 % | 45.00 % | 60.00 % |");
    expect(text).to.include("| 2: gender male, median (rank 3) | 55.00 % | 53.75 % | 45.00 % | 46.25 % |");
  });

  it("shows drawings where it is told their places, and says what is not drawn", () => {
    const text = renderQualitative(madeStudy(), { charts: { 1: "figures/one.svg" } });
    expect(text).to.include("](figures/one.svg)");
    expect(text.match(/!\[/g)).to.have.length(1);
    expect(text).to.include("### Node 2: gender male, median (rank 3)");
    expect(text).to.include("Not drawn: 0 direct neighbours and 14 nodes of the second hop.");
    expect(renderQualitative(madeStudy())).not.to.include("![");
  });

  it("shows a single candidate once and gives it no error", () => {
    const text = renderQualitative(withOneCandidate());
    expect(text).to.include("### Node 1: gender male, the only candidate");
    expect(text.match(/^### /gm)).to.have.length(1);
    expect(text).to.include(
      "**gender male: 1 node of 1,200 satisfies the rule.** The probability of the right label changes by +15.00 points, " +
        "from",
    );
  });

  it("names both models with their gaps, and what examples do not show", () => {
    const text = renderQualitative(madeStudy());
    expect(lines(text)).to.include("| 0 | gcn | 250 of 300 | 65.10 % | 12.30 % |");
    expect(lines(text)).to.include("| 1 | eqgnn | 150 of 200 | 65.40 % | – |");
    expect(text).to.match(/chosen by its result/);
    expect(text).to.match(/nothing about equal treatment/);
  });

  it("escapes names, and has no number that is none", () => {
    const text = renderQualitative({ ...madeStudy(), graph: "a|b", groups: ["<b>", "*x*"], classes: ["`c`", "d"] });
    expect(text).to.include("Data a\\|b,").and.to.include("gender &lt;b&gt;").and.to.include("label \\`c\\`;");
    expect(text).not.to.match(/NaN|Infinity|null|undefined/);
    expect(text).not.to.match(/debias|unbiased|fair model/i);
  });
});
