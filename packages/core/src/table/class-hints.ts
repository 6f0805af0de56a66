/** What to do about classes where the labels are declared, such as in a card. */
export interface ClassHints {
  /** Where classes are listed: `the card`. */
  readonly place: string;
  /** To call classes as a model does. */
  readonly rename: string;
  /** To list those too that no row has. */
  readonly listAll: string;
  /** To leave values out that are no classes. */
  readonly notClasses: string;
  /** To leave out a value that means "not known". */
  readonly unknown: (value: string) => string;
}
