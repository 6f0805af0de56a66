import type { Random } from "@evenodds/core";
import { oneOf, type Edit } from "./edit.js";
import { oddTexts } from "./odd-values.js";

/** Changes one word, one line or one stretch of a text; bytes that are not UTF-8 stay as they are around it. */
export const editText: Edit = (bytes, random, others) => {
  const text = Buffer.from(bytes).toString("latin1");
  const put = (value: string) => Buffer.from(value, "utf8").toString("latin1");
  const edited = random.integer(2) === 0 ? editWord(text, random, put) : editLine(text, { random, put, others });
  return Buffer.from(edited, "latin1");
};

/** A word is what stands between blanks and marks. */
function editWord(text: string, random: Random, put: (value: string) => string): string {
  const words = [...text.matchAll(/[^\s,;:|"'{}[\]]+/g)];
  if (words.length === 0) return put(oneOf(oddTexts, random));
  const { 0: word, index } = oneOf(words, random);
  const around = (value: string) => text.slice(0, index) + value + text.slice(index + word.length);
  switch (random.integer(6)) {
    case 0:
      return around("");
    case 1:
      return around(oneOf(words, random)[0]);
    case 2:
      return around(word + put(oneOf(oddTexts, random)));
    case 3:
      return around(put(oneOf(oddTexts, random)) + word);
    default:
      return around(put(oneOf(oddTexts, random)));
  }
}

function editLine(
  text: string,
  {
    random,
    put,
    others,
  }: {
    readonly random: Random;
    readonly put: (value: string) => string;
    readonly others: readonly Uint8Array[];
  },
): string {
  const lines = text.split("\n");
  const at = random.integer(lines.length);
  const line = lines[at]!;
  switch (random.integer(9)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, line);
      break;
    case 2:
      lines.splice(at, 0, ...new Array<string>(1 + random.integer(300)).fill(line));
      break;
    case 3:
      lines[at] = lines[random.integer(lines.length)]!;
      break;
    case 4:
      lines[at] = line.slice(0, random.integer(line.length + 1));
      break;
    case 5:
      lines.splice(at, 0, put(oneOf(oddTexts, random)));
      break;
    case 6:
      lines[at] = " ".repeat(1 + random.integer(4)) + line;
      break;
    case 7: {
      // The start of one text and the end of another.
      const other = others.length === 0 ? text : Buffer.from(oneOf(others, random)).toString("latin1");
      return text.slice(0, random.integer(text.length + 1)) + other.slice(random.integer(other.length + 1));
    }
    default:
      return lines.slice(at).join(oneOf(["\r\n", "\r", "\n\n", "\u0000", ","], random));
  }
  return lines.join("\n");
}
