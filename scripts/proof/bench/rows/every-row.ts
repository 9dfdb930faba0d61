/** All rows of the benchmark, in the order in which they are measured and printed. */
import { bidRows } from "./bids.ts";
import { creatingRows } from "./creating.ts";
import { footprintRows } from "./footprint.ts";
import { oneBidRows } from "./one-bid.ts";
import { overloadRows } from "./overload.ts";
import { raiseRows } from "./raises.ts";
import { readRows } from "./reads.ts";
import { asTwoVersions, type Row } from "./row.ts";

export const EVERY_ROW: readonly Row[] = [
  ...bidRows,
  ...raiseRows,
  ...creatingRows,
  ...overloadRows,
  ...oneBidRows,
  ...readRows,
  ...footprintRows,
];

/** Those that also compare two versions of the product: another version may have other tables than `prepare` fills. */
export function rowsOfTwoVersions(): Row[] {
  return EVERY_ROW.filter(({ prepare }) => !prepare).map(asTwoVersions);
}
