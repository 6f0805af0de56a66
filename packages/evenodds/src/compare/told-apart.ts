import { resolve, sep } from "node:path";

/**
 * Returns what two files are called beside each other: their names, with as many folders as it takes to tell them
 * apart. One file is called by its name in both places.
 */
export function toldApart(a: string, b: string): { readonly a: string; readonly b: string } {
  const [first, second] = [a, b].map((path) => resolve(path).split(sep)) as [string[], string[]];
  const last = (parts: readonly string[], count: number) => parts.slice(-count).join("/");
  let count = 1;
  if (resolve(a) !== resolve(b)) while (last(first, count) === last(second, count)) count++;
  return { a: last(first, count), b: last(second, count) };
}
