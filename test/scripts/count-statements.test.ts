import { expect } from "chai";
import { countStatements } from "../../scripts/coverage/count-statements.js";

const source = `import { a } from "./a.js";
export type T = { readonly x: number };
export interface I { readonly y: number }
declare const known: number;
/** A function. */
export function f(x: number): number {
  // Nothing.
  if (x > known) return a(x);
  for (const y of [1, 2]) {
    x += y;
  }
  const z = (w: number) => w + 1;
  return z(x);
}
class C {
  readonly n = 1;
  m(): void {
    throw new Error("no");
  }
}
new C();
`;

describe("countStatements", () => {
  it("counts what does something, by the line on which it starts", () => {
    // Line 8 holds two: the condition and the return. 9, 10, 12, 13, 18 and 21 hold one each.
    expect(countStatements(source, () => true)).to.deep.equal({ all: 8, run: 8 });
    expect(countStatements(source, () => false)).to.deep.equal({ all: 8, run: 0 });
    const asked = new Set<number>();
    countStatements(source, (line) => asked.add(line).size > 0);
    expect([...asked]).to.deep.equal([8, 9, 10, 12, 13, 18, 21]);
    expect(countStatements(source, (line) => line === 8 || line === 18).run).to.equal(3);
  });

  it("finds none in a file of types and names", () => {
    const types = 'export type { A } from "./a.js";\nexport * from "./b.js";\nexport enum E { one }\n';
    expect(countStatements(types, () => true)).to.deep.equal({ all: 0, run: 0 });
  });
});
