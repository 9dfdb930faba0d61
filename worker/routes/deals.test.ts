/** The deal after a sale, as its buyer, its seller and everyone else see it. */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { ownAuctionsResponse } from "../contract/auction.ts";
import { certificateResponse } from "../contract/certificate.ts";
import {
  dealCountsResponse,
  dealsResponse,
  instructionsResponse,
  ownAddressResponse,
  secondChanceResponse,
} from "../contract/deal.ts";
import { anAddress, DAY_MS, HOUR_MS } from "../testing/builders.ts";
import {
  aDoneSale,
  aSale,
  anEndedAuction,
  signInAgain,
  dealOf,
  finishDeal,
  runLater,
  postCall,
  takeStep,
  sweepNow,
} from "../testing/deals.ts";
import { deleteAccount } from "../testing/deletions.ts";
import {
  anAdmin,
  requestJson,
  expectRefusal,
  renewSessionCookie,
  request,
  type SignedIn,
  type Someone,
  someoneSignedIn,
} from "../testing/http.ts";
import { setTrust, takeAction } from "../testing/moderation.ts";
import { notificationTextsOf } from "../testing/notifications.ts";
import { removePassword } from "../testing/passwords.ts";
import { aListing, bid, detailsOf, placeBidCall } from "../testing/selling.ts";

const TO_ADDRESS = { delivery: "address", address: anAddress() };

const countsOf = async ({ cookie }: Pick<Someone, "cookie">) =>
  (await requestJson(dealCountsResponse, "/deals/counts", { cookie })).counts;
const idsIn = async (view: string, { cookie }: Pick<Someone, "cookie">) =>
  (await requestJson(dealsResponse, `/deals?view=${view}`, { cookie })).deals.map(({ _id }) => _id);

const ownAuctionsOf = async ({ cookie }: Pick<Someone, "cookie">) =>
  (await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie })).auctions;

/** An admin hides or shows a sold item. Waits until D1 has the change. */
async function hideOrShowItem(id: string, action: "hide" | "show"): Promise<void> {
  await takeAction(`listings/${id}/${action}`, await anAdmin());
  await vi.waitFor(async () => {
    const phase = await env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(id).first("phase");
    expect(phase).toBe(action === "hide" ? "hidden" : "closed");
  });
}

