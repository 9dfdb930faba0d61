import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { openDatabase } from "../db/database.ts";
import { failureReason } from "./failure-reason.ts";

it("the logged reason of a failed query has its error, but none of its values", async () => {
  const secret = "canary@mail.example";
  const failed = openDatabase(env.DB).run(sql`SELECT ${secret} FROM nowhere`);
  const error: unknown = await failed.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(String(error)).toContain(secret);
  expect(failureReason(error)).toContain("no such table: nowhere");
  expect(failureReason(error)).not.toContain(secret);
  expect(failureReason(new Error("cut off"))).toBe("cut off");
});
