// Records of delimited text by the rules of RFC 4180, in one pass over the bytes: a field that begins with a quote goes on to
// the next quote that is not doubled; line ends within it belong to it. Only line ends, quotes and the comment letter are
// looked at, 16 bytes at a time.

const lineFeed: u8 = 10;
const carriageReturn: u8 = 13;
const blank: u8 = 32;
const quote: u8 = 34;

let delimiter: u32 = 0;
let delimiterLength: u32 = 0;
let comment: u8 = 0;

/** Offset in the file of the byte at address 0 of the memory, for the part that is being looked at. */
let origin: i64 = 0;
let partEnd: usize = 0;
let lineStart: i64 = 0;
let lastReturn: i64 = -2;
let quoted = false;
let inComment = false;
/** Whether the last byte of a part is a quote within quotes: the next byte says whether the field ends. */
let closing = false;
/** Offset of the second quote of two that stand for one, −1 = none. */
let doubled: i64 = -1;
let openedOn: i64 = 0;

let records: i64 = 0;
let blanks: i64 = 0;
let comments: i64 = 0;
let lateComments: i64 = 0;
let linesBefore: i64 = 0;
let lines: i64 = 0;
let longest: i64 = 0;
let quotes: i64 = 0;
let quotedEnds: i64 = 0;
let feeds: i64 = 0;
let pairs: i64 = 0;
let returns: i64 = 0;
let firstFeed: i64 = 0;
let firstPair: i64 = 0;
let firstReturn: i64 = 0;
let commentInside: i64 = 0;
let afterQuote: i64 = 0;
let beforeQuote: i64 = 0;

/**
 * Starts a file. `bytes` are up to four bytes of the delimiter, the first one lowest; `letter` begins comments, 0 = none;
 * `offset` bytes of a byte-order mark are left out.
 */
export function beginText(bytes: u32, length: u32, letter: u32, offset: u32): void {
  delimiter = bytes;
  delimiterLength = length;
  comment = <u8>letter;
  lineStart = offset;
  lastReturn = -2;
  doubled = -1;
  quoted = inComment = closing = false;
  records = blanks = comments = lateComments = linesBefore = lines = longest = quotes = quotedEnds = openedOn = 0;
  feeds = pairs = returns = firstFeed = firstPair = firstReturn = commentInside = afterQuote = beforeQuote = 0;
}

/**
 * Looks at the next `length` bytes of the file, at `address`; their offset in the file is `position`. The bytes before
 * them lie before `address`, at least as many as a delimiter has.
 */
