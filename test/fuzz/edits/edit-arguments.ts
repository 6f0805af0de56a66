import type { Random } from "@evenodds/core";
import { oneOf } from "./edit.js";

/** A flag of a command: its name, whether a value follows, and the values that it lists. */
export interface KnownFlag {
  readonly long: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/**
 * Values for any flag and argument. None is a path outside the folder, and none asks for more work than a moment: a
 * command that does what it was told for an hour would be no finding.
 */
const anyValues: readonly string[] = [
  ...[
    "",
    " ",
    "x",
    "0",
    "1",
    "-1",
    "2",
    "0.5",
    "1.5",
    "1e-320",
    "1e999",
    "NaN",
    "Infinity",
    "0x10",
    "٣",
    "1,2",
    "a,,b",
  ],
  ...["sex", "y", "p", "n", "id", "score", "group", "left", "sex*age", "sex*sex", "age=30,40", "sex=1,,2", "=", "sex="],
  ...[
    "p.csv",
    "c.csv",
    "graph",
    "model.onnx",
    "run",
    "card.yaml",
    "nothing",
    "out",
    "out.csv",
    "out.json",
    "out.parquet",
  ],
  ...["--", "-", "-h", "__proto__", "constructor", "\u001b[2J", "\u202e", "\ud83d\ude00", "a".repeat(3000)],
  ...[
    "select 1",
    "select * from 'p.csv'",
    "select sex, y, p from 'p.csv'",
    "drop table p",
    "select",
    "8GB",
    "1MB",
    "60",
  ],
  ...["method=gcn,eqgnn", "layers=1,2", "1..2", "louvain", "components", "postgres://127.0.0.1:9/nothing"],
];

/** Changes one word of a command line: a flag, a value or an argument goes, comes, or is another. */
export function editArguments(args: readonly string[], random: Random, flags: readonly KnownFlag[]): string[] {
  const edited = [...args];
  const at = random.integer(Math.max(1, edited.length));
  const flag = flags.length === 0 ? undefined : oneOf(flags, random);
  const added = flag === undefined ? [oneOf(anyValues, random)] : [flag.long, ...valueOf(flag, random)];
  switch (random.integer(8)) {
    case 0:
      edited.splice(at, 1);
      return edited;
    case 1:
      edited.splice(at, 0, oneOf(edited, random));
      return edited;
    case 2:
    case 3:
      return [...edited, ...added];
    case 4:
      if (flag !== undefined) edited[at] = flag.long;
      return edited;
    case 5:
      return random.integer(4) === 0 ? [...edited, `${added[0]}=${added[1] ?? ""}`] : edited;
    default:
      edited[at] = oneOf(anyValues, random);
      return edited;
  }
}

function valueOf({ takesValue, choices }: KnownFlag, random: Random): string[] {
  if (!takesValue) return [];
  return [choices.length > 0 && random.integer(2) === 0 ? oneOf(choices, random) : oneOf(anyValues, random)];
}
