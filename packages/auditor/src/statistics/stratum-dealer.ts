import type { Random } from "@evenodds/core";
import { drawMultivariateHypergeometric } from "./draw-hypergeometric.js";
import { stratumRows, type Stratum } from "./stratum.js";

/** Dealing one row costs about a fifth of drawing one hypergeometric number. */
const rowsPerDraw = 5;

/**
 * Returns a function that overwrites the stratum's table with a random one of the same margins: predictions dealt anew
 * to the rows of the groups, every assignment equally likely. Few rows are dealt one by one; for many, each cell is
 * drawn from its hypergeometric distribution, at a cost that depends on the number of cells alone. Both give the same
 * distribution.
 */
export function stratumDealer(stratum: Stratum): (random: Random) => void {
  const { sizes, totals } = stratum;
  const dealt = stratumRows(stratum) - totals[0]!;
  const draws = (sizes.length - 1) * (totals.length - 1);
  return dealt <= rowsPerDraw * draws ? rowDealer(stratum) : cellDealer(stratum);
}

/** Every cell from its distribution given the cells before it. */
export function cellDealer({ sizes, totals, table }: Stratum): (random: Random) => void {
  const width = totals.length;
  const last = sizes.length - 1;
  const left = new Float64Array(width);
  return (random) => {
    left.set(totals);
    for (let g = 0; g < last; g++) {
      drawMultivariateHypergeometric(random, { left, sample: sizes[g]!, into: table, offset: g * width });
    }
    table.set(left, last * width);
  };
}

/** A partial shuffle: rows for the rare predictions are picked one by one, all others get the most common one. */
export function rowDealer({ sizes, totals, table }: Stratum): (random: Random) => void {
  const width = totals.length;
  // Starts of the table's rows. The order that one deal leaves behind is as good a start for the next as any.
  const rows = new Int32Array(stratumRows({ sizes }));
  for (let g = 0, start = 0; g < sizes.length; g++) rows.fill(g * width, start, (start += sizes[g]!));
  return (random) => {
    for (let g = 0; g < sizes.length; g++) {
      table.fill(0, g * width, (g + 1) * width);
      table[g * width] = sizes[g]!;
    }
    let next = 0;
    for (let c = 1; c < width; c++) {
      for (let ball = totals[c]!; ball > 0; ball--, next++) {
        const picked = next + Math.floor(random.uniform() * (rows.length - next));
        const row = rows[picked]!;
        rows[picked] = rows[next]!;
        rows[next] = row;
        table[row + c]!++;
        table[row]!--;
      }
    }
  };
}
