/**
 * Returns text from the input in a form that is safe to show on one line: control characters (line breaks and terminal
 * escapes among them), code points that are not characters, and invisible characters that reorder or hide text become
 * their visible code, `\u{1b}`: HTML and XML can hold the others only. Text longer than `limit` characters is cut, with
 * `…` at its end. Markup is left alone: every format escapes its own. Empty text becomes `(empty)`.
 */
export function displayText(text: string, limit = 1000): string {
  if (text.trim() === "") return "(empty)";
  if (text.length <= limit && !unsafe.test(text)) return text;
  const characters = [...text];
  const kept = characters.length > limit ? [...characters.slice(0, limit - 1), "…"] : characters;
  return kept.map((character) => (unsafe.test(character) ? codeOf(character) : character)).join("");
}

/**
 * Returns text with every control and invisible format character as its visible code, line breaks too, whatever its
 * length; doing it twice changes nothing.
 */
export function showControls(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, codeOf) : text;
}

/**
 * Returns JSON of a value, indented by two blanks, with a line break at its end. Names in it may hold characters that a
 * terminal obeys or that reorder text, and `JSON.stringify` escapes only some: all become `\u009b`, which every
 * reader takes back. So does a `#` of `##[error]`, which systems that run checks obey.
 */
export function jsonText(value: unknown, replacer?: Replacer): string {
  return [...jsonPieces(value, replacer)].join("");
}

/** As that of `JSON.stringify`. */
type Replacer = (key: string, value: unknown) => unknown;

/** Levels of lists and objects that are taken apart: the cells of an attribute of a report are the fourth. */
const levelsApart = 4;

/** Characters of a piece, about. */
const pieceLength = 2 ** 16;

/** {@link jsonText} in pieces, for values whose text is longer than a text can be (half a billion characters). */
export function* jsonPieces(value: unknown, replacer: Replacer = (_, own) => own): Generator<string, void, undefined> {
  let piece = "";
  for (const part of jsonParts(replacer("", value), { replacer, level: 0 })) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield escapeUnsafe(piece);
    piece = "";
  }
  yield `${escapeUnsafe(piece)}\n`;
}

function* jsonParts(
  value: unknown,
  { replacer, level }: { readonly replacer: Replacer; readonly level: number },
): Generator<string, void, undefined> {
  const indent = "  ".repeat(level);
  if (typeof value !== "object" || value === null || "toJSON" in value || level === levelsApart) {
    // What is apart has been through the replacer, which leaves numbers and texts as they are.
    yield JSON.stringify(value, replacer, 2).replaceAll("\n", `\n${indent}`);
    return;
  }
  const isList = Array.isArray(value);
  let isFirst = true;
  for (const [key, own] of Object.entries(value)) {
    const kept = replacer(key, own);
    if (kept === undefined && !isList) continue;
    yield `${isFirst ? (isList ? "[" : "{") : ","}\n${indent}  ${isList ? "" : `${JSON.stringify(key)}: `}`;
    isFirst = false;
    yield* jsonParts(kept ?? null, { replacer, level: level + 1 });
  }
  yield isFirst ? (isList ? "[]" : "{}") : `\n${indent}${isList ? "]" : "}"}`;
}

function escapeUnsafe(json: string): string {
  return json.replace(everyUnsafeButBreaks, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hexOf(character.charCodeAt(at))}`).join(""),
  );
}

function hexOf(unit: number): string {
  return unit.toString(16).padStart(4, "0");
}

/**
 * Controls, lone surrogates, line and paragraph separators, invisible format characters such as bidi overrides, and
 * noncharacters such as U+FFFE.
 */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Noncharacter_Code_Point}]/u;
const everyUnsafe = new RegExp(unsafe.source, "gu");
const everyUnsafeButBreaks = new RegExp(`(?!\\n)${unsafe.source}|(?<=#)#(?=\\w*\\[)`, "gu");

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
