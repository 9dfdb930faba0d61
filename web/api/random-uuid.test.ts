import { expect, it } from "vitest";
import * as z from "zod";

import { randomUUID } from "./random-uuid.ts";

it("a browser without crypto.randomUUID still gets valid, unique UUIDs", () => {
  const made = Array.from({ length: 500 }, randomUUID);
  for (const one of made) expect(z.uuidv4().safeParse(one)).toMatchObject({ success: true });
  expect(new Set(made).size).toBe(made.length);
});
