const smallest = 1024;
/** 8 MB, for strata of a million rows. A test looks at narrow stretches of it, which stay in a processor's cache. */
const largest = 2 ** 20;

let table = summed();

const halfLogTwoPi = Math.log(2 * Math.PI) / 2;

/**
 * Returns `ln n!` for a whole n ≥ 0: summed logarithms below 1024, Stirling's series from there on, whose first omitted
 * term is below 1e-18.
 */
export function logFactorial(n: number): number {
  return n < table.length ? table[n]! : stirling(n);
}

/** Whether {@link logFactorial} looks up the values for all numbers up to `n`. */
export function isTabulated(n: number): boolean {
  return n < table.length;
}

/**
 * Makes {@link logFactorial} a look-up for all numbers up to `n`, or up to 1,048,575 if that is less. Values do not
 * change. Worth its milliseconds before millions of calls.
 */
export function tabulateLogFactorials(n: number): void {
  const size = Math.min(largest, 2 ** Math.ceil(Math.log2(n + 1)));
  if (size <= table.length) return;
  const longer = new Float64Array(size);
  longer.set(table);
  for (let i = table.length; i < size; i++) longer[i] = stirling(i);
  table = longer;
}

function summed(): Float64Array {
  const values = new Float64Array(smallest);
  for (let n = 2; n < smallest; n++) values[n] = values[n - 1]! + Math.log(n);
  return values;
}

function stirling(n: number): number {
  const inverse = 1 / n;
  const square = inverse * inverse;
  return (n + 0.5) * Math.log(n) - n + halfLogTwoPi + inverse * (1 / 12 - square * (1 / 360 - square / 1260));
}
