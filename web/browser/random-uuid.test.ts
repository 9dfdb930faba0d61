import { expect, it } from "vitest";
import * as z from "zod";

import { randomUUID } from "./random-uuid.ts";

it("a browser without crypto.randomUUID still gets valid, unique UUIDs", () => {
  const uuids = Array.from({ length: 500 }, randomUUID);
  for (const uuid of uuids) expect(z.uuidv4().safeParse(uuid)).toMatchObject({ success: true });
  expect(new Set(uuids).size).toBe(uuids.length);
});
