import { displayText } from "../display-text.js";

/** Characters of a message that are shown; the report has all of it. */
const longestMessage = 4000;

/**
 * Returns a command of GitHub Actions that makes an annotation, on one line: `::error file=…,title=…::…`. A line break
 * between `lines` is one in the annotation. Control characters become visible and all else is escaped, so that no name
 * from the input begins a command or a property of its own.
 *
 * Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function workflowCommand(
  name: "error" | "warning" | "notice",
  { properties, lines }: { readonly properties: Readonly<Record<string, string>>; readonly lines: readonly string[] },
): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(displayText(value, 200))}`);
  const message = lines.map((line) => displayText(line, longestMessage)).join("\n");
  const shown = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  return `::${name} ${pairs.join(",")}::${escapeData(shown)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
