import { calledNames, checkSelect, sqlLexes } from "@evenodds/data/internal";
import { expect } from "chai";

describe("calledNames", () => {
  const called = (text: string, lexis: "spark" | "trino" = "spark") => [
    ...calledNames(checkSelect(text, sqlLexes[lexis]), sqlLexes[lexis]),
  ];

  it("finds what is called, whatever stands between the name and its bracket", () => {
    for (const text of [
      "SELECT reflect('a', 'b')",
      "SELECT REFLECT ('a')",
      "SELECT `reflect`('a')",
      "SELECT reflect /* no */ ('a')",
      "SELECT reflect -- no\n ('a')",
      "SELECT '--', reflect('a')",
      "SELECT '/*', reflect('a'), '*/'",
      "SELECT `/*`, reflect('a') AS `*/`",
      "SELECT system.builtin.reflect('a')",
    ]) {
      expect(called(text), text).to.include("reflect");
    }
    expect(called('SELECT * FROM TABLE(remote."system"."query"(query => 1))', "trino")).to.include("query");
  });

  it("finds nothing in texts, in comments and in names that are not called", () => {
    for (const text of [
      "SELECT 'reflect(1)'",
      "SELECT reflect FROM t",
      "SELECT 1 -- reflect(1)",
      "SELECT /* reflect(1) */ 1",
      "SELECT `reflect(1)` FROM t",
      "SELECT reflect, (1)",
    ]) {
      expect(called(text), text).not.to.include("reflect");
    }
  });
});
