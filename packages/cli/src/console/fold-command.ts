/** Breaks a command line before its flags into lines of at most `width` columns, as a shell takes it. */
export function foldCommand(command: string, { indent, width }: { readonly indent: string; readonly width: number }) {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/)) {
    const last = lines.at(-1);
    // Room for the backslash that goes on.
    if (last === undefined || last.length + part.length + 1 > width - 2)
      lines.push(indent.repeat(lines.length === 0 ? 1 : 2) + part);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines.join(" \\\n");
}
