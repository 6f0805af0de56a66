/** A command as GitHub's runner understands it. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/**
 * Returns the commands that GitHub's runner obeys in the output of a step, by its own rules: `::name key=value,…::data`
 * behind blanks at the start of a line, and the older `##[name key=value;…]data` anywhere in it. It reads both streams.
 */
export function runnerCommands(output: string): RunnerCommand[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => ofLine(line) ?? ofOldLine(line) ?? []);
}

const names = ["error", "warning", "notice", "add-mask", "stop-commands", "set-output", "debug", "group"];

function ofLine(line: string): RunnerCommand | undefined {
  const text = line.trimStart();
  const end = text.startsWith("::") ? text.indexOf("::", 2) : -1;
  if (end < 0) return undefined;
  const info = text.slice(2, end);
  const blank = info.indexOf(" ");
  const name = blank < 0 ? info : info.slice(0, blank);
  if (!names.includes(name)) return undefined;
  const properties = blank < 0 ? [] : pairs(info.slice(blank + 1).trim(), ",");
  return {
    name,
    properties: Object.fromEntries(properties.map(([key, value]) => [key, unescaped(value, ["%3A:", "%2C,"])])),
    data: unescaped(text.slice(end + 2), []),
  };
}

function ofOldLine(line: string): RunnerCommand | undefined {
  const [, info, data] = /##\[([^\]]*)\](.*)$/.exec(line) ?? [];
  const [name, ...rest] = (info ?? "").split(" ");
  if (data === undefined || !names.includes(name!)) return undefined;
  return { name: name!, properties: Object.fromEntries(pairs(rest.join(" "), ";")), data };
}

function pairs(text: string, separator: string): [string, string][] {
  return text.split(separator).flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
  });
}

/** The runner takes `%25` back last. */
function unescaped(text: string, more: readonly string[]): string {
  return ["%0D\r", "%0A\n", ...more, "%25%"].reduce(
    (one, escape) => one.replaceAll(escape.slice(0, 3), escape.slice(3)),
    text,
  );
}
