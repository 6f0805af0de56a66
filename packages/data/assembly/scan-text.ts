// Records of delimited text by the rules of RFC 4180, in one pass over the bytes: a field that begins with a quote goes
// on to the next quote that is not doubled; line ends within it belong to it. 64 bytes are looked at together where all
// is usual in them; elsewhere one line end, quote or comment character after the other.

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
/** Whether a part ends with blanks behind a quoted field. */
let trailing = false;
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
 * Starts a file. `bytes` are up to four bytes of the delimiter, the first one lowest; `letter` begins comments, 0 =
 * none; `offset` bytes of a byte-order mark are left out.
 */
export function beginText(bytes: u32, length: u32, letter: u32, offset: u32): void {
  delimiter = bytes;
  delimiterLength = length;
  comment = <u8>letter;
  lineStart = offset;
  lastReturn = -2;
  doubled = -1;
  quoted = inComment = closing = trailing = false;
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
  } else if (trailing) {
    trailing = false;
    seeBehindQuote(address);
  }
  let at = address;
  for (; at + block < end; at += block) if (!scanBlock(at)) scanLetters(at, at + block);
  scanLetters(at, end);
}

/** Looks at one character after the other, of those that are looked at. */
function scanLetters(address: usize, end: usize): void {
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

/** Bytes whose marks are looked at together, a bit for each. */
const block: usize = 64;

// @ts-expect-error: a decorator of AssemblyScript
@inline
function bitsOf(address: usize, byte: u8): u64 {
  const wanted = i8x16.splat(byte);
  return (
    <u64>i8x16.bitmask(i8x16.eq(v128.load(address), wanted)) |
    (<u64>i8x16.bitmask(i8x16.eq(v128.load(address, 16), wanted)) << 16) |
    (<u64>i8x16.bitmask(i8x16.eq(v128.load(address, 32), wanted)) << 32) |
    (<u64>i8x16.bitmask(i8x16.eq(v128.load(address, 48), wanted)) << 48)
  );
}

/**
 * Looks at the marks of a block together; a byte of the part follows it. Returns false, with nothing done, for whatever
 * is seldom: the first lines of a file, comment lines, the first line end of a kind, line ends that the end of a block
 * may cut, and quotes that neither begin nor end a field.
 */
// @ts-expect-error: a decorator of AssemblyScript
@inline
function scanBlock(address: usize): bool {
  const at = origin + <i64>address;
  if (records == 0 || inComment || lastReturn == at - 1) return false;
  const feedBits = bitsOf(address, lineFeed);
  const backBits = bitsOf(address, carriageReturn);
  const marks = bitsOf(address, quote);
  if (backBits >> 63 != 0) return false;
  let inside: u64 = quoted ? -1 : 0;
  let openers: u64 = 0;
  let doubledAfter: i64 = -1;
  if (marks != 0) {
    // Of two quotes that stand for one, the first closes the field and the second opens it again.
    const pending = doubled == at;
    inside = parities(marks);
    if (quoted && !pending) inside = ~inside;
    const delimiters = bitsOf(address, <u8>delimiter);
    const lineEnds = feedBits | backBits;
    const closers = marks & ~inside;
    const after = load<u8>(address, block);
    const isAfter = after == quote || after == <u8>delimiter || after == lineFeed || after == carriageReturn;
    if ((closers & ~(((delimiters | lineEnds | marks) >> 1) | (<u64>isAfter << 63))) != 0) return false;
    openers = marks & inside & ~((closers << 1) | <u64>pending);
    if ((openers & ~((lineEnds << 1) | <u64>(at == lineStart) | behindDelimiters(address, delimiters))) != 0) return false;
    if (closers >> 63 != 0 && after == quote) doubledAfter = at + <i64>block;
  }
  const outerFeeds = feedBits & ~inside;
  const outerBacks = backBits & ~inside;
  const ofPairs = outerFeeds & (outerBacks << 1);
  const ofFeeds = outerFeeds & ~ofPairs;
  const ofReturns = outerBacks & ~(ofPairs >> 1);
  if ((ofPairs != 0 && pairs == 0) || (ofFeeds != 0 && feeds == 0) || (ofReturns != 0 && returns == 0)) return false;
  const ends = outerFeeds | ofReturns;
  if (comment != 0) {
    const letters = bitsOf(address, comment) & ~inside;
    if (letters != 0 && (commentInside == 0 || (letters & ((ends << 1) | <u64>(at == lineStart))) != 0)) return false;
  }
  // CR and LF together end one line.
  const lastBytes = backBits | (feedBits & ~(backBits << 1));
  if (openers != 0) {
    quotes += <i64>popcnt(openers);
    openedOn = lines + 1 + <i64>popcnt(lastBytes & ((<u64>1 << (63 - clz(openers))) - 1));
  }
  quoted = inside >> 63 != 0 || doubledAfter >= 0;
  doubled = doubledAfter;
  pairs += <i64>popcnt(ofPairs);
  feeds += <i64>popcnt(ofFeeds);
  returns += <i64>popcnt(ofReturns);
  quotedEnds += <i64>popcnt((feedBits | backBits) & inside);
  lines += <i64>popcnt(lastBytes);
  for (let left = ends; left != 0; left &= left - 1) {
    const place = ctz(left);
    const end = at + <i64>place;
    const length = end - lineStart - <i64>((ofPairs >> place) & 1);
    if (length > longest) longest = length;
    if (length > 0) records++;
    else blanks++;
    lineStart = end + 1;
  }
  return true;
}

/** Each bit becomes the parity of the bits up to it: 1 from an opening quote to before the closing one. */
// @ts-expect-error: a decorator of AssemblyScript
@inline
function parities(bits: u64): u64 {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}

/** The places of a block that a delimiter ends just before; `first` are those of its first byte. */
// @ts-expect-error: a decorator of AssemblyScript
@inline
function behindDelimiters(address: usize, first: u64): u64 {
  if (delimiterLength == 1) return (first << 1) | <u64>(load<u8>(address - 1) == <u8>delimiter);
  let found: u64 = -1;
  for (let i: u32 = 0; i < delimiterLength; i++) {
    found &= bitsOf(address - delimiterLength + i, <u8>(delimiter >> (8 * i)));
  }
  return found;
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

/**
 * Ends a quoted field, and looks at what follows from `at` on: a delimiter, or blanks and then one or the end of the
 * line.
 */
function endField(at: usize): void {
  quoted = false;
  if (load<u8>(at) != <u8>delimiter) seeBehindQuote(at);
}

/**
 * Looks at what follows a quoted field, from `at` on; where that is blanks to the end of a part, the next one says
 * more.
 */
function seeBehindQuote(at: usize): void {
  while (load<u8>(at) == blank) {
    if (++at == partEnd) {
      trailing = true;
      return;
    }
  }
  const byte = load<u8>(at);
  if (byte == <u8>delimiter || byte == lineFeed || byte == carriageReturn) return;
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
  place = out;
  put(records);
  put(blanks);
  put(comments);
  put(lateComments);
  put(linesBefore);
  put(longest);
  put(quotes);
  put(quotedEnds);
  put(firstFeed);
  put(firstPair);
  put(firstReturn);
  put(commentInside);
  put(afterQuote);
  put(beforeQuote);
  put(unclosed ? openedOn : 0);
}

let place: usize = 0;

function put(value: i64): void {
  store<f64>(place, <f64>value);
  place += sizeof<f64>();
}
