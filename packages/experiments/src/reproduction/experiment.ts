import type { SweepRecord, TrainingData } from "@evenodds/trainer";
import type { Campaign } from "./campaigns.js";

/** What an experiment is run with. */
export interface ExperimentContext {
  /** A few seeds and epochs, to see that it runs; its figures mean nothing. */
  readonly quick: boolean;
  /** A name that `openEngine` knows. */
  readonly engine: string;
  /** Returns the graph at a path below the samples, such as `nba` or `bail/with-time.yaml`. */
  readonly load: (sample: string) => Promise<TrainingData>;
  /** Trains what a campaign asks for, or finds it where it was kept; on `data` where its graph is not a sample. */
  readonly collect: (campaign: Campaign, data?: TrainingData) => Promise<readonly SweepRecord[]>;
  /** The graph that the user named, for experiments on data that are not shipped; null where none was named. */
  readonly named: (() => Promise<TrainingData>) | null;
  readonly signal?: AbortSignal | undefined;
  readonly log: (line: string) => void;
}

/** A page and the images that it shows. */
export interface ExperimentPage {
  /** GitHub Markdown, without the command that made it. */
  readonly markdown: string;
  /** SVG texts by file name. */
  readonly charts: Readonly<Record<string, string>>;
}

/** One of the paper's experiments, or one beside it. */
export interface Experiment {
  /** As `evenodds reproduce` takes it. */
  readonly name: string;
  readonly title: string;
  /** One line: what it shows. */
  readonly summary: string;
  /** Whether it has a use for a graph that the user names. */
  readonly takesData?: boolean;
  run(context: ExperimentContext): Promise<ExperimentPage>;
}
