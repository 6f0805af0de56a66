import type { Random } from "@evenodds/core";

/** A delimited text file and what its maker did to it. */
export interface NastyFile {
  readonly text: string;
  readonly delimiter: string;
  readonly header: boolean;
}

const delimiters = [",", ",", ",", ";", "\t", "|", ":", " "];
const lineEnds = ["\n", "\n", "\r\n", "\r"];
const pieces = [
  "a",
  "b",
  "0",
  "1",
  "17",
  "-3.5",
  "é",
  "漢",
  "😀",
  "#",
  "'",
  "\\",
  "\0",
  "NULL",
  "nan",
  "x y",
  "\u2028",
  "%",
];
const hostile = ['"', '""', '"x"', ",", ";", "\t", "|", " ", "\n", "\r\n", "\r", "a\nb", '"\n', '",', '\\"'];

/** Returns the file with this number of a stream of random numbers: well-formed, well-formed with a slip, or noise. */
export function nastyFile(random: Random): NastyFile {
  const one = <T>(list: readonly T[]): T => list[below(random, list.length)]!;
  const delimiter = one(delimiters);
  const header = random.uniform() < 0.5;
  const kind = random.uniform();
  const lineEnd = one(lineEnds);
  const mark = random.uniform() < 0.1 ? "\ufeff" : "";
  if (kind < 0.25) return { text: mark + noise(random, delimiter, lineEnd), delimiter, header };
  const columns = 1 + below(random, 5);
  const rows = below(random, 12);
  const quoting = one(["all", "needed", "some"] as const);
  const records = Array.from({ length: rows + Number(header) }, () =>
    Array.from({ length: columns }, () =>
      quoted(value(random), { delimiter, quoting, random, alone: columns === 1 }),
    ).join(delimiter),
  );
  const blank = () => (random.uniform() < 0.05 ? lineEnd : "");
  const body = records.map((record) => blank() + record + lineEnd).join("") + blank();
  const whole = mark + (random.uniform() < 0.3 && body.endsWith(lineEnd) ? body.slice(0, -lineEnd.length) : body);
  return { text: kind < 0.75 ? whole : slipped(whole, random), delimiter, header };
}

function below(random: Random, limit: number): number {
  return Math.floor(random.uniform() * limit);
}

function value(random: Random): string {
  const chosen = Array.from({ length: below(random, 4) }, () =>
    random.uniform() < 0.25 ? hostile[below(random, hostile.length)]! : pieces[below(random, pieces.length)]!,
  );
  return chosen.join("");
}

function quoted(
  text: string,
  options: {
    readonly delimiter: string;
    readonly quoting: "all" | "needed" | "some";
    readonly random: Random;
    readonly alone: boolean;
  },
): string {
  const { delimiter, quoting, random, alone } = options;
  const needed = /["\r\n]/.test(text) || text.includes(delimiter) || (alone && text === "");
  const wanted = quoting === "all" || needed || (quoting === "some" && random.uniform() < 0.5);
  return wanted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One letter more, less or twice. */
function slipped(text: string, random: Random): string {
  const at = below(random, text.length + 1);
  const choice = random.uniform();
  if (choice < 0.4) return text.slice(0, at) + text.slice(at + 1);
  const more = choice < 0.7 ? hostile[below(random, hostile.length)]! : text.slice(at, at + 1);
  return text.slice(0, at) + more + text.slice(at);
}

function noise(random: Random, delimiter: string, lineEnd: string): string {
  const letters = ["a", "b", '"', '"', delimiter, delimiter, lineEnd, lineEnd, " ", "1"];
  return Array.from({ length: below(random, 30) }, () => letters[below(random, letters.length)]!).join("");
}
