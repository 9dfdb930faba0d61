import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../platform/migrate.ts";
import { newId } from "../testing/builders.ts";
import { schemaOf } from "../testing/schema.ts";
import { NEW_INBOX_SCHEMA, SCHEMA_STEPS } from "./schema.ts";

const TABLES = ["ended_sessions", "heard", "held_sockets", "images_to_delete", "notifications", "owed_calls"];

it("a new inbox has the tables and indexes that all steps make", async () => {
  const madeBy = (whole?: string) =>
    runInDurableObject(env.INBOX.getByName(newId()), async (_inbox, { storage }) => {
      await storage.deleteAll();
      migrate(storage, SCHEMA_STEPS, whole);
      return { schema: schemaOf(storage), steps: storage.kv.get("schema") };
    });
  const ofSteps = await madeBy();
  expect(ofSteps.schema.map(({ name }) => name)).toEqual(expect.arrayContaining(TABLES));
  expect(await madeBy(NEW_INBOX_SCHEMA)).toEqual(ofSteps);
});

it("the sessions that rooms have registered move to the current table", async () => {
  await runInDurableObject(env.INBOX.getByName(newId()), async (_inbox, { storage }) => {
    await storage.deleteAll();
    migrate(storage, SCHEMA_STEPS.slice(0, -1));
    const held = { session_id: "session", auction_id: "auction", expires_at: 5 };
    storage.sql.exec("INSERT INTO held_sockets VALUES (?, ?, ?)", ...Object.values(held));
    migrate(storage, SCHEMA_STEPS);
    expect(storage.sql.exec("SELECT * FROM held_sockets").toArray()).toEqual([held]);
  });
});
