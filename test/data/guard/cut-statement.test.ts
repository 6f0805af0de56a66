import { cutStatement } from "@evenodds/data/internal";
import { expect } from "chai";

describe("cutStatement", () => {
  for (const [sql, statement, rest] of [
    ["SELECT 1", "SELECT 1", ""],
    [" SELECT 1 ;\n", "SELECT 1", "\n"],
    ["a; b; c", "a", " b; c"],
    ["SELECT ';', \";\", 'it''s;' ; b", "SELECT ';', \";\", 'it''s;'", " b"],
    ["SELECT E'\\';', e'\\\\'; b", "SELECT E'\\';', e'\\\\'", " b"],
    ["SELECT 1 -- ; no\n; b", "SELECT 1 -- ; no", " b"],
    ["SELECT 1 /* ; /* ; */ ; */; b", "SELECT 1 /* ; /* ; */ ; */", " b"],
    ["SELECT $$;$$, $a$ ; $$ ; $a$; b", "SELECT $$;$$, $a$ ; $$ ; $a$", " b"],
    ["SELECT 1 /* ; never ends", "SELECT 1 /* ; never ends", ""],
  ] as const) {
    it(`cuts ${JSON.stringify(sql)}`, () => {
      expect(cutStatement(sql)).to.deep.equal({ statement, rest });
    });
  }
});
