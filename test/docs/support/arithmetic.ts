import { expect } from "chai";

/** An equation of a page: two sides as they stand there, `exact` for "=", rounded for "≈". */
export interface Equation {
  readonly left: string;
  readonly right: string;
  readonly exact: boolean;
}

/** Returns every "a = b" and "a ≈ b" whose sides are numbers; of a chain "a = b = c" each neighbouring pair. */
export function equations(text: string): Equation[] {
  return text.split(/[^\d\s.+−·/()²=≈]|\.(?=\s|$)/).flatMap((piece) => {
    const [first, ...rest] = piece.split(/(?=[=≈])/);
    let left = first!.trim();
    return rest.flatMap((part) => {
      const equation = { left, right: part.slice(1).trim(), exact: part.startsWith("=") };
      left = equation.right;
      return equation.left === "" || equation.right === "" ? [] : [equation];
    });
  });
}

/** Returns the value of numbers joined by + − · / ( ) and ². Throws where the text is anything else. */
export function evaluate(text: string): number {
  const tokens = text.match(/\d+(\.\d+)?|\S/g) ?? [];
  let at = 0;
  const factor = (): number => {
    const token = tokens[at++];
    let value: number;
    if (token === "−") value = -factor();
    else if (token === "(") {
      value = sum();
      if (tokens[at++] !== ")") throw new Error(`no closing bracket in ${JSON.stringify(text)}`);
    } else if (token !== undefined && /^\d/.test(token)) value = Number(token);
    else throw new Error(`no number in ${JSON.stringify(text)}`);
    for (; tokens[at] === "²"; at++) value *= value;
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === "·" || tokens[at] === "/") value = tokens[at++] === "·" ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "−")
      value = tokens[at++] === "+" ? value + product() : value - product();
    return value;
  };
  const value = sum();
  if (at < tokens.length) throw new Error(`not an equation: ${JSON.stringify(text)}`);
  return value;
}

/** Half of the last decimal place of a number as it is written. */
export function rounding(text: string): number {
  return 0.5 * 10 ** -(text.split(".")[1]?.length ?? 0) + 1e-12;
}

/** Expects a number of the page to be the computed one, rounded as it is written there, to four decimals at most. */
export function expectStated(text: string, value: number | null): void {
  expect(Number(text), text).to.be.closeTo(value!, Math.min(rounding(text), 5e-5 + 1e-12));
}
