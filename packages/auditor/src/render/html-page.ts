import { text, type Html } from "./html-table.js";
import { pageStyle } from "./page-style.js";

/** Returns a whole page around `body`. It holds all it needs, runs no script and loads nothing. */
export function htmlPage({ title, body }: { readonly title: string; readonly body: Html }): Html {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
