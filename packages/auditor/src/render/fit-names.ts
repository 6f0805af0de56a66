import { displayText, textWidth } from "./display-text.js";

/** Columns of a name that reports with room for it show. */
export const longestName = 120;

/**
 * Returns how names of one table or chart are shown in `width` columns each (at least 8): as they are where they fit,
 * else with `…` in their middle, because names often differ at their ends only. Different names are never shown alike:
 * all are cut at another place where that tells them apart, else they get a number, `Depart…rs (2)`.
 */
export function fitNames(names: readonly string[], width: number): ReadonlyMap<string, string> {
  const all = [...new Set(names)].map((raw) => ({ raw, text: displayText(raw, Infinity) }));
  const long = all.filter(({ text }) => isWider(text, width));
  const shown = new Map<string, string>();
  const taken = new Set<string>();
  const keep = (raw: string, text: string) => {
    shown.set(raw, text);
    taken.add(text);
  };
  for (const { raw, text } of all) {
    // Two names can be the same text where one has a control character and the other its code.
    if (!isWider(text, width) && !taken.has(text)) keep(raw, text);
  }
  const heads = headWidths(width - 1);
  const head = heads.find((own) =>
    areNew(
      long.map(({ text }) => cutMiddle(text, { width, head: own })),
      taken,
    ),
  );
  for (const { raw, text } of all) {
    if (shown.has(raw)) continue;
    let cut = cutMiddle(text, { width, head: head ?? heads[0]! });
    for (let number = 2; taken.has(cut); number++) {
      const mark = ` (${number})`;
      const room = width - mark.length;
      cut = cutMiddle(text, { width: room, head: Math.ceil((room - 1) / 2) }) + mark;
    }
    keep(raw, cut);
  }
  return shown;
}

/** Columns before the `…`: half of the room first, then ever more or fewer. */
function headWidths(room: number): number[] {
  const half = Math.ceil(room / 2);
  return Array.from({ length: room + 1 }, (_, head) => head).sort((a, b) => Math.abs(a - half) - Math.abs(b - half));
}

function areNew(texts: readonly string[], taken: ReadonlySet<string>): boolean {
  return new Set(texts).size === texts.length && !texts.some((text) => taken.has(text));
}

function isWider(text: string, width: number): boolean {
  // No character takes more than two columns.
  return 2 * text.length > width && textWidth(text) > width;
}

/** Cuts a text that is wider than `width`, with `…` after `head` columns at most. */
function cutMiddle(text: string, { width, head }: { readonly width: number; readonly head: number }): string {
  if (!isWider(text, width)) return text;
  const characters = [...text];
  const start = leading(characters, head);
  const end = leading(characters.slice(start.length).reverse(), width - 1 - head).reverse();
  // A mark that has lost its letter would go onto the sign.
  while (end.length > 0 && textWidth(end[0]!) === 0) end.shift();
  return `${start.join("")}…${end.join("")}`;
}

function leading(characters: readonly string[], width: number): string[] {
  let left = width;
  const end = characters.findIndex((character) => (left -= textWidth(character)) < 0);
  return characters.slice(0, end < 0 ? characters.length : end);
}
