import type { Experiment } from "./experiment.js";
import { gridNba } from "./experiments/grid-nba.js";
import { lambdaSweep } from "./experiments/lambda-sweep.js";
import { permutationTest } from "./experiments/permutation-test.js";
import { pokecRun } from "./experiments/pokec-run.js";
import { qualitative } from "./experiments/qualitative.js";
import { tableBail, tableBailSage, tableBailWithTime } from "./experiments/table-bail.js";
import { tableGerman } from "./experiments/table-german.js";
import { tableLosses } from "./experiments/table-losses.js";
import { tableNba } from "./experiments/table-nba.js";
import { tablePokec } from "./experiments/table-pokec.js";

/** Every experiment, in the order of the paper, those beside it last. */
export const experiments: readonly Experiment[] = [
  tableNba,
  gridNba,
  tablePokec,
  lambdaSweep,
  permutationTest,
  tableLosses,
  qualitative,
  tableGerman,
  tableBail,
  tableBailSage,
  tableBailWithTime,
  pokecRun,
];
