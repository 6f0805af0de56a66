import { auditSubjects, auditOptions, type AuditSubject } from "@evenodds/cli/internal";
import { expect } from "chai";
import { readPage, section, tableRows } from "./support/pages.js";

const subjects = Object.keys(auditSubjects) as AuditSubject[];
const page = section(readPage("docs/cli.md"), "Which flags an audit takes");

describe("docs/cli.md, which flags an audit takes", () => {
  it("has every subject by its name", () => {
    const [, ...named] = tableRows(page).filter(([, , third]) => third === undefined);
    expect(named.map(([, title]) => title)).to.deep.equal(Object.values(auditSubjects));
  });

  it("says for every flag which subjects take it and what it needs, as the table of options has it", () => {
    const [head, ...rows] = tableRows(page).filter(([, , third]) => third !== undefined);
    expect(head).to.have.length(subjects.length + 2);
    expect(rows).to.deep.equal(
      auditOptions.options.map(({ flags, subjects: legal = subjects, needs = [] }) => [
        `\`${flags.split(" ")[0]}\``,
        ...subjects.map((subject) => (legal.includes(subject) ? "✓" : "")),
        needs
          .filter(({ beside }) => beside === undefined)
          .map(({ anyOf }) => anyOf.map((one) => `\`${one}\``).join(" or "))
          .join(", "),
      ]),
    );
  });
});
