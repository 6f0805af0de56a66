// Records of JSON in one pass over the bytes: the elements of one array, or values that follow one another.

let depth: i32 = 0;
/** Brackets that are open; unlike `depth` it never falls below 0, so that no closing bracket hides an opening one. */
let nesting: i32 = 0;
let deepest: i32 = 0;
/** Whether a text goes on over a line break, which JSON has none of: brackets behind it may be in a text or not. */
let broken = false;
let inText = false;
let escaped = false;
/** Whether the file is one array: 1 = yes, 0 = no, −1 = nothing was seen yet. */
let isArray: i32 = -1;
/** Whether the next byte that is not a blank begins a record. */
let awaiting = true;
let recordStart: f64 = 0;
let count: f64 = 0;
let longestRecord: f64 = 0;

export function beginJson(): void {
  depth = 0;
  nesting = deepest = 0;
  broken = false;
  inText = escaped = false;
  isArray = -1;
  awaiting = true;
  recordStart = count = longestRecord = 0;
}

/** Looks at the next `length` bytes of the file, at `address`; their offset in the file is `position`. */
export function scanJson(address: usize, length: usize, position: f64): void {
  const end = address + length;
  for (let at = address; at < end; at++) {
    const byte = load<u8>(at);
    if (inText) {
      if (escaped) escaped = false;
      else if (byte == 92) escaped = true;
      else if (byte == 34) inText = false;
      else if (byte == 10) broken = true;
      continue;
    }
    const isBlank = byte == 32 || byte == 9 || byte == 10 || byte == 13;
    const base = isArray == 1 ? 1 : 0;
    if (isBlank) {
      // Values without brackets that follow one another end at a blank.
      if (isArray == 0 && depth == 0 && !awaiting) endValue(position + <f64>(at - address));
      continue;
    }
    if (isArray < 0) {
      isArray = byte == 91 ? 1 : 0;
      if (byte == 91) {
        depth = nesting = deepest = 1;
        continue;
      }
    }
    const closes = byte == 93 || byte == 125;
    if (closes) {
      depth--;
      if (nesting > 0) nesting--;
    }
    if (depth == base && (byte == 44 || closes) && !awaiting) {
      if (byte == 44) {
        if (isArray == 1) endValue(position + <f64>(at - address));
        continue;
      }
      if (isArray == 0) endValue(position + <f64>(at - address + 1));
    } else if (depth < base) {
      if (!awaiting) endValue(position + <f64>(at - address));
      awaiting = false;
      recordStart = -1;
    } else if (awaiting && !closes && byte != 44) {
      count += 1;
      awaiting = false;
      recordStart = position + <f64>(at - address);
    }
    if (byte == 34) inText = true;
    else if (byte == 91 || byte == 123) {
      depth++;
      nesting++;
      if (nesting > deepest) deepest = nesting;
    }
  }
}

function endValue(at: f64): void {
  if (recordStart >= 0 && at - recordStart > longestRecord) longestRecord = at - recordStart;
  awaiting = true;
}

/**
 * Ends the file and writes to `out` as f64: the number of records, the bytes of the longest one, how deep brackets lie
 * in each other, and 1 where a text goes on over a line break.
 */
export function finishJson(position: f64, out: usize): void {
  if (!awaiting) endValue(position);
  store<f64>(out, count);
  store<f64>(out, longestRecord, 8);
  store<f64>(out, <f64>deepest, 16);
  store<f64>(out, broken ? 1 : 0, 24);
}
