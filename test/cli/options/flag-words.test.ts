import { flagWords, reportInFlagWords } from "@evenodds/cli/internal";
import { expect } from "chai";
import { creditReport } from "../../support/audit-reports.js";

describe("flagWords", () => {
  it("words options of the library as flags", () => {
    expect(flagWords("‘missingValues’ ?: expected a text, name it with ‘score’")).to.equal(
      "--missing-values ?: expected a text, name it with --score",
    );
    expect(
      flagWords("say ‘header: false’, or ‘outputKind: one-logit’; ‘outputKind: number’; ‘outputKind’ number, logits"),
    ).to.equal("say --no-header, or --one-logit; --regression; --output-kind number, logits");
  });

  it("keeps names in the data, even one that looks like an option", () => {
    expect(flagWords('attribute "‘score’": "a \\" ‘score’"; name it with ‘score’')).to.equal(
      'attribute "‘score’": "a \\" ‘score’"; name it with --score',
    );
  });

  it("leaves every other text as it is", () => {
    for (const text of ["‘two words’", "‘’", "it’s ‘A’", '"‘1’"', "'x' `y`"]) expect(flagWords(text)).to.equal(text);
  });
});

describe("reportInFlagWords", () => {
  it("words warnings and notes, and nothing else", () => {
    const report = { ...creditReport(), warnings: [{ code: "near-levels", message: "list its levels with ‘levels’" }] };
    const { warnings, notes, ...rest } = reportInFlagWords(report);
    expect(warnings).to.deep.equal([{ code: "near-levels", message: "list its levels with --levels" }]);
    expect(notes.join(" ")).to.match(/larger than stated\. evenodds audit --cluster allows for that\./);
    expect({ ...rest, warnings: report.warnings, notes: report.notes }).to.deep.equal(report);
    expect(notes).to.have.length(report.notes.length);
  });
});