describe("deals", () => {
  it("a deal goes from the sale to delivery and shows each side its next step", { timeout: 60_000 }, async () => {
    const details = JSON.stringify({
      condition: "good",
      shipping: "price",
      shippingPrice: 12.5,
      returns: "14days",
      location: "Leeds, UK",
    });
    const { id, dealId, seller, buyer } = await aSale({ details });
    await requestJson(instructionsResponse, "/user/payment-instructions", {
      method: "PUT",
      cookie: seller.cookie,
      json: { instructions: "IBAN DE02 1203 0000 0000 2020 51" },
    });
    expect(await dealOf(id, buyer)).toMatchObject({
      _id: dealId,
      auctionId: id,
      side: "buyer",
      title: "A Regency mahogany bureau",
      other: { _id: seller.id, firstName: "Sue" },
      otherEmail: seller.email,
      price: 500,
      total: 512.5,
      details: { shipping: "price", shippingPrice: 12.5, returns: "14days", location: "Leeds, UK" },
      state: "open",
      nextStep: "chooseDelivery",
      needsMe: true,
      instructions: "IBAN DE02 1203 0000 0000 2020 51",
      address: null,
      events: [{ seq: 1, by: "clock", type: "opened", note: null }],
    });
    expect(await dealOf(dealId, seller)).toMatchObject({ side: "seller", needsMe: false, nextStep: null });
    expect([await countsOf(buyer), await countsOf(seller)]).toEqual([
      { buying: 1, selling: 0, needsMe: 1, toRate: 0 },
      { buying: 0, selling: 1, needsMe: 0, toRate: 0 },
    ]);
    expect([await idsIn("needsMe", buyer), await idsIn("selling", seller), await idsIn("buying", seller)]).toEqual([
      [dealId],
      [dealId],
      [],
    ]);

    await takeStep(dealId, buyer, "delivery", { ...TO_ADDRESS, save: true, note: "Ring twice" });
    expect(await requestJson(ownAddressResponse, "/user/address", { cookie: buyer.cookie })).toMatchObject({
      address: anAddress(),
    });
    expect(await dealOf(dealId, seller)).toMatchObject({ state: "ready", address: anAddress(), nextStep: "markPaid" });
    await vi.waitFor(async () =>
      expect(await notificationTextsOf(seller)).toContain(
        'dealStep: The buyer gave a delivery address for "A Regency mahogany bureau"',
      ),
    );
    expect(await takeStep(dealId, buyer, "paid")).toMatchObject({ state: "paid", nextStep: null, needsMe: false });
    expect(await countsOf(seller)).toEqual({ buying: 0, selling: 1, needsMe: 1, toRate: 0 });
    const shipment = { carrier: "Royal Mail", trackingNumber: "RM 123" };
    expect(await takeStep(dealId, seller, "sent", shipment)).toMatchObject({ state: "sent", ...shipment });
    const finishedDeal = await takeStep(dealId, buyer, "received", { note: "Lovely" });
    expect(finishedDeal).toMatchObject({ state: "done", steps: [], instructions: null, dueAt: null, ...shipment });
    expect(finishedDeal.events.map(({ by, type, note }) => [by, type, note])).toEqual([
      ["clock", "opened", null],
      ["buyer", "deliveryChosen", "Ring twice"],
      ["buyer", "paid", null],
      ["seller", "sent", null],
      ["buyer", "received", "Lovely"],
    ]);
    await vi.waitFor(async () => {
      expect(await notificationTextsOf(seller)).toContain('dealStep: The buyer received "A Regency mahogany bureau"');
      expect(await notificationTextsOf(buyer)).toContain('dealStep: The seller sent "A Regency mahogany bureau"');
    });
    expect(await countsOf(buyer)).toEqual({ buying: 0, selling: 0, needsMe: 0, toRate: 1 });
  });

  it("a deal step counts once, even if repeated, concurrent or from both sides", async () => {
    const { dealId, seller, buyer } = await aSale();
    const { details } = await expectRefusal("step_not_possible", 409, `/deals/${dealId}/sent`, postCall(seller.cookie));
    expect(details).toEqual({ state: "open" });
    const incomplete = { ...TO_ADDRESS, address: { ...anAddress(), city: " " } };
    const path = `/deals/${dealId}/delivery`;
    const { fields } = await expectRefusal("invalid_input", 400, path, postCall(buyer.cookie, incomplete));
    expect(fields).toEqual({ "address.city": ["Enter a town or city"] });
    await takeStep(dealId, buyer, "delivery", TO_ADDRESS);
    expect(await takeStep(dealId, buyer, "delivery", TO_ADDRESS)).toMatchObject({
      state: "ready",
      events: { length: 2 },
    });
    const deals = await Promise.all([buyer, seller, buyer, seller].map((person) => takeStep(dealId, person, "paid")));
    for (const deal of deals) expect(deal).toMatchObject({ state: "paid", events: { length: 3 } });
    const { results } = await env.DB.prepare("SELECT seq, fact FROM deal_events WHERE deal_id = ? ORDER BY seq")
      .bind(dealId)
      .all();
    expect(results).toHaveLength(3);
    await expect(env.DB.prepare("DELETE FROM deal_events WHERE deal_id = ?").bind(dealId).run()).rejects.toThrow(
      "deal events are only added",
    );
  });

  it("a deal canceled by agreement lets the seller list the item again", async () => {
    const { id, dealId, seller, buyer } = await aSale();
    await takeStep(dealId, seller, "ask-cancel", { note: "It broke" });
    expect(await dealOf(dealId, buyer)).toMatchObject({ cancelRequestedBy: "seller", needsMe: true });
    await expectRefusal("step_not_possible", 409, `/deals/${dealId}/agree-cancel`, postCall(seller.cookie));
    expect(await takeStep(dealId, buyer, "agree-cancel")).toMatchObject({ state: "cancelled", nextStep: null });
    await vi.waitFor(async () => {
      const row = await env.DB.prepare("SELECT winner_id FROM auctions WHERE id = ?").bind(id).first();
      expect(row).toEqual({ winner_id: null });
    });
    expect(await detailsOf(id)).toMatchObject({ status: "Expired", winner: null, buyerReleased: true });
    const { statement } = await requestJson(certificateResponse, `/auction/${id}/certificate`);
    expect(statement).toMatchObject({ status: "Expired", winner: null, price: null });
    const relistCall = postCall(seller.cookie, { auctionEndTime: new Date(Date.now() + 3 * DAY_MS).toISOString() });
    expect((await request(`/auction/${id}/relist`, relistCall)).status).toBe(201);
  });

  it("a deal is closed when its auction is voided", async () => {
    const { id, dealId, seller } = await aSale();
    await env.AUCTION_ROOM.getByName(id).voidAuction("Stolen goods");
    await vi.waitFor(async () =>
      expect(await dealOf(dealId, seller)).toMatchObject({ state: "closed", outcome: "voided", steps: [] }),
    );
  });

  it("a disputed deal doesn't end automatically until the dispute is settled", async () => {
    const { dealId, seller, buyer } = await aSale();
    await takeStep(dealId, buyer, "delivery", { delivery: "pickUp" });
    await takeStep(dealId, seller, "paid");
    await takeStep(dealId, seller, "handed-over");
    await expectRefusal("invalid_input", 400, `/deals/${dealId}/dispute`, postCall(buyer.cookie, { reason: " " }));
    expect(await takeStep(dealId, buyer, "dispute", { reason: "The box was empty" })).toMatchObject({
      disputedBy: "buyer",
      dueAt: null,
    });
    await runLater(30 * DAY_MS, async () => {
      await sweepNow();
      const returningBuyer = await signInAgain(buyer);
      expect(await dealOf(dealId, returningBuyer)).toMatchObject({ state: "sent" });
      expect(await takeStep(dealId, returningBuyer, "settle")).toMatchObject({ state: "sent", disputedBy: null });
    });
  });
});

