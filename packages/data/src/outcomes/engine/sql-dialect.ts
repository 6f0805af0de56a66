/** How an SQL engine spells what differs between engines. Everything else is standard SQL. */
export interface SqlDialect {
  /** Expression for the text of a value; whole numbers digit by digit. */
  readonly text: (value: string, type: string) => string;
  /** Expression for the double of a value; NULL where it is not a number. */
  readonly double: (value: string, type: string) => string;
  /** Predicate: a double is neither NaN nor infinite; NULL for NULL. */
  readonly isFinite: (double: string) => string;
  readonly isSinglePrecision: (type: string) => boolean;
  /** Type of integers of 38 digits. */
  readonly wideInteger: string;
}
