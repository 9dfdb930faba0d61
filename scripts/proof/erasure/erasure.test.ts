/**
 * The deletion of an account, down to the files: a user signs up with a photo, sells, bids, is outbid and deletes the
 * account. Then the runtime is stopped, and every byte of every database file and bucket is searched for them, free
 * pages included.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, it, vi } from "vitest";
import { z } from "zod";

import { placeBidAnswer } from "../../../worker/contract/bid.ts";
import { User, valueOf } from "../../client/user.ts";
import { freePort } from "../../server/ports.mjs";
import { build, KillableRuntime } from "../torture/killable-runtime.ts";
import { changeRows, databaseWith, mergeLogs, occurrencesOf } from "./stored-bytes.ts";

const DAY_MS = 86_400_000;
const tag = crypto.randomUUID().slice(0, 8);
const EMAIL = `canary-${tag}@erased.example`;
const LAST_NAME = `Leavington${tag}`;
const PASSWORD = `Erased-Soon-${tag}`;
/** The name from before an admin replaced it by a neutral one. */
const HIDDEN_NAMES = [`Former${tag}`, `Formerly${tag}`] as const;
/** An address that waits for its link, and the halves of a passkey that the server has. */
const NEXT_EMAIL = `next-${tag}@erased.example`;
const PASSKEY = [`credential-${tag}`, `public-key-${tag}`] as const;
/** A PNG of one pixel. */
const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

const folder = await mkdtemp(path.join(tmpdir(), "lotline-erasure-"));
const stateDir = path.join(folder, "state");
const runtime = new KillableRuntime({ built: await build(folder), port: await freePort(), stateDir });

afterAll(async () => {
  await runtime.kill();
  await rm(folder, { recursive: true, force: true });
});

const bid = (user: User, productId: string, bidAmount: number, key?: string) =>
  user.call("POST", "/bid/placeBid", placeBidAnswer, { productId, bidAmount }, key);

it("a deleted account's data is in no file afterwards", { timeout: 600_000 }, async () => {
  await runtime.prepare({ LIMIT_SCALE: "1000", PASSWORD_PEPPER: "of this test alone" });
  const photo = (name: string) => new File([PHOTO], name, { type: "image/png" });
  const seller = new User(runtime.url, `seller-${tag}@staying.example`);
  const rival = new User(runtime.url, `rival-${tag}@staying.example`);
  const owner = new User(runtime.url, EMAIL, PASSWORD);
  await seller.signUp();
  await rival.signUp();
  await owner.signUp({ firstName: "Jane", lastName: LAST_NAME, image: photo("me.png") });
  const endsAt = Date.now() + 9 * DAY_MS;
  const lot = await seller.list("Lasting lot", 100, endsAt);
  await owner.list(`Own lot ${tag}`, 100, endsAt, { image: photo("lot.png") });
  expect(valueOf(await bid(owner, lot, 100, `bid-of-${tag}`)).newBid.bidder.lastName).toBe(LAST_NAME);
  expect((await bid(rival, lot, 200)).ok).toBe(true);
  const token = owner.headers["cookie"]?.split("=")[1] ?? "";
  expect(token).not.toBe("");
  await runtime.stop();
  const hideName = "UPDATE users SET hidden_first_name = ?, hidden_last_name = ? WHERE email = ?";
  expect(changeRows(await databaseWith("users", stateDir), hideName, [...HIDDEN_NAMES, EMAIL])).toBe(1);
  const users = await databaseWith("users", stateDir);
  const waiting =
    "INSERT INTO email_changes (user_id, id, email, expires_at) SELECT id, 'x', ?, ? FROM users WHERE email = ?";
  expect(changeRows(users, waiting, [NEXT_EMAIL, String(endsAt), EMAIL])).toBe(1);
  const passkey = `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, created_at)
    SELECT 'x', id, ?, ?, 0, '[]', 0 FROM users WHERE email = ?`;
  expect(changeRows(users, passkey, [...PASSKEY, EMAIL])).toBe(1);
  // Checks that the data was stored before; otherwise finding nothing afterwards would prove nothing.
  await mergeLogs(stateDir);
  for (const text of [EMAIL, LAST_NAME, ...HIDDEN_NAMES, NEXT_EMAIL, ...PASSKEY])
    expect(await occurrencesOf([text], stateDir)).not.toEqual([]);
  await runtime.start();

  const deleted = z.object({ success: z.literal(true) });
  valueOf(await owner.call("DELETE", "/user/delete-account", deleted, { password: PASSWORD }));
  await vi.waitFor(
    async () => {
      expect(JSON.stringify(valueOf(await rival.details(lot)))).not.toContain(LAST_NAME);
      expect(await owner.logIn()).toMatchObject({ ok: false, status: 401 });
    },
    { timeout: 60_000, interval: 500 },
  );
  await runtime.stop();
  expect(await mergeLogs(stateDir)).toBeGreaterThan(3);
  expect(
    await occurrencesOf([EMAIL, LAST_NAME, ...HIDDEN_NAMES, NEXT_EMAIL, ...PASSKEY, PASSWORD, token], stateDir),
  ).toEqual([]);
});