it("repeating a deal step with different text is refused and keeps the first text", async () => {
  const { dealId, seller, buyer } = await aSale();
  const repeat = async (person: Someone, name: string, first: object, other: object) => {
    await takeStep(dealId, person, name, first);
    await takeStep(dealId, person, name, first);
    await expectRefusal("step_taken", 409, `/deals/${dealId}/${name}`, postCall(person.cookie, other));
  };
  await takeStep(dealId, buyer, "delivery", TO_ADDRESS);
  const { events } = await takeStep(dealId, buyer, "delivery", { ...TO_ADDRESS, note: "Ring twice" });
  expect(events.at(-1)).toMatchObject({ type: "deliveryChosen", note: "Ring twice" });
  await repeat(buyer, "paid", { note: "Today" }, { note: "Yesterday" });
  await repeat(seller, "sent", { carrier: "Royal Mail" }, { carrier: "Royal Mail", trackingNumber: "RM 123" });
  await takeStep(dealId, seller, "sent");
  await repeat(seller, "dispute", { reason: "It came back" }, { reason: "It's damaged" });
  const deal = await dealOf(dealId, seller);
  expect(deal).toMatchObject({ carrier: "Royal Mail", trackingNumber: null });
  expect(deal.events.map(({ note }) => note)).toEqual([null, null, "Ring twice", "Today", null, "It came back"]);
});

