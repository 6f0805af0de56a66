/** Returns what a server says, on one line and no longer than somebody reads. */
export function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length <= 500 ? line : `${line.slice(0, 500)}…`;
}
