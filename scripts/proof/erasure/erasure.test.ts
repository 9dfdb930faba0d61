/**
 * The end of an account, down to the files: a person signs up with a photo, sells, bids, is outbid and leaves. Then the
 * runtime is stopped, and every byte of every database file and bucket is searched for them, free pages included.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, it, vi } from "vitest";
import { z } from "zod";

import { loginAnswer } from "../../../worker/contract/account.ts";
import { placeBidAnswer } from "../../../worker/contract/bid.ts";
import { freePort } from "../torture/free-port.ts";
import { LocalRuntime } from "../torture/local-runtime.ts";
import { Person } from "../torture/person.ts";
import { takeOverLogs, tracesOf } from "./traces.ts";

const DAY_MS = 86_400_000;
const mark = crypto.randomUUID().slice(0, 8);
const EMAIL = `canary-${mark}@leaving.example`;
const LAST_NAME = `Leavington${mark}`;
const PASSWORD = `Leaving-House-${mark}`;
/** A PNG of one pixel. */
const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

const LOCAL_NOTES = path.join("v3", "observability");

const stateDir = await mkdtemp(path.join(tmpdir(), "lotline-erasure-"));
const runtime = new LocalRuntime({ port: await freePort(), stateDir, vars: { LIMIT_SCALE: "1000" } });

afterAll(async () => {
  await runtime.kill();
  await rm(stateDir, { recursive: true, force: true });
});

class Leaver {
  #cookie = "";
  id = "";

  async ask(method: string, where: string, body?: FormData | Record<string, unknown>, key?: string): Promise<Response> {
    const json = body !== undefined && !(body instanceof FormData);
    const headers = {
      cookie: this.#cookie,
      ...(json && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    };
    const content = json ? JSON.stringify(body) : (body ?? null);
    return fetch(`${runtime.url}/api/v1${where}`, { method, headers, body: content });
  }

  async signUp(): Promise<void> {
    const form = new FormData();
    const names = { firstName: "Jane", lastName: LAST_NAME, email: EMAIL };
    for (const [name, value] of Object.entries({ ...names, password: PASSWORD, confirmPassword: PASSWORD })) {
      form.set(name, value);
    }
    form.set("image", new File([PHOTO], "me.png", { type: "image/png" }));
    expect((await this.ask("POST", "/auth/signup", form)).status).toBe(201);
    const entered = await this.ask("POST", "/auth/login", { email: EMAIL, password: PASSWORD });
    this.id = loginAnswer.parse(await entered.json()).user._id;
    this.#cookie = (entered.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  }

  get token(): string {
    return this.#cookie.split("=")[1] ?? "";
  }
}

it("leaves nothing of the person in any file", { timeout: 600_000 }, async () => {
  await runtime.prepare();
  await runtime.start();
  const seller = new Person(runtime.url, `seller-${mark}@staying.example`);
  const rival = new Person(runtime.url, `rival-${mark}@staying.example`);
  await seller.signUp();
  await rival.signUp();
  const lot = await seller.list("Lasting lot", 100, Date.now() + 9 * DAY_MS);
  const leaver = new Leaver();
  await leaver.signUp();
  const own = new FormData();
  const fields = { title: `Own lot ${mark}`, description: "Goes with me.", category: "antiques", startingPrice: "100" };
  for (const [name, value] of Object.entries(fields)) own.set(name, value);
  own.set("auctionDate", new Date(Date.now() + 9 * DAY_MS).toISOString());
  own.set("image", new File([PHOTO], "lot.png", { type: "image/png" }));
  expect((await leaver.ask("POST", "/auction/createAuction", own)).status).toBe(201);
  const bid = await leaver.ask("POST", "/bid/placeBid", { productId: lot, bidAmount: 100 }, `bid-of-${mark}`);
  expect(placeBidAnswer.parse(await bid.json()).newBid.bidder.lastName).toBe(LAST_NAME);
  const outbid = await rival.call("POST", "/bid/placeBid", placeBidAnswer, { productId: lot, bidAmount: 200 });
  expect(outbid.ok).toBe(true);
  const texts = [EMAIL, LAST_NAME, PASSWORD, leaver.token];
  // They were there: otherwise finding nothing afterwards would say nothing.
  expect(await tracesOf([EMAIL, LAST_NAME], stateDir)).not.toEqual([]);

  expect((await leaver.ask("DELETE", "/user/delete-account", { password: PASSWORD })).status).toBe(200);
  await vi.waitFor(
    async () => {
      const seen = await rival.see(lot);
      expect(JSON.stringify(seen)).not.toContain(LAST_NAME);
      const again = await leaver.ask("POST", "/auth/login", { email: EMAIL, password: PASSWORD });
      expect(again.status).toBe(401);
      expect(z.object({ success: z.literal(false) }).safeParse(await again.json()).success).toBe(true);
    },
    { timeout: 60_000, interval: 500 },
  );
  await runtime.stop();
  expect(await takeOverLogs(stateDir)).toBeGreaterThan(3);
  const traces = await tracesOf(texts, stateDir);
  // The local tool's own notes of what was called: it is no part of what is deployed.
  expect(traces.filter((trace) => !trace.startsWith(LOCAL_NOTES))).toEqual([]);
});