describe("unpaid deals", () => {
  it("a deal is unpaid after four days, even before the sweep has run", async () => {
    const { dealId, seller, buyer } = await aSale();
    await runLater(4 * DAY_MS + HOUR_MS, async () => {
      const [sue, ann] = [await signInAgain(seller), await signInAgain(buyer)];
      expect(await dealOf(dealId, ann)).toMatchObject({ state: "unpaid", nextStep: null });
      expect(await dealOf(dealId, sue)).toMatchObject({ state: "unpaid", nextStep: "endUnpaid", nextOffer: null });
      expect([await idsIn("needsMe", sue), await idsIn("needsMe", ann)]).toEqual([[dealId], []]);
      const json = { choice: "secondChance" };
      await expectRefusal("no_next_bidder", 409, `/deals/${dealId}/end-unpaid`, postCall(sue.cookie, json));
      await sweepNow();
      await vi.waitFor(async () => {
        expect(await notificationTextsOf(sue)).toContain(
          'dealUnpaid: The buyer didn\'t pay for "A Regency mahogany bureau" in time. Choose what happens next.',
        );
        expect(await notificationTextsOf(ann)).toContain(
          'dealUnpaid: You didn\'t pay for "A Regency mahogany bureau" in time. ' +
            "You've left 1 deal unpaid within a year. After 3, you can no longer bid or buy.",
        );
      });
      const ended = await takeStep(dealId, sue, "end-unpaid", { choice: "listAgain" });
      expect(ended).toMatchObject({ state: "closed", outcome: "listAgain", secondChanceId: null });
      expect(ended.events.map(({ type }) => type)).toEqual(["opened", "unpaid", "closed"]);
    });
  });

  it("a buyer who hasn't paid is reminded after two days and after three", async () => {
    const { dealId, buyer } = await aSale();
    for (const [days, hours] of [
      [2, 47],
      [3, 23],
    ] as const) {
      await runLater(days * DAY_MS + HOUR_MS, async () => {
        await sweepNow();
        await sweepNow();
        const reminders = (await notificationTextsOf(await signInAgain(buyer))).filter((message) =>
          message.startsWith("dealReminder"),
        );
        expect(reminders).toEqual([`dealReminder: Pay for "A Regency mahogany bureau" within ${hours} hours`]);
      });
    }
    const row = await env.DB.prepare("SELECT remind_at FROM deals WHERE id = ?").bind(dealId).first();
    expect(row).toEqual({ remind_at: null });
  });

  it("the buyer of a hidden item is reminded to pay only once it's shown again", async () => {
    const { id, buyer } = await aSale();
    await hideOrShowItem(id, "hide");
    await runLater(2 * DAY_MS + HOUR_MS, async () => {
      await sweepNow();
      expect((await notificationTextsOf(await signInAgain(buyer))).join()).not.toContain("dealReminder");
      await hideOrShowItem(id, "show");
      await sweepNow();
      expect((await notificationTextsOf(await signInAgain(buyer))).join()).toContain("dealReminder");
    });
  });

  it("an unpaid item is publicly offered to the next bidder at their highest bid", { timeout: 60_000 }, async () => {
    const { id, dealId, seller, bidders } = await anEndedAuction(100, 140, 150);
    const [, bob, cem] = bidders;
    if (!bob || !cem) throw new Error("three bidders");
    await runLater(9 * DAY_MS, async () => {
      const [sue, next, winner] = [await signInAgain(seller), await signInAgain(bob), await signInAgain(cem)];
      expect(await dealOf(dealId, sue)).toMatchObject({ state: "unpaid", nextOffer: 140 });
      const offeredDeal = await takeStep(dealId, sue, "end-unpaid", { choice: "secondChance" });
      expect(offeredDeal).toMatchObject({ state: "closed", outcome: "secondChance", secondChanceId: `${id}-2` });
      // Sending it again makes the same offer.
      await takeStep(dealId, sue, "end-unpaid", { choice: "secondChance" });
      expect(await dealOf(id, winner)).toMatchObject({ _id: dealId, state: "closed", secondChanceId: null });
      const fetchSecondChance = () => requestJson(secondChanceResponse, `/auction/${id}/second-chance`);
      expect((await fetchSecondChance()).secondChance).toMatchObject({ price: 140, currency: "USD", state: "offered" });
      await vi.waitFor(async () =>
        expect(await notificationTextsOf(next)).toContain(
          'secondChance: You can buy "A Regency mahogany bureau" for $140, because the winner didn\'t pay. Answer within 48 hours.',
        ),
      );
      expect(await dealOf(id, next)).toMatchObject({ _id: `${id}-2`, state: "offered", otherEmail: null, price: 140 });
      await expectRefusal("deal_not_found", 404, `/deals/${id}-2/accept`, postCall(winner.cookie));
      await expectRefusal("not_your_step", 403, `/deals/${id}-2/accept`, postCall(sue.cookie));
      const json = { auctionEndTime: new Date(Date.now() + 3 * DAY_MS).toISOString() };
      await vi.waitFor(() => expectRefusal("deal_open", 409, `/auction/${id}/relist`, postCall(sue.cookie, json)));
      expect(await ownAuctionsOf(sue)).toMatchObject([{ _id: id, status: "Expired", secondSale: "open" }]);
      expect(await takeStep(`${id}-2`, next, "accept")).toMatchObject({ state: "open", otherEmail: seller.email });
      expect((await fetchSecondChance()).secondChance).toMatchObject({ state: "accepted" });
      expect(await takeStep(`${id}-2`, next, "delivery", TO_ADDRESS)).toMatchObject({ state: "ready" });
      await finishDeal(`${id}-2`, { seller: sue, buyer: next });
      await expectRefusal("not_expired", 409, `/auction/${id}/relist`, postCall(sue.cookie, json));
      expect(await ownAuctionsOf(sue)).toMatchObject([{ _id: id, status: "Expired", secondSale: "done" }]);
    });
  });

  it("a second chance skips bidders who are blocked or have withdrawn a bid", async () => {
    const { id, dealId, seller, bidders } = await anEndedAuction(100, 120, 140, 150);
    const [, bob, cem] = bidders;
    await env.DB.prepare("UPDATE bids SET withdrawn = 1 WHERE auction_id = ? AND bidder_id = ?")
      .bind(id, cem?.id)
      .run();
    await env.DB.prepare("INSERT INTO blocks VALUES (?, ?, 0)").bind(seller.id, bob?.id).run();
    await runLater(9 * DAY_MS, async () => {
      expect(await dealOf(dealId, await signInAgain(seller))).toMatchObject({ nextOffer: 100 });
    });
  });

  it("a hidden item can't be offered to the next bidder", async () => {
    const { id, dealId, seller } = await anEndedAuction(100, 150);
    await hideOrShowItem(id, "hide");
    await runLater(9 * DAY_MS, async () => {
      const sue = await signInAgain(seller);
      expect(await dealOf(dealId, sue)).toMatchObject({ state: "unpaid", nextOffer: null });
      const offerCall = postCall(sue.cookie, { choice: "secondChance" });
      await expectRefusal("no_next_bidder", 409, `/deals/${dealId}/end-unpaid`, offerCall);
    });
  });

  it("a second chance can't be accepted while its item is hidden", async () => {
    const { id, dealId, seller, bidders } = await anEndedAuction(100, 150);
    await runLater(9 * DAY_MS, async () => {
      const [sue, ann] = [await signInAgain(seller), await signInAgain(bidders[0] ?? seller)];
      await takeStep(dealId, sue, "end-unpaid", { choice: "secondChance" });
      await hideOrShowItem(id, "hide");
      await expectRefusal("listing_hidden", 409, `/deals/${id}-2/accept`, postCall(ann.cookie));
      expect(await dealOf(id, ann)).toMatchObject({ state: "offered", otherEmail: null });
      await hideOrShowItem(id, "show");
      expect(await takeStep(`${id}-2`, ann, "accept")).toMatchObject({ state: "open" });
      await hideOrShowItem(id, "hide");
      expect(await takeStep(`${id}-2`, ann, "accept")).toMatchObject({ state: "open" });
    });
  });

  it("someone stopped from bidding can't accept a second chance", async () => {
    const { id, dealId, seller, bidders } = await anEndedAuction(100, 150);
    await runLater(9 * DAY_MS, async () => {
      const [sue, ann] = [await signInAgain(seller), await signInAgain(bidders[0] ?? seller)];
      await takeStep(dealId, sue, "end-unpaid", { choice: "secondChance" });
      await env.DB.prepare("UPDATE users SET bidding_stopped_at = 1 WHERE id = ?").bind(ann.id).run();
      await expectRefusal("bidding_stopped", 403, `/deals/${id}-2/accept`, postCall(ann.cookie));
      await takeAction(`people/${ann.id}/allowBidding`, await anAdmin());
      expect(await takeStep(`${id}-2`, ann, "accept")).toMatchObject({ state: "open" });
    });
  });

  it.each([
    ["voids the auction", "voided", (id: string, admin: SignedIn) => takeAction(`listings/${id}/void`, admin)],
    [
      "closes the deal",
      "forBuyer",
      (id: string, admin: SignedIn) => takeAction(`deals/${id}-2/close`, admin, { favor: "buyer" }),
    ],
  ] as const)("an unaccepted second chance shows no email after an admin %s", async (_what, outcome, end) => {
    const { id, dealId, seller, bidders } = await anEndedAuction(100, 150);
    await runLater(9 * DAY_MS, async () => {
      const [sue, ann] = [await signInAgain(seller), await signInAgain(bidders[0] ?? seller)];
      await takeStep(dealId, sue, "end-unpaid", { choice: "secondChance" });
      await end(id, await anAdmin());
      for (const person of [sue, ann]) {
        await vi.waitFor(async () =>
          expect(await dealOf(`${id}-2`, person)).toMatchObject({ state: "closed", outcome, otherEmail: null }),
        );
      }
    });
  });

  it("an item can be listed again if no one answers the second chance", async () => {
    const { id, dealId, seller } = await anEndedAuction(100, 150);
    await runLater(9 * DAY_MS, async () =>
      takeStep(dealId, await signInAgain(seller), "end-unpaid", { choice: "secondChance" }),
    );
    await runLater(12 * DAY_MS, async () => {
      const sue = await signInAgain(seller);
      expect(await dealOf(`${id}-2`, sue)).toMatchObject({ state: "closed", outcome: "lapsed" });
      expect((await ownAuctionsOf(sue)).map(({ secondSale }) => secondSale)).toEqual([undefined]);
      await sweepNow();
      const json = { auctionEndTime: new Date(Date.now() + 3 * DAY_MS).toISOString() };
      expect((await request(`/auction/${id}/relist`, postCall(sue.cookie, json))).status).toBe(201);
    });
  });
});

