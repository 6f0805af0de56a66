import { EvenoddsError, InputError, isEvenoddsError, nearMatches, suggest, UsageError } from "@evenodds/core";
import { expect } from "chai";

describe("EvenoddsError", () => {
  it("says what, expected, found and next step in one line", () => {
    const error = new InputError({ argument: "column\n x", expected: "a", found: "b", hint: "try c" });
    expect(error.message).to.equal("column x: expected a, found b; try c");
    expect([error.name, error.code]).to.deep.equal(["InputError", "input"]);
    expect(error).to.be.instanceOf(EvenoddsError).and.instanceOf(Error);
  });

  it("keeps its parts and its cause", () => {
    const cause = new Error("disk");
    const error = new UsageError({ argument: "--x", expected: "a", found: "b" }, { cause });
    expect(error.complaint.argument).to.equal("--x");
    expect(error.cause).to.equal(cause);
  });
});

describe("isEvenoddsError", () => {
  it("knows the errors of every copy of the package, and no others", async () => {
    const again = "../../packages/core/src/errors.js?copy";
    const copy = (await import(again)) as { InputError: typeof InputError };
    const foreign = new copy.InputError({ argument: "a", expected: "b", found: "c" });
    expect(foreign).not.to.be.instanceOf(InputError);
    expect([foreign, new Error("x"), "x", null].map(isEvenoddsError)).to.deep.equal([true, false, false, false]);
  });
});

describe("nearMatches", () => {
  it("finds typing errors whatever the case, closest first", () => {
    expect(nearMatches("genre", ["gender", "Genre", "age"])).to.deep.equal(["Genre"]);
    expect(nearMatches("gender", ["age", "genders", "gender"])).to.deep.equal(["gender", "genders"]);
  });

  it("finds nothing in names that are unlike", () => {
    expect(nearMatches("country", ["age", "sex"])).to.deep.equal([]);
  });
});

describe("suggest", () => {
  it("offers near matches, else what there is, else says that there is nothing", () => {
    expect(suggest("countr", ["country"])).to.equal('did you mean "country"?');
    expect(suggest("zzz", ["a", "b"])).to.equal('there is "a", "b"');
    expect(suggest("zzz", [])).to.equal("there is nothing to choose from");
    expect(suggest("zzz", Array.from("abcdefghij"))).to.match(/"h" and 2 more$/);
  });
});
