import type { Builder } from "junit-report-builder";

/** Loads the library when it is needed: only few audits write this file, and loading takes a fifth of a second. */
export async function loadBuilder(): Promise<Builder> {
  // Its types describe a module that Node wraps once more, bundlers do not, and Node itself unwraps.
  const loaded: { readonly default: Builder | { readonly default: Builder } } = await import("junit-report-builder");
  return "newBuilder" in loaded.default ? loaded.default : loaded.default.default;
}

/** Returns the text of a file as Jenkins' schema has it: without the number of skipped cases of all suites. */
export function junitText(root: Builder): string {
  // Names in attributes may hold `>`.
  return `${root.build().replace(/(<testsuites(?: \w+="[^"]*")*?) skipped="\d+"/, "$1")}\n`;
}

/** What ends a CDATA section becomes visible as its code: the library gets only the first one of a text right. */
export function characterData(text: string): string {
  return text.replaceAll("]]>", "]]\\u{3e}");
}