it("three unpaid deals in a year stop a person's bidding until an admin allows it", async () => {
  const buyer = await someoneSignedIn("Ann");
  for (let count = 0; count < 3; count++) {
    const { dealId } = await aSale();
    await env.DB.prepare("UPDATE deals SET buyer_id = ? WHERE id = ?").bind(buyer.id, dealId).run();
  }
  await runLater(5 * DAY_MS, async () => {
    await sweepNow();
    const [ann, { id, auction }, admin] = [
      await signInAgain(buyer),
      await aListing({ buyNowPrice: "500" }),
      await anAdmin(),
    ];
    const bidCall = placeBidCall(auction._id, 100, ann.cookie);
    await vi.waitFor(async () =>
      expectRefusal("bidding_stopped", 403, "/bid/placeBid", {
        ...bidCall,
        cookie: await renewSessionCookie(ann.cookie),
      }),
    );
    const buyCall = postCall(await renewSessionCookie(ann.cookie), { price: 500 });
    await expectRefusal("bidding_stopped", 403, `/auction/${id}/buy`, buyCall);
    await takeAction(`people/${buyer.id}/allowBidding`, admin);
    await bid(id, 100, await renewSessionCookie(ann.cookie));
  });
});

it.each(["seller", "buyer"] as const)(
  "the %s of a deal can delete their account only once the deal has ended",
  async (side) => {
    const { id, dealId, seller, buyer } = await aSale();
    const person = side === "seller" ? seller : buyer;
    await removePassword(person);
    const deletion = { method: "DELETE", cookie: person.cookie };
    const { details } = await expectRefusal("account_in_deal", 409, "/user/delete-account", deletion);
    expect(details).toEqual({ deals: [{ _id: id, title: "A Regency mahogany bureau" }] });
    await takeStep(dealId, buyer, "delivery", { ...TO_ADDRESS, save: true, note: "By the door" });
    await takeStep(dealId, seller, "paid", { note: "Thank you" });
    await takeStep(dealId, seller, "sent", { trackingNumber: "RM 123" });
    await takeStep(dealId, buyer, "received");
    await deleteAccount(person);
    const other = side === "seller" ? buyer : seller;
    const shown = await dealOf(dealId, other);
    expect(shown).toMatchObject({
      state: "done",
      other: { firstName: "Deleted", lastName: "user" },
      otherEmail: null,
    });
    const notes = shown.events.flatMap(({ note }) => note ?? []);
    expect(notes).toEqual(side === "seller" ? ["By the door"] : ["Thank you"]);
    expect(shown.address).toEqual(side === "seller" ? anAddress() : null);
    const saved = await env.DB.prepare("SELECT 1 FROM addresses WHERE user_id = ?").bind(person.id).first();
    expect(saved).toBeNull();
  },
);

