import { createHash } from "node:crypto";
import { text, type Html } from "./html-table.js";
import { pageScript } from "./page-script.js";

/**
 * Returns a whole page around `body`. It holds all it needs and loads nothing; its policy lets a browser run one script
 * only, known by its hash, that sorts and filters tables, so that text from the input can never run.
 */
export function htmlPage({ title, body }: { readonly title: string; readonly body: Html }): Html {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'">
<title>${text(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${body}
</main>
<script>${pageScript}</script>
</body>
</html>
`;
}

const scriptHash = `sha256-${createHash("sha256").update(pageScript).digest("base64")}`;

/** The style sheet of the HTML report: no external resources, light and dark, readable on a telephone and on paper. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f6f7f9; --ink: #1b1f24; --muted: #5d6673; --line: #d9dee5;
  --group: #3b6ea8; --highest: #0f7b6c; --lowest: #b4540a; --limit: #b3261e;
  --pass: #1a7f37; --violated: #b3261e; --unsure: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --panel: #1d2127; --ink: #e6e9ee; --muted: #9aa4b1; --line: #343b45;
    --group: #7fb0e6; --highest: #4fc3b0; --lowest: #f0a35e; --limit: #ff8a80;
    --pass: #5cc77b; --violated: #ff8a80; --unsure: #e3b341;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
h1 { font-size: 1.6rem; margin: 0 0 1.25rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 2rem 0 0.5rem; }
p { margin: 0.5rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.kicker { margin: 0; color: var(--muted); font-size: 0.85rem; letter-spacing: 0.02em; }
.muted { color: var(--muted); font-size: 0.9rem; }
.lead { font-size: 1.12rem; }
.verdict { --tone: var(--unsure); padding: 1rem 1.25rem; border-left: 6px solid var(--tone); background: var(--panel); border-radius: 0 8px 8px 0; }
.verdict.pass { --tone: var(--pass); }
.verdict.violated { --tone: var(--violated); }
.verdict p { margin: 0; }
.verdict p + p { margin-top: 0.5rem; }
.verdict .aside { margin-top: 0.5rem; color: var(--muted); font-size: 0.9rem; }
.verdict strong { color: var(--tone); font-size: 1.35rem; letter-spacing: 0.03em; margin-right: 0.5rem; }
.verdict ul { margin: 0.6rem 0 0; padding: 0; list-style: none; }
.verdict li { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); margin: 0.2rem 0; overflow-wrap: anywhere; }
.tag { font-weight: 600; color: var(--unsure); }
.tag.pass { color: var(--pass); }
.tag.violated { color: var(--violated); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: 0.75rem; margin: 1.25rem 0; }
.figures div { padding: 0.75rem 0.9rem; background: var(--panel); border-radius: 8px; }
.figures dt { color: var(--muted); font-size: 0.85rem; }
.figures dd { margin: 0; overflow-wrap: anywhere; }
.figures .value { font-size: 1.3rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures .note { color: var(--muted); font-size: 0.82rem; line-height: 1.4; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; }
figure { margin: 0; padding: 0.75rem 0.75rem 0.5rem; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
figure.worst { border-color: var(--ink); }
figcaption { font-size: 0.92rem; margin-bottom: 0.4rem; overflow-wrap: anywhere; }
figcaption b { font-weight: 650; }
figure svg { display: block; width: 100%; height: auto; }
figure.wide { margin: 1.25rem 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 0 1.25rem; align-items: center; }
figure.history { margin: 1rem 0; }
figure.wide svg { max-width: 36rem; }
.key { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 50%; margin: 0 0.3em 0 0.8em; }
.key.highest { background: var(--highest); }
.key.lowest { background: var(--lowest); }
.scroll { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; min-width: min(100%, 30rem); font-size: 0.9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.4rem 0; overflow-wrap: anywhere; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1.4rem 0.4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 600; font-size: 0.82rem; vertical-align: bottom; }
th button { all: unset; cursor: pointer; }
th button:hover { text-decoration: underline; }
th button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
th[aria-sort="ascending"] button::after { content: " \\25B2" / ""; }
th[aria-sort="descending"] button::after { content: " \\25BC" / ""; }
.filter { display: block; margin: 0.75rem 0 -0.5rem; color: var(--muted); font-size: 0.85rem; }
.filter input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--muted); border-radius: 4px; padding: 0.15rem 0.4rem; width: 12rem; max-width: 100%; }
tbody th, tfoot th { font-weight: 500; min-width: 7.5rem; max-width: 18rem; overflow-wrap: anywhere; }
td { overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; overflow-wrap: normal; }
.rate { white-space: nowrap; }
tbody small, tfoot small { display: block; color: var(--muted); }
.undefined small { white-space: normal; width: max-content; max-width: 12rem; }
.number.undefined small { margin-left: auto; }
.right .main { font-weight: 650; }
.undefined { color: var(--muted); font-style: italic; white-space: nowrap; }
details { margin: 1.25rem 0; }
summary { cursor: pointer; font-weight: 600; }
li { margin: 0.35rem 0; overflow-wrap: anywhere; }
@media print {
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; display: block; }
  details:not([open]) > :not(summary) { display: block; }
  .key { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .verdict, .figures div { border: 1px solid var(--line); }
  .verdict { border-left: 6px solid var(--tone); }
  .scroll { overflow: visible; }
  label.filter { display: none !important; }
  tr[hidden] { display: table-row; }
  tfoot { display: table-row-group; }
  h1, h2, h3, caption, summary, figcaption, .lead { break-after: avoid; }
  thead { display: table-header-group; }
  .verdict, .figures div, figure, tr, li, .lead { break-inside: avoid; }
  h2 + p, h3 + p { break-after: avoid; }
  p { orphans: 3; widows: 3; }
}
`;
