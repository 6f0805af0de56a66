import { planRequest, type OutcomePlan } from "./count/plan-request.js";
import { groupKeys, type GroupKey } from "./count/group-key.js";
import { amountMeasures, type Measures } from "./count/measures.js";
import { scanCells, type CellOptions } from "./count/scan-cells.js";
import { mostClusterCells } from "./count/count-clusters.js";
import { mostCells } from "./count/scan-table.js";
import { distinctScores, scoreRange } from "./count/score-axis.js";
import { withSmallGroups } from "./count/with-small-groups.js";
import type { GroupByEngine, ScanEstimate, SqlCell } from "./engine/group-by-engine.js";
import type { OutcomeRequest } from "./outcome-request.js";
import type { EngineSource, SqlSource } from "./outcome-source.js";
import type { GroupableTable } from "./source/groupable-table.js";
import { wantedColumns } from "./source/wanted-columns.js";
import { withGroupableTable } from "./source/with-groupable-table.js";

/** A statement that an audit of a query would run. */
export interface PlannedStatement {
  /** What it finds, in a few words. */
  readonly what: string;
  /** Where what stands in it depends on what other statements find, as `0` to `1` stand here for bounds. */
  readonly isExample: boolean;
  readonly sql: string;
  /** What it would read; undefined where the engine tells nothing. */
  readonly estimate: ScanEstimate | undefined;
}

/**
 * Returns the statements that `countOutcomesFrom`, and with a score and labels `scoreHistogram`, would run on a query,
 * in their order, without running any: the query is parsed, its columns are looked up, and no row is read. A table with
 * more than 100,000 combinations of values is read again for each column, and texts among numbers are looked up by one
 * more statement: whether it comes to that only the rows say.
 *
 * Throws InputError and UsageError as they do for what is wrong with the query, its columns and the request.
 */
export async function plannedStatements(
  source: SqlSource | EngineSource,
  request: OutcomeRequest,
): Promise<readonly PlannedStatement[]> {
  const plan = planRequest(request);
  const wanted = wantedColumns(plan, source);
  const { result } = await withGroupableTable(source, {
    wanted: wanted.columns,
    work: async (table) => {
      const notes = new Notes(table);
      const measures = await notes.write("the smallest and the largest weight", exact, (noted) =>
        amountMeasures(noted, wanted),
      );
      const keys = groupKeys(table, plan);
      const noted = withSmallGroups(notes.table, { plan, keys, marked: undefined });
      const isExample = measures.sums.length > 0;
      const cells = (what: string, options: Pick<CellOptions, "keys" | "measures" | "most">) =>
        notes.write(what, isExample ? example : exact, () => scanCells(noted, options));
      await cells("how many rows have which values", { keys, measures, most: mostCells });
      if (wanted.cluster !== undefined) {
        const cluster = { column: table.at[wanted.cluster]! };
        for (const { name, attributes } of plan.tables) {
          const chosen = [...attributes, plan.label!, plan.prediction].map((key) => keys[key]!);
          await cells(`the same for each cluster, by ${name}`, {
            keys: [...chosen, cluster],
            measures,
            most: mostClusterCells,
          });
        }
      }
      if (request.score !== undefined && request.label !== undefined)
        await writeScores(notes, { plan, keys, measures });
      return notes.statements();
    },
  });
  return result;
}

const exact = { isExample: false };
const example = { isExample: true };

/** The statements about scores, which are counted one by one or in bins. */
async function writeScores(
  notes: Notes,
  {
    plan,
    keys,
    measures,
  }: { readonly plan: OutcomePlan; readonly keys: readonly GroupKey[]; readonly measures: Measures },
): Promise<void> {
  const { table } = notes;
  const column = table.at[plan.prediction]!;
  const { argument } = plan.keys[plan.prediction]!;
  const grouping = keys.slice(0, plan.prediction);
  const plain = { count: undefined, sums: [] };
  await notes.write("how many rows have which labels and attributes", exact, () =>
    scanCells(table, { keys: grouping, measures: plain, most: mostCells }),
  );
  await notes.write("the smallest and the largest score", exact, () => scoreRange(table, { column, argument }));
  await notes.write("the scores, up to 10,000 of them", exact, () =>
    distinctScores(table, { column, count: undefined }),
  );
  const itself: GroupKey = { column, number: (double) => `${double} + 0` };
  await notes.write("how many rows have which scores, each by itself or in bins", example, () =>
    scanCells(table, {
      keys: [...grouping, itself],
      measures: { ...measures, sums: measures.sums.slice(0, 1) },
      most: Infinity,
    }),
  );
}

/** Writes down what a table is asked, and answers with bounds from 0 to 1 and no rows. */
class Notes {
  /** The table whose statements are written down. */
  readonly table: GroupableTable;
  private readonly asked: string[] = [];
  private readonly written: Omit<PlannedStatement, "estimate">[] = [];

  constructor(private readonly real: GroupableTable) {
    const engine: GroupByEngine = {
      ...real.engine,
      sawRows: undefined,
      runGroupBy: (sql) => {
        this.asked.push(sql);
        return Promise.resolve(/^SELECT min\(/.test(sql) ? [bounds] : []);
      },
    };
    this.table = { ...real, engine };
  }

  async write<T>(
    what: string,
    { isExample }: { readonly isExample: boolean },
    ask: (table: GroupableTable) => Promise<T>,
  ): Promise<T> {
    const result = await ask(this.table);
    for (const sql of this.asked.splice(0)) this.written.push({ what, isExample, sql });
    return result;
  }

  async statements(): Promise<PlannedStatement[]> {
    const { estimate } = this.real.engine;
    const statements: PlannedStatement[] = [];
    for (const one of this.written) statements.push({ ...one, estimate: await estimate?.(one.sql) });
    return statements;
  }
}

/** Smallest, largest, and how many rows are wrong; then rows and their sum. */
const bounds: readonly SqlCell[] = [0, 1, 0, 1, 1];