describe("finished deals", () => {
  const finishedAt = ({ id }: Someone) =>
    env.DB.prepare("SELECT finished_sale_at FROM users WHERE id = ?").bind(id).first("finished_sale_at");

  it("a deal with a known member counts as a finished sale for the other side", async () => {
    const sale = await aSale();
    await setTrust(sale.seller.id, "known");
    await finishDeal(sale.dealId, sale);
    expect(await finishedAt(sale.buyer)).toBeGreaterThan(0);
    expect(await finishedAt(sale.seller)).toBeNull();
  });

  it("a deal between two new members counts as a finished sale for neither", async () => {
    const sale = await aDoneSale();
    expect([await finishedAt(sale.seller), await finishedAt(sale.buyer)]).toEqual([null, null]);
  });

  it("a finished deal keeps notes and addresses for 180 days and its events forever", async () => {
    const sale = await aSale();
    const { dealId, seller, buyer } = sale;
    await takeStep(dealId, buyer, "delivery", { ...TO_ADDRESS, note: "Ring twice" });
    await takeStep(dealId, buyer, "paid");
    await takeStep(dealId, seller, "sent", { carrier: "Royal Mail", trackingNumber: "RM 123" });
    await takeStep(dealId, buyer, "received");
    await runLater(179 * DAY_MS, async () => {
      await sweepNow();
      expect(await dealOf(dealId, await signInAgain(seller))).toMatchObject({
        address: anAddress(),
        carrier: "Royal Mail",
      });
    });
    await runLater(181 * DAY_MS, async () => {
      await sweepNow();
      const shown = await dealOf(dealId, await signInAgain(seller));
      expect(shown).toMatchObject({ state: "done", address: null, carrier: null, trackingNumber: null });
      expect(shown.events.map(({ type, note }) => [type, note])).toContainEqual(["deliveryChosen", null]);
    });
  });
});

