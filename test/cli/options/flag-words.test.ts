import { flagWords } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("flagWords", () => {
  it("words options of the library as flags", () => {
    expect(flagWords("‘missingValues’ ?: expected a text, name it with ‘score’")).to.equal(
      "--missing-values ?: expected a text, name it with --score",
    );
    expect(
      flagWords("say ‘header: false’, or ‘outputKind: one-logit’; ‘outputKind: number’; ‘outputKind’ number, logits"),
    ).to.equal("say --no-header, or --one-logit; --regression; --output-kind number, logits");
  });

  it("leaves every other text as it is", () => {
    for (const text of ["‘two words’", "‘’", "it’s ‘A’", '"‘1’"', "'x' `y`"]) expect(flagWords(text)).to.equal(text);
  });
});
