/** Returns a function that is told of rows as they are read, and does `act` after every `between` of them, about. */
export function everyRows(between: number, act: () => Promise<void>): (rows: number) => Promise<void> {
  let since = 0;
  return async (rows) => {
    since += rows;
    if (since < between) return;
    since = 0;
    await act();
  };
}
