import { describe, expect, it } from "vitest";

import { EVERY_ROW, rowsOfTwoVersions } from "./rows/every-row.ts";
import type { Row, Sides } from "./rows/row.ts";
import type { Side } from "./sides.ts";

/** A side that says that it was used, instead of running. */
function saying(name: string): Side {
  const used = (): never => {
    throw new Error(`the ${name} side was used`);
  };
  return {
    get runtime() {
      return used();
    },
    get users() {
      return used();
    },
    newAuction: async () => used(),
  };
}

const SIDES: Sides = { ours: saying("first"), ceiling: saying("second") };

const round = async (row: Row, lane: Row["lanes"][number]) => row.round(SIDES, lane, { durationMs: 1, warmUpMs: 0 });

describe.each(rowsOfTwoVersions())("beside another checkout: $name", (row) => {
  it("measures ours in our lane, and the other checkout's product in the other lane", async () => {
    expect(row.lanes).toEqual(["before", "ours"]);
    await expect(round(row, "ours")).rejects.toThrow("the first side was used");
    await expect(round(row, "before")).rejects.toThrow("the second side was used");
  });
});

it("each row has a name of its own", () => {
  const names = EVERY_ROW.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
