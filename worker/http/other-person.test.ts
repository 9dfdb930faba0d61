import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { requestWith } from "../testing/bindings.ts";
import { anAdmin, expectRefusal, expectRefusalIn, ORIGIN, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf } from "../testing/selling.ts";

const fromPageOf = (personId: string, cookie: string) => ({ cookie, headers: { "x-person": personId } });

it("T5: a bid from a page loaded for another account is rejected", async () => {
  const { id } = await aListing();
  const [pagePerson, other] = [await someoneSignedIn(), await someoneSignedIn()];
  // Twice, so that nothing this isolate remembers makes a difference.
  for (let round = 0; round < 2; round += 1) {
    const call = {
      method: "POST",
      json: { productId: id, bidAmount: 100 + round },
      ...fromPageOf(pagePerson.id, other.cookie),
    };
    await expectRefusalIn(await requestWith(env, "/bid/placeBid", call), "not_signed_in", 401);
  }
  expect(await detailsOf(id)).toMatchObject({ bidCount: 0 });
  const call = { method: "POST", json: { productId: id, bidAmount: 150 }, ...fromPageOf(other.id, other.cookie) };
  expect((await requestWith(env, "/bid/placeBid", call)).status).toBe(201);
  // A program sends no person, so its bid is accepted.
  await bid(id, 200, pagePerson.cookie);
});

it("a page loaded for another account can't change the signed-in person's data", async () => {
  const [pagePerson, other] = [await someoneSignedIn(), await someoneSignedIn()];
  const call = { method: "PATCH", ...fromPageOf(pagePerson.id, other.cookie) };
  await expectRefusalIn(await requestWith(env, "/auction/notifications/mark-read", call), "not_signed_in", 401);
  const profile = await request("/user/profile", { cookie: other.cookie, headers: { origin: ORIGIN } });
  expect(profile.status).toBe(200);
});

it("a page loaded for another account can't use the signed-in admin's rights", async () => {
  const [pagePerson, admin] = [await someoneSignedIn(), await anAdmin()];
  await expectRefusal("not_found", 404, "/moderation", fromPageOf(pagePerson.id, admin.cookie));
  expect((await request("/moderation", fromPageOf(admin.id, admin.cookie))).status).toBe(200);
});
