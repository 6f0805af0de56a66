import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository, without a slash at its end. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

const skipped = new Set(["node_modules", "dist", "out", "runs"]);

/** Returns the text of a page, by its path from the root. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Returns every Markdown file of the repository, as paths from the root. */
export function allPages(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && !skipped.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return allPages(path);
      return entry.name.endsWith(".md") ? [relative(root, path)] : [];
    });
}

/** Returns the fenced code blocks of a language, in order. */
export function codeBlocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].filter((block) => block[1] === language).map((b) => b[2]!);
}

/** Returns a page without its fenced code blocks. */
export function prose(page: string): string {
  return page.replace(/^```[\s\S]*?^```$/gm, "");
}

/** Returns the anchors that GitHub gives to the headings of a page. */
export function anchors(page: string): Set<string> {
  return new Set(
    [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .trim()
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\- _]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Returns the part of a page under a heading, up to the next heading of that level or a higher one. */
export function section(page: string, heading: string): string {
  const [, level] = new RegExp(`^(#+) ${heading}$`, "m").exec(page) ?? [];
  if (level === undefined) return "";
  const rest = page.slice(page.indexOf(`${level} ${heading}\n`) + level.length + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level.length}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Returns the rows of all tables in a text as lists of trimmed cells, without the lines under headers. */
export function tableRows(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf("|"))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}
