/**
 * What the command line knows of one option: its flag, its words, what its value may be, which file or folder the value
 * names, and with what it may be given. Help, errors, checks of paths and the tables in docs/cli.md follow from it.
 */
export interface OptionSpec<Subject extends string = string> {
  /** As commander takes it, such as `--out <folder>`. */
  readonly flags: string;
  readonly help: string;
  /** Title in the help under which this option and those after it stand. */
  readonly group?: string;
  /** Makes a value of the text; `before` is the value so far of an option that repeats, else undefined. */
  readonly parse?: (text: string, before: never) => unknown;
  readonly choices?: readonly string[];
  /** Value where the option is not given. */
  readonly standard?: unknown;
  readonly mandatory?: true;
  /** Whether it may be given several times. */
  readonly repeats?: true;
  /** What the value names that is read. */
  readonly reads?: InputKind;
  /** What the value names that is written. */
  readonly writes?: WrittenKind;
  /** Subjects of the command for which the option has a meaning. Default: all. */
  readonly subjects?: readonly Subject[];
  /** What to do instead where the subject is another. Default: leave it out. */
  readonly instead?: string | readonly Advice<Subject>[];
  /** Options without which it would change nothing. */
  readonly needs?: readonly Need<Subject>[];
  /**
   * What stands for its value among the effective options of a command: null for an option that changes no result. See
   * `effectiveOptions`. Default: the value, of files only their names, and nothing for what is written.
   */
  readonly reported?: ((value: never) => unknown) | null;
  /** Whether its value says what is looked at, so that two values are two audits; what it reads always does. */
  readonly identifies?: true;
  /** Options that it cannot be given with, such as `--db`, or `--draws 0` for one value of it. */
  readonly conflicts?: readonly string[];
}

/** What to do where the subject is one of these, in words of it. */
export interface Advice<Subject extends string = string> {
  readonly subjects: readonly Subject[];
  readonly say: string;
}

/** At least one of some options has to be given too. */
export interface Need<Subject extends string = string> {
  /** Such as `--score`, or `--cluster louvain` for one value of it. */
  readonly anyOf: readonly string[];
  /** Where only some subjects ask for it. Default: all. */
  readonly subjects?: readonly Subject[];
  /** Where it is asked for beside another option alone, such as `--weight`. */
  readonly beside?: string;
}

/** What a command reads by one path. */
export type InputKind =
  /** One file. */
  | "file"
  /** Several files, as a list. */
  | "files"
  /** A folder with a graph.yaml, or a card, with the files that it names; or a graph in one file. */
  | "graph"
  /** An ONNX file, with the data files beside it. */
  | "model"
  /** The folder of a training run, with the graph that it names. */
  | "run"
  /** A folder with whatever is in it. */
  | "folder"
  /** A DuckDB database, with its log. */
  | "database"
  /** SQL, which can name files. */
  | "query";

/** What a command makes at one path. */
export type WrittenKind =
  /** One file; what is there is replaced. */
  | { readonly kind: "file" }
  /** A file that is added to. */
  | { readonly kind: "text to grow" }
  /** An ONNX file, and a data file beside it. */
  | { readonly kind: "model" }
  /** Files of these names in a folder that may hold others too. */
  | { readonly kind: "files"; readonly names: readonly string[] }
  /** A folder that belongs to the command. */
  | { readonly kind: "folder" }
  /** The same, which has to be new or empty. */
  | { readonly kind: "new folder" };

/** One argument of a command, which stands without a flag. */
export interface ArgumentSpec {
  /** As commander takes it, such as `<model>` or `[graph]`. */
  readonly name: string;
  readonly help: string;
  readonly choices?: readonly string[];
  readonly reads?: InputKind;
}

/** A command as data. */
export interface CommandTable<Subject extends string = string> {
  readonly name: string;
  /** For the list of commands. */
  readonly summary: string;
  readonly examples: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec<Subject>[];
  /** Whether it trains, or loads what was trained: it then needs the optional package that does. */
  readonly trains?: true;
  /** Folders that it reads whatever it is told. */
  readonly alsoReads?: readonly string[];
  /** What a subject is called, such as `a table of predictions`; undefined for a command with one subject. */
  readonly subjects?: Readonly<Record<Subject, string>>;
  /** Names for several subjects together, the larger first. */
  readonly families?: readonly SubjectFamily<Subject>[];
  /** What a command with a subject does, such as `an audit of`. */
  readonly deed?: string;
  /** Which subjects the values of the options and the arguments leave open. Throws `UsageError` for none. */
  readonly subjectsOf?: (given: GivenValues) => readonly Subject[];
}

/** A name for several subjects together. */
export interface SubjectFamily<Subject extends string = string> {
  readonly title: string;
  readonly subjects: readonly Subject[];
}

/** What a command line gave. */
export interface GivenValues {
  /** Values of options by attribute name, defaults included. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly arguments: readonly unknown[];
}
