/** Headers of any length are refused or ignored. None is copied into storage, into the log or into another object. */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { newId } from "../../../worker/testing/builders.ts";
import {
  anEmail,
  expectRefusal,
  PASSWORD,
  request,
  signupFields,
  someoneSignedIn,
} from "../../../worker/testing/http.ts";
import { aListing, listingFields, placing } from "../../../worker/testing/selling.ts";
import { everythingStored } from "./stores.ts";

/** A unique text of sixty kilobytes, half of what the platform accepts in all headers. */
function aLongText() {
  const mark = newId();
  return { mark, text: mark.repeat(60 * 32) };
}

it("the API refuses a long idempotency key", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const { text } = aLongText();
  await expectRefusal("invalid_input", 400, "/bid/placeBid", placing(id, 100, cookie, text));
  const headers = { "idempotency-key": text };
  const form = listingFields();
  await expectRefusal("invalid_input", 400, "/auction/createAuction", { method: "POST", cookie, headers, form });
});

it("the server neither stores nor logs a long header", async () => {
  const { mark, text } = aLongText();
  const logged = ["log", "warn", "error"].map((level) => vi.spyOn(console, level as "log"));
  const headers = {
    "user-agent": `Mozilla/5.0 Firefox/150 ${text}`,
    "x-other": text,
    "accept-language": text,
    referer: `https://example.com/${text}`,
    "cf-connecting-ip": "203.0.113.9",
  };
  const email = anEmail();
  const called = async (path: string, call: Parameters<typeof request>[1]) =>
    (await request(path, { ...call, headers: { ...headers, ...call?.headers } })).status;
  expect(await called("/auth/signup", { method: "POST", form: signupFields({ email }) })).toBe(201);
  expect(await called("/auth/login", { method: "POST", json: { email, password: PASSWORD } })).toBe(200);
  const { id } = await aListing();
  const bidder = await someoneSignedIn();
  expect(await called("/bid/placeBid", placing(id, 100, bidder.cookie))).toBe(201);
  const upgrade = { upgrade: "websocket" };
  const live = await request(`/auction/${id}/live`, { cookie: bidder.cookie, headers: { ...headers, ...upgrade } });
  const inbox = await request("/user/live", { cookie: bidder.cookie, headers: { ...headers, ...upgrade } });
  for (const { webSocket } of [live, inbox]) webSocket?.accept();
  await env.AUCTION_ROOM.getByName(id).reconcile();
  const stored = await everythingStored({ auctions: [id], people: [bidder.id], limits: ["network 203.0.113.9"] });
  expect(stored.length).toBeGreaterThan(10);
  expect(stored.filter((place) => place.text.includes(mark)).map(({ place }) => place)).toEqual([]);
  expect(logged.flatMap(({ mock }) => mock.calls.flat()).filter((line) => String(line).includes(mark))).toEqual([]);
  for (const spy of logged) spy.mockRestore();
  for (const { webSocket } of [live, inbox]) webSocket?.close();
});
