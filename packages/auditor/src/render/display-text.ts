/**
 * Returns text from the input in a form that is safe to show on one line: control characters (line breaks and terminal
 * escapes among them) and invisible characters that reorder or hide text become their visible code, `\u{1b}`; text longer
 * than `limit` characters is cut, with `…` at its end. Markup is left alone: every format escapes its own. Empty text
 * becomes `(empty)`.
 */
export function displayText(text: string, limit = 1000): string {
  if (text.trim() === "") return "(empty)";
  if (text.length <= limit && !unsafe.test(text)) return text;
  const characters = [...text];
  const kept = characters.length > limit ? [...characters.slice(0, limit - 1), "…"] : characters;
  return kept.map((character) => (unsafe.test(character) ? codeOf(character) : character)).join("");
}

/** Controls, lone surrogates, line and paragraph separators, and invisible format characters such as bidi overrides. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}]/u;

function codeOf(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** Returns how many columns of a terminal a text takes: combining marks none, East Asian and emoji characters two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** Cuts a text that is wider than `width` columns, with `…` at its end. */
export function fitWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = "";
  for (const character of text) {
    if (textWidth(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
