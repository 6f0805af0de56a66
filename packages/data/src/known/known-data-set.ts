/** A file as one public repository has it. */
export interface KnownCopy {
  /** Repository and path, by name. */
  readonly source: string;
  /** Undefined where it is not known. */
  readonly bytes?: number | undefined;
  /** 64 hexadecimal digits, or as many of the first ones as are known. */
  readonly sha256?: string | undefined;
  /** Git's id of the content: SHA-1 of `blob SIZE`, a zero byte and the content, 40 hexadecimal digits. */
  readonly gitBlob?: string | undefined;
}

/** An original file of a data set, with every copy that is accepted. */
export interface KnownFile {
  /** Name in the folder of the reader. */
  readonly name: string;
  readonly copies: readonly KnownCopy[];
  /** What to know where the file is missing or another one. */
  readonly note?: string | undefined;
}

/** What the loaded graph must have. Only what is known is there. */
export interface KnownStatistics {
  readonly nodes?: number | undefined;
  /** Distinct undirected edges. */
  readonly edges?: number | undefined;
  /** Rows of the edge file. */
  readonly edgeRows?: number | undefined;
  readonly features?: number | undefined;
  readonly labelled?: number | undefined;
  /** Nodes of each class, by its name. */
  readonly classes?: Readonly<Record<string, number>> | undefined;
  /** Nodes of each level of the sensitive attribute, by its name. */
  readonly groups?: Readonly<Record<string, number>> | undefined;
  /** Size of the largest group over that of the smallest, to two decimals. */
  readonly groupRatio?: number | undefined;
  /** Undirected edges between groups, and within them. */
  readonly interGroupEdges?: number | undefined;
  readonly intraGroupEdges?: number | undefined;
}

/** A table that is made from original files which no card can name. */
export interface DerivedFile {
  /** Name under which the card has it. */
  readonly name: string;
  /** Original files that are not needed afterwards. */
  readonly replaces: readonly string[];
  /** Reads the originals in `folder` and writes the table to `file`. */
  readonly write: (folder: string, file: string) => Promise<void>;
}

/** A data set of the literature: how its original files are recognised, and how they become a graph. */
export interface KnownDataSet {
  readonly name: string;
  readonly files: readonly KnownFile[];
  readonly derived?: DerivedFile | undefined;
  /**
   * A graph card (YAML) over the original files, without checksums and expected counts. It has license and citation.
   */
  readonly card: string;
  /** Attribute of which the statistics speak. */
  readonly sensitive: string;
  readonly statistics: KnownStatistics;
}
