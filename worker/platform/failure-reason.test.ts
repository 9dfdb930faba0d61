import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { openDatabase } from "../db/database.ts";
import { describeError, failureReason } from "./failure-reason.ts";

it("the logged reason for a failed query has its error, but none of its values", async () => {
  const secret = "canary@mail.example";
  const failed = openDatabase(env.DB).run(sql`SELECT ${secret} FROM nowhere`);
  const error = await failed.then(
    () => new Error("it has not failed"),
    (reason: Error) => reason,
  );
  expect(String(error)).toContain(secret);
  expect(failureReason(error)).toContain("no such table: nowhere");
  expect(failureReason(error)).not.toContain(secret);
  // As it arrives from a Durable Object.
  const received = new Error(error.message, { cause: error.cause });
  expect(describeError(received)).toContain("no such table: nowhere");
  expect(describeError(received)).not.toContain(secret);
  expect(failureReason(new Error("cut off"))).toBe("cut off");
});