it("the sweep opens a deal for an older sale that has none", async () => {
  const { id, dealId, buyer } = await aSale();
  // As after a D1 restore. Events can't be deleted, so D1 still has the `opened` event.
  await env.DB.prepare("DELETE FROM deals WHERE id = ?").bind(dealId).run();
  await expectRefusal("deal_not_found", 404, `/deals/${id}`, { cookie: buyer.cookie });
  for (let runs = 0; runs < 2; runs++) await sweepNow(id.slice(0, 2));
  expect(await dealOf(id, buyer)).toMatchObject({ _id: dealId, state: "open", events: { length: 1 } });
});

it("a person can save, change and remove their address and payment instructions", async () => {
  const { cookie } = await someoneSignedIn();
  const fetchAddress = () => requestJson(ownAddressResponse, "/user/address", { cookie });
  expect((await fetchAddress()).address).toBeNull();
  await requestJson(ownAddressResponse, "/user/address", { method: "PUT", cookie, json: anAddress() });
  expect((await fetchAddress()).address).toEqual(anAddress());
  await requestJson(ownAddressResponse, "/user/address", { method: "DELETE", cookie });
  expect((await fetchAddress()).address).toBeNull();
  const saveInstructions = async (text: string) => {
    await requestJson(instructionsResponse, "/user/payment-instructions", {
      method: "PUT",
      cookie,
      json: { instructions: text },
    });
    return (await requestJson(instructionsResponse, "/user/payment-instructions", { cookie })).instructions;
  };
  expect([await saveInstructions("Cash"), await saveInstructions("")]).toEqual(["Cash", null]);
});
