import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { aPerson, anAuction } from "../testing/builders.ts";
import { STORED_DELETION } from "./account-deletion.ts";
import { DELETION_STEPS, type DeletionStep, newDeletion, runStep } from "./steps.ts";

async function aUserRow(id: string) {
  await env.DB.prepare(
    "INSERT INTO users (id, first_name, last_name, email, password_hash, image_key, role, created_at) VALUES (?, 'Ann', 'Example', ?, 'x', ?, 'User', 0)",
  )
    .bind(id, `${id}@example.com`, `avatars/${id}/1`)
    .run();
  await env.IMAGE_BUCKET.put(`avatars/${id}/1`, "picture");
}

async function expectDeleted(id: string) {
  expect(await env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(id).first()).toBeNull();
  expect(await env.IMAGE_BUCKET.head(`avatars/${id}/1`)).toBeNull();
  await runInDurableObject(env.INBOX.getByName(id), async (_inbox, state) => {
    expect(await state.storage.getAlarm()).toBeNull();
  });
}

describe("account deletion", () => {
  it("the deletion of an account is refused while the person leads a live auction or sells one that has bids", async () => {
    const { room, seller, id } = await anAuction();
    const leader = aPerson();
    await aUserRow(leader.id);
    await room.placeBid({ actor: leader, amountMinor: 10_000 });
    await vi.waitFor(async () => {
      expect(await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).first()).not.toBeNull();
    });
    expect(await env.INBOX.getByName(leader.id).deleteAccount(leader.id)).toBe(false);
    expect(await env.INBOX.getByName(seller.id).deleteAccount(seller.id)).toBe(false);
    expect(await env.DB.prepare("SELECT deleted_at FROM users WHERE id = ?").bind(leader.id).first()).toEqual({
      deleted_at: null,
    });
  });

  it("the deletion of an account withdraws bids and removes listings where the rules allow it, and shows the rest under Deleted user", async () => {
    const { room, id } = await anAuction();
    const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
    await aUserRow(ann.id);
    await room.placeBid({ actor: ann, amountMinor: 10_000 });
    await room.placeBid({ actor: bob, amountMinor: 11_000 });
    const own = await anAuction({}, ann);
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).all();
      expect(results).toHaveLength(2);
      expect(await env.DB.prepare("SELECT id FROM auctions WHERE id = ?").bind(own.id).first()).not.toBeNull();
    }, 30_000);
    expect(await env.INBOX.getByName(ann.id).deleteAccount(ann.id)).toBe(true);
    await expectDeleted(ann.id);
    expect(await own.room.details()).toMatchObject({ ok: false });
    expect(await room.details()).toMatchObject({
      value: { details: { bidCount: 1, bids: [{ bidder: { _id: bob.id } }] } },
    });
    const journal = await room.journal();
    expect(JSON.stringify(journal)).not.toContain("Ann");
  });

  it("an account is shown as Deleted user after the first step, however long the others take", async () => {
    const ann = aPerson("Ann");
    await aUserRow(ann.id);
    const next = await runStep(env, ann.id, newDeletion([]), 1_000);
    expect(next).toMatchObject({ step: "leaveAuctions", imageKeys: [`avatars/${ann.id}/1`] });
    const row = await env.DB.prepare("SELECT * FROM users WHERE id = ?").bind(ann.id).first();
    expect(row).toMatchObject({ first_name: "Deleted", last_name: "user", image_key: null, deleted_at: 1_000 });
    expect(JSON.stringify(row)).not.toContain("example.com");
  });

  it.each(DELETION_STEPS)(
    "the deletion of an account is continued by the alarm after a crash before the step %s",
    async (step: DeletionStep) => {
      const ann = aPerson("Ann");
      await aUserRow(ann.id);
      const inbox = env.INBOX.getByName(ann.id);
      await runInDurableObject(inbox, async (_inbox, state) => {
        state.storage.kv.put("userId", ann.id);
        state.storage.kv.put(STORED_DELETION, {
          step,
          auctionIds: [],
          imageKeys: step === "lockOut" ? [] : [`avatars/${ann.id}/1`],
        });
        await state.storage.setAlarm(Date.now() + 60_000);
      });
      if (step === "deletePerson") await env.IMAGE_BUCKET.delete(`avatars/${ann.id}/1`);
      expect(await runDurableObjectAlarm(inbox)).toBe(true);
      await expectDeleted(ann.id);
    },
  );
});