export function scanText(address: usize, length: usize, position: f64): void {
  if (length == 0) return;
  origin = <i64>position - <i64>address;
  const end = address + length;
  partEnd = end;
  if (closing) {
    closing = false;
    if (load<u8>(address) == quote) doubled = origin + <i64>address;
    else endField(address);
  }
  const feed = i8x16.splat(lineFeed);
  const back = i8x16.splat(carriageReturn);
  const mark = i8x16.splat(quote);
  const letter = i8x16.splat(comment == 0 ? lineFeed : comment);
  // The last bytes are looked at together with what lies behind them in memory, which does not count.
  for (let at = address; at < end; at += 16) {
    const bytes = v128.load(at);
    const found = v128.or(
      v128.or(i8x16.eq(bytes, feed), i8x16.eq(bytes, back)),
      v128.or(i8x16.eq(bytes, mark), i8x16.eq(bytes, letter)),
    );
    let mask = i8x16.bitmask(found);
    if (end - at < 16) mask &= (1 << (<i32>(end - at))) - 1;
    for (; mask != 0; mask &= mask - 1) look(at + ctz(mask));
  }
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function look(address: usize): void {
  const byte = load<u8>(address);
  const at = origin + <i64>address;
  if (byte == quote) {
    if (inComment) return;
    if (quoted) {
      if (doubled == at) doubled = -1;
      else if (address + 1 == partEnd) closing = true;
      else {
        const next = load<u8>(address + 1);
        if (next == quote) doubled = at + 1;
        else if (next == <u8>delimiter || next == lineFeed) quoted = false;
        else endField(address + 1);
      }
      return;
    }
    openField(address, at);
  } else if (byte == lineFeed || byte == carriageReturn) endLine(byte, at);
  else if (!quoted && !inComment) seeComment(at);
}

function seeComment(at: i64): void {
  if (at == lineStart) {
    inComment = true;
    if (records > 0) lateComments++;
  } else if (commentInside == 0) commentInside = lines + 1;
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function endLine(byte: u8, at: i64): void {
  if (byte == lineFeed && lastReturn != at - 1) {
    lines++;
    if (quoted) {
      quotedEnds++;
      return;
    }
    if (feeds++ == 0) firstFeed = lines;
    const length = at - lineStart;
    if (length > longest) longest = length;
    if (length > 0 && !inComment) records++;
    else endNoRecord();
    lineStart = at + 1;
  } else endOtherLine(byte, at);
}

function endOtherLine(byte: u8, at: i64): void {
  const second = byte == lineFeed && lastReturn == at - 1;
  if (byte == carriageReturn) lastReturn = at;
  if (!second) lines++;
  if (quoted) {
    quotedEnds++;
    return;
  }
  if (second) {
    if (--returns == 0) firstReturn = 0;
    if (pairs++ == 0) firstPair = lines;
  } else {
    if (byte == lineFeed) {
      if (feeds++ == 0) firstFeed = lines;
    } else if (returns++ == 0) firstReturn = lines;
    endRecord(at);
  }
  lineStart = at + 1;
}

function endRecord(at: i64): void {
  const length = at - lineStart;
  if (length > longest) longest = length;
  if (length > 0 && !inComment) records++;
  else endNoRecord();
}

function endNoRecord(): void {
  if (inComment) comments++;
  else blanks++;
  if (records == 0) linesBefore = lines;
  inComment = false;
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function openField(address: usize, at: i64): void {
  quotes++;
  if (at == lineStart || (delimiterLength == 1 && load<u8>(address - 1) == <u8>delimiter)) {
    quoted = true;
    openedOn = lines + 1;
  } else openOtherField(address);
}

function openOtherField(address: usize): void {
  let start = address;
  if (!endsDelimiter(start)) {
    // The bytes before the part are few: blanks that reach beyond them are taken for blanks before the quote.
    while (origin + <i64>start > lineStart && start > 0 && load<u8>(start - 1) == blank) start--;
    if (start == address) return;
    if (start > 0 && origin + <i64>start > lineStart && !endsDelimiter(start)) return;
    if (beforeQuote == 0) beforeQuote = lines + 1;
  }
  quoted = true;
  openedOn = lines + 1;
}

/** Whether a delimiter ends just before `address`. */
function endsDelimiter(address: usize): bool {
  for (let i: u32 = 0; i < delimiterLength; i++) {
    if (load<u8>(address - delimiterLength + i) != <u8>(delimiter >> (8 * i))) return false;
  }
  return true;
}

/** Ends a quoted field, and looks at what follows from `at` on: blanks, then a delimiter or the end of the line. */
function endField(at: usize): void {
  quoted = false;
  let byte = load<u8>(at);
  while (byte == blank && at + 1 < partEnd) byte = load<u8>(++at);
  if (byte == <u8>delimiter || byte == lineFeed || byte == carriageReturn || byte == blank) return;
  if (afterQuote == 0) afterQuote = lines + 1;
}

/** Ends the file, which has `position` bytes, and writes what was found to `out` as f64. */
export function finishText(position: f64, out: usize): void {
  const end = <i64>position;
  const unclosed = quoted && !closing;
  if (end > lineStart) {
    lines++;
    endRecord(end);
  }
  store<f64>(out, <f64>records);
  store<f64>(out, <f64>blanks, 8);
  store<f64>(out, <f64>comments, 16);
  store<f64>(out, <f64>lateComments, 24);
  store<f64>(out, <f64>linesBefore, 32);
  store<f64>(out, <f64>longest, 40);
  store<f64>(out, <f64>quotes, 48);
  store<f64>(out, <f64>quotedEnds, 56);
  store<f64>(out, <f64>firstFeed, 64);
  store<f64>(out, <f64>firstPair, 72);
  store<f64>(out, <f64>firstReturn, 80);
  store<f64>(out, <f64>commentInside, 88);
  store<f64>(out, <f64>afterQuote, 96);
  store<f64>(out, <f64>beforeQuote, 104);
  store<f64>(out, unclosed ? <f64>openedOn : 0, 112);
}
