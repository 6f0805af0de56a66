import { arrangeGroups } from "./arrange-groups.js";
import { sideBySide, type NamedReport } from "./side-by-side.js";
import { pieceHtml, sectionHtml, verdictBox } from "./render-html.js";
import { htmlPage } from "./html-page.js";
import { text } from "./html-table.js";
import { attributeSection } from "./sections/attribute-section.js";
import { describeAudit, originPiece } from "./sections/describe-audit.js";
import { numberColumn, tablePiece, textColumn, type Piece, type Section } from "./sections/section.js";

/**
 * Returns several audits of one attribute as one page: a table that sets them side by side, then for each model its
 * verdict and everything about the attribute, then where each report comes from. `introduction` says what is compared.
 */
export function renderSideBySideHtml(
  reports: readonly NamedReport[],
  {
    attribute,
    title,
    introduction,
  }: { readonly attribute: string; readonly title: string; readonly introduction: string },
): string {
  const table = tablePiece({
    caption: ["Side by side, by ", { name: attribute }],
    columns: [textColumn("figure"), ...reports.map(({ name }) => numberColumn([{ name }]))],
    rows: sideBySide(reports, attribute).map(({ term, values }) => [term, ...values]),
  });
  const part = (section: Section) => `<section>\n${sectionHtml(section, 2)}\n</section>`;
  const list = (items: readonly string[]): Piece => ({ kind: "list", items });
  const models = reports.flatMap(({ name, report: given }) => {
    const report = arrangeGroups(given);
    const { warnings } = report;
    const pieces = warnings.length === 0 ? [] : [list(warnings.map(({ message }) => message))];
    return [
      sectionHtml({ title: [{ name }], pieces: [] }, 2),
      verdictBox({ ...describeAudit(report), gates: [], asides: [] }),
      ...pieces.map((piece) => pieceHtml(piece, 2)),
      part(
        attributeSection(
          report.attributes.find((one) => one.name === attribute)!,
          report,
        ),
      ),
    ];
  });
  const notes = [...new Set(reports.flatMap(({ report }) => report.notes))];
  const body = [
    `<p class="kicker">Equalized odds audit</p>`,
    `<h1>${text(title)}</h1>`,
    pieceHtml({ kind: "text", text: introduction, isLead: true }, 2),
    pieceHtml(table, 2),
    ...models,
    part({ title: "What to keep in mind", pieces: [list(notes)] }),
    part({
      title: "Origin",
      pieces: reports.map(({ name, report }) => originPiece(report, ["Where the report on ", { name }, " comes from"])),
    }),
  ].join("\n");
  return htmlPage({ title, body });
}
