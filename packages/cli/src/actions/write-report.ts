/**
 * What writes reports, which an audit without `--out` does not load.
 *
 * @module
 */
export { writeReport } from "evenodds/internal";
