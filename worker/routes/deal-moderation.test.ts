/** What admins see and decide about deals, and what is recorded of that. */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { adminDealsAnswer, readDealAnswer } from "../contract/deal-moderation.ts";
import { doneAnswer } from "../contract/fields.ts";
import { anAddress } from "../testing/builders.ts";
import { aSale, dealOf, posting, step } from "../testing/deals.ts";
import { anAdmin, ask, expectRefusal, someoneSignedIn } from "../testing/http.ts";

async function aDispute() {
  const sale = await aSale();
  await step(sale.dealId, sale.buyer, "delivery", { delivery: "address", address: anAddress(), note: "Ring twice" });
  await step(sale.dealId, sale.buyer, "paid");
  await step(sale.dealId, sale.buyer, "dispute", { reason: "Nothing came" });
  return sale;
}
const actionsOn = async (auctionId: string) =>
  (
    await env.DB.prepare("SELECT act, reason FROM moderation_acts WHERE target_id = ? ORDER BY id")
      .bind(auctionId)
      .all()
  ).results;

it("admins find disputes, and read one with a reason that is recorded", async () => {
  const [{ id, dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  const { deals } = await ask(adminDealsAnswer, "/moderation/deals?limit=100", { cookie: admin.cookie });
  expect(deals.find(({ _id }) => _id === dealId)).toMatchObject({
    auctionId: id,
    state: "paid",
    disputedBy: "buyer",
    buyer: { _id: buyer.id },
    seller: { _id: seller.id },
    dueAt: null,
  });
  expect(JSON.stringify(deals)).not.toContain("Ring twice");
  const path = `/moderation/deals/${dealId}/read`;
  await expectRefusal("invalid_input", 400, path, posting(admin.cookie));
  expect(await actionsOn(id)).toEqual([]);
  const read = await ask(readDealAnswer, path, posting(admin.cookie, { reason: "The buyer reported it" }));
  expect(read.deal).toMatchObject({ address: anAddress(), disputedBy: "buyer" });
  expect(read.deal.events.map(({ note }) => note)).toEqual([null, "Ring twice", null, "Nothing came"]);
  expect(await actionsOn(id)).toEqual([{ act: "readDeal", reason: "The buyer reported it" }]);
});

it("an admin closes a deal for one side, for good, and both are told", async () => {
  const [{ id, dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  const path = `/moderation/deals/${dealId}/close`;
  const json = { favor: "buyer", reason: "No proof of dispatch" };
  await ask(doneAnswer, path, posting(admin.cookie, json));
  for (const person of [buyer, seller]) {
    expect(await dealOf(dealId, person)).toMatchObject({ state: "closed", outcome: "forBuyer", steps: [] });
  }
  const { details } = await expectRefusal(
    "step_not_possible",
    409,
    path,
    posting(admin.cookie, { ...json, favor: "seller" }),
  );
  expect(details).toEqual({ state: "closed" });
  expect(await actionsOn(id)).toEqual([{ act: "closeDeal", reason: "No proof of dispatch" }]);
  // The item can be listed again.
  await vi.waitFor(async () => {
    const row = await env.DB.prepare("SELECT winner_id FROM auctions WHERE id = ?").bind(id).first();
    expect(row).toEqual({ winner_id: null });
  });
});

it("nobody else finds these calls", async () => {
  const { dealId, buyer } = await aDispute();
  for (const { cookie } of [buyer, await someoneSignedIn()]) {
    await expectRefusal("not_found", 404, `/moderation/deals/${dealId}/read`, posting(cookie, { reason: "Curious" }));
    await expectRefusal(
      "not_found",
      404,
      `/moderation/deals/${dealId}/close`,
      posting(cookie, { reason: "x", favor: "buyer" }),
    );
  }
});
