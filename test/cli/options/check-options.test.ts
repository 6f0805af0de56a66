import {
  auditSubjects,
  auditOptions,
  checkOptions,
  DescribedCommand,
  nameSubjects,
  specOf,
  type AuditSubject,
  type CommandTable,
} from "@evenodds/cli/internal";
import { expect } from "chai";
import { auditExamples, auditValues } from "../../support/audit-options.js";

const subjects = Object.keys(auditSubjects) as AuditSubject[];

/** What is thrown for a command line, undefined for one that is taken. */
async function refusal(table: CommandTable, args: readonly string[], subject?: string): Promise<string | undefined> {
  const command = new DescribedCommand(table).exitOverride().configureOutput({ writeErr: () => undefined });
  command.action(() => (subject === undefined ? undefined : checkOptions(command, [subject])));
  try {
    await command.parseAsync([...args], { from: "user" });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("checkOptions", () => {
  it("takes the example of every subject of an audit", async () => {
    for (const subject of subjects) {
      expect(await refusal(auditOptions, auditExamples[subject], subject), subject).to.equal(undefined);
    }
  });

  for (const subject of subjects) {
    it(`refuses what says nothing about ${auditSubjects[subject]}, its default value too, and takes the rest`, async () => {
      for (const { flags, subjects: legal, choices = [], standard } of auditOptions.options) {
        const flag = flags.split(" ")[0]!;
        const example = auditExamples[subject];
        if (example.includes(flag)) continue;
        const values = [
          auditValues[flag],
          ...choices,
          ...(typeof standard === "string" || typeof standard === "number" ? [`${standard}`] : []),
        ];
        for (const value of flags.includes("<") ? values : [undefined]) {
          const args = [...example, flag, ...(value === undefined ? [] : [value])];
          const message = await refusal(auditOptions, args, subject);
          if (legal !== undefined && !legal.includes(subject)) {
            expect(message, args.join(" ")).to.be.a("string");
            if (!message!.startsWith(`${flag}:`)) continue;
            expect(message).to.match(
              /expected (an option of an audit of .*, found one that is meant for .*; \w|one database, found )/,
            );
          } else if (message !== undefined) {
            expect(message, args.join(" ")).to.match(
              /beside it|one table|one database|one of the two|a table of predictions and a model/,
            );
          }
        }
      }
    });
  }

  it("asks only for options that the subject has", async () => {
    for (const subject of subjects) {
      for (const { flags, needs = [], subjects: legal = subjects } of auditOptions.options) {
        const flag = flags.split(" ")[0]!;
        const example = auditExamples[subject].filter((_, i, all) => all[i] !== "--label" && all[i - 1] !== "--label");
        if (needs.length === 0 || !legal.includes(subject) || example.includes(flag)) continue;
        const value = flags.includes("<") ? [auditValues[flag]!] : [];
        const message = await refusal(auditOptions, [...example, flag, ...value], subject);
        for (const [asked] of (message ?? "")
          .split(": ")
          .slice(1)
          .join(": ")
          .matchAll(/--[a-z-]+/g)) {
          expect(specOf(auditOptions, asked).subjects ?? subjects, `${subject}: ${message}`).to.include(subject);
        }
      }
    }
  });

  it("names what the subject is, what the option is for, and what to do instead", async () => {
    for (const [args, message] of [
      [["--counts", "c.csv", "--attributes", "at.csv"], /--attributes: .*audit of a table of counts, .*joined tables/],
      [["--predictions", "c.csv", "--count-column", "n"], /--count-column: .*a table of counts; name .*--counts/],
      [["--sql", "select 1", "--attributes", "at.csv"], /--attributes: .*an audit of a query in DuckDB/],
      [["--predictions", "p.csv", "--id", "x", "--unmatched", "exclude"], /--id: .*--attributes or --labels/],
      [["--predictions", "p.csv", "--prediction", "p", "--negative", "x"], /--negative: expected --score beside it/],
      [["--predictions", "p.csv", "--regression", "--split", "test"], /--split: .*meant for a model on a graph; /],
      [["--predictions", "p.csv", "--regression", "--max-gap", "0.1"], /--max-gap: .*--max-error-gap/],
      [["model.onnx", "graph", "--cluster", "communities", "--resolution", "2"], /found --cluster communities; /],
      [["--predictions", "p.csv", "--rule", "evidence"], /--rule: expected --max-gap beside it/],
      [["--predictions", "p.csv", "--label", "y", "--seed", "4", "--draws", "0"], /--seed: .*--draws 0 beside it; /],
      [
        ["--predictions", "p.csv", "--label", "y", "--draws", "9", "--weight", "w"],
        /--draws: expected --cluster beside it, .*; without it --draws changes nothing beside --weight; add --cluster/,
      ],
      [["--sql", "select 1", "--label", "y", "--seed", "9", "--weight", "w"], /--seed: expected --cluster beside it/],
      [["model.onnx", "graph", "--draws", "0", "--seed", "0"], /--seed: .*found --draws 0 beside it; leave one out/],
      [["--predictions", "p.csv", "--on-inconclusive", "warn"], /expected --max-gap beside it, .*; add --max-gap, or/],
      [
        ["--predictions", "p.csv", "--regression", "--on-inconclusive", "warn"],
        /expected --max-error-gap beside it, .*; add --max-error-gap, or/,
      ],
    ] as const) {
      const kind = args[0] === "model.onnx" ? "classifier" : undefined;
      expect(await refusal(auditOptions, args, kind), args.join(" ")).to.match(message);
    }
  });
});

describe("nameSubjects", () => {
  it("takes the fewest names", () => {
    const name = (...names: AuditSubject[]) => nameSubjects(auditOptions, names);
    expect(name("counts")).to.equal("a table of counts");
    expect(name("classifier", "regression")).to.equal("a model on a graph");
    expect(name("joined", "regression-joined", "counts")).to.equal("joined tables or a table of counts");
    expect(nameSubjects(auditOptions, subjects)).to.equal("a table or a model on a graph");
    expect(nameSubjects(auditOptions, specOf(auditOptions, "--max-gap").subjects!)).to.equal("a classifier");
  });
});

describe("DescribedCommand", () => {
  const table: CommandTable = {
    name: "try",
    summary: "try",
    examples: ["evenodds try"],
    arguments: [{ name: "[file]", help: "file" }],
    options: [
      { flags: "--name <text>", help: "a text" },
      {
        flags: "--list <texts>",
        help: "texts",
        repeats: true,
        parse: (text: string, before: string[] = []) => [...before, text],
      },
      { flags: "--count <number>", help: "a number", parse: Number, standard: 3 },
      { flags: "--loud", help: "aloud", conflicts: ["--no-loud"] },
      { flags: "--no-loud", help: "not" },
    ],
  };

  it("refuses a second value where there is one, an empty one, and a flag in the place of one", async () => {
    for (const [args, message] of [
      [["--name", "a", "--name", "b"], /--name: expected one value, found "a" and "b"; give it once/],
      [["--name", "a", "--name", "a"], /--name: expected one value/],
      [["--count", "3", "--count", "4"], /--count: expected one value/],
      [["--name", ""], /must not be empty/],
      [["--name", "  "], /must not be empty/],
      [["", "--name", "a"], /must not be empty/],
      [["--name", "--loud"], /a flag itself: write --name=--loud/],
      [["--name", "--count=3"], /a flag itself/],
      [["--list", "--name"], /a flag itself/],
    ] as const) {
      expect(await refusal(table, args), args.join(" ")).to.match(message);
    }
  });

  it("takes several values of what repeats, a name like a flag behind an equals sign, and one flag twice", async () => {
    for (const args of [
      ["--list", "a", "--list", "a"],
      ["--name=--loud"],
      ["--name", "--other"],
      ["--loud", "--loud"],
    ]) {
      expect(await refusal(table, args), args.join(" ")).to.equal(undefined);
    }
  });
});
