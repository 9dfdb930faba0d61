/**
 * Attacks with bids from minute-old accounts, through the public API: revealing a maximum for free, and stopping an
 * auction with one huge bid. Also what a seller or an admin can do about such bids.
 */
import { expect, it, vi } from "vitest";

import { ownMaximumResponse, placeBidResponse, standingResponse } from "../contract/bid.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { listen } from "../testing/builders.ts";
import { anAdmin, requestJson, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { actionCall } from "../testing/moderation.ts";
import { notificationTextsOf } from "../testing/notifications.ts";
import { aListing, bid, detailsOf, placeBidCall } from "../testing/selling.ts";

const undoCall = (cookie: string) => ({ method: "DELETE", cookie });
const postCall = (cookie: string, json?: object) => ({ method: "POST", cookie, ...(json && { json }) });

/** Everything that anyone may read about an auction, as one string. */
async function everythingAbout(auctionId: string): Promise<string> {
  const paths = [
    `/auction/fetchSpecificAuction?auctionId=${auctionId}`,
    `/auction/bids?auctionId=${auctionId}`,
    `/auction/${auctionId}/journal`,
    "/auction/fetchAllAuctions",
  ];
  return (await Promise.all(paths.map(async (path) => (await request(path)).text()))).join("\n");
}

it("T18: a bid that revealed a maximum can be released only by the seller", async () => {
  const { id, seller } = await aListing({ reservePrice: "777" });
  const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
  await requestJson(placeBidResponse, "/bid/placeBid", postCall(ann.cookie, { productId: id, maxBid: 432.1 }));
  const before = await everythingAbout(id);
  for (const secret of [":432.1", ":43210", ":77700", '"777"']) expect(before).not.toContain(secret);
  const highOffer = { productId: id, bidAmount: 4999, confirmed: true };
  const { newBid } = await requestJson(placeBidResponse, "/bid/placeBid", postCall(bob.cookie, highOffer));
  expect(newBid.reveals).toBe(true);
  const undoRefusal = await expectRefusal(
    "undo_reveals",
    409,
    `/bid/deleteBid/${newBid._id}?reason=mistake`,
    undoCall(bob.cookie),
  );
  expect(undoRefusal.message).toContain("Ask the seller to release it");
  await expectRefusal("withdrawal_reveals", 409, `/bid/deleteBid/${newBid._id}`, undoCall(bob.cookie));
  expect(await detailsOf(id)).toMatchObject({ currentBid: 4999, bidCount: 2 });

  // Withdrawing it takes two people, and everyone sees that.
  await expectRefusal("release_not_requested", 409, `/bid/releaseBid/${newBid._id}`, postCall(seller.cookie));
  await requestJson(doneResponse, `/bid/requestRelease/${newBid._id}`, postCall(bob.cookie));
  expect((await detailsOf(id)).bids[0]).toMatchObject({ _id: newBid._id, releaseRequested: true });
  await expectRefusal("not_your_auction", 403, `/bid/releaseBid/${newBid._id}`, postCall(bob.cookie));
  const released = await requestJson(standingResponse, `/bid/releaseBid/${newBid._id}`, postCall(seller.cookie));
  expect(released.auction).toMatchObject({ currentBid: 100, bidCount: 1 });
  expect(await detailsOf(id)).toMatchObject({ withdrawals: 1 });
  const { maximum } = await requestJson(ownMaximumResponse, `/auction/${id}/maximum`, { cookie: ann.cookie });
  expect(maximum).toMatchObject({ maxBid: 432.1, isPublic: true });
  await vi.waitFor(async () => {
    expect(await notificationTextsOf(seller)).toContainEqual(
      'releaseRequested: A bidder asked to withdraw a bid of $4,999 on "A Regency mahogany bureau"',
    );
    expect(await notificationTextsOf(ann)).toContainEqual(
      'leading: You are the highest bidder on "A Regency mahogany bureau" again. Your maximum of $432.10 is now public.',
    );
    expect(await notificationTextsOf(bob)).toContainEqual(
      'bidReleased: The seller released your bid of $4,999 on "A Regency mahogany bureau"',
    );
  });
});

it("T18: colluding accounts can't probe a maximum from below by withdrawing bids", async () => {
  const { id } = await aListing();
  const [first, victim, second] = [
    await someoneSignedIn("Ring"),
    await someoneSignedIn("Vic"),
    await someoneSignedIn("Ring"),
  ];
  // The first account waits with a high maximum until the victim's is exhausted below it.
  const bait = await requestJson(
    placeBidResponse,
    "/bid/placeBid",
    postCall(first.cookie, { productId: id, maxBid: 5000 }),
  );
  await requestJson(placeBidResponse, "/bid/placeBid", postCall(victim.cookie, { productId: id, maxBid: 2000 }));
  await expectRefusal("withdrawal_reveals", 409, `/bid/deleteBid/${bait.newBid._id}`, undoCall(first.cookie));
  // The second account probes from below.
  const { id: other } = await aListing();
  await requestJson(
    placeBidResponse,
    "/bid/placeBid",
    postCall(victim.cookie, { productId: other, maxBid: 31_337.31 }),
  );
  for (const amount of [500, 1000, 2000]) {
    const { newBid } = await bid(other, amount, second.cookie);
    await expectRefusal("withdrawal_reveals", 409, `/bid/deleteBid/${newBid._id}`, undoCall(second.cookie));
  }
  expect(await everythingAbout(other)).not.toMatch(/:31337\.31|:3133731/);
});

it("T18: withdrawing two leads notifies a rival once, and the page counts both", async () => {
  const { id } = await aListing();
  const [ann, bob, cem] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob"), await someoneSignedIn("Cem")];
  await bid(id, 100, ann.cookie);
  await bid(id, 200, bob.cookie);
  for (const amount of [300, 400]) {
    const { newBid } = await bid(id, amount, cem.cookie);
    await requestJson(doneResponse, `/bid/deleteBid/${newBid._id}?reason=mistake`, undoCall(cem.cookie));
  }
  await vi.waitFor(async () => {
    const notified = (await notificationTextsOf(ann)).filter((notice) => notice.startsWith("priceFell"));
    expect(notified).toEqual([
      'priceFell: The highest bid on "A Regency mahogany bureau" was withdrawn. The price is now $200.',
    ]);
  });
  await bid(id, 300, cem.cookie);
  const { withdrawals, bids } = await detailsOf(id);
  expect(withdrawals).toBe(2);
  expect(bids.map((placed) => placed.withdrawals)).toEqual([2, undefined, undefined]);
});

it("a bid of $1,000,000,000 is refused, and one of $999,999,999 needs confirmation", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const huge = await expectRefusal("bid_too_high", 422, "/bid/placeBid", placeBidCall(id, 1_000_000_000, cookie));
  const message = "The largest bid we accept is $999,999,999";
  expect(huge).toMatchObject({ message, details: { maximum: 999_999_999 } });
  const unusual = await expectRefusal("bid_unusual", 422, "/bid/placeBid", placeBidCall(id, 999_999_999, cookie));
  expect(unusual.details).toEqual({ amount: 999_999_999, minimum: 100 });
  expect(await detailsOf(id)).toMatchObject({ bidCount: 0 });
});

it("a huge bid is voided when the seller blocks its bidder", async () => {
  const { id, seller } = await aListing();
  const [ann, eve] = [await someoneSignedIn("Ann"), await someoneSignedIn("Eve")];
  await bid(id, 120, ann.cookie);
  const hugeOffer = { productId: id, bidAmount: 999_999_999, confirmed: true };
  const { newBid } = await requestJson(placeBidResponse, "/bid/placeBid", postCall(eve.cookie, hugeOffer));
  const { frames } = await listen(id);
  await requestJson(doneResponse, "/user/blocks", postCall(seller.cookie, { auctionId: id, bidderId: eve.id }));
  expect(await detailsOf(id)).toMatchObject({ currentBid: 120, minNextBid: 121, bidCount: 1 });
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "newBid", "bidderBlocked", "bidVoided"]);
  await vi.waitFor(() => {
    expect(JSON.stringify(frames)).toContain(`"type":"bidVoided","bidId":"${newBid._id}"`);
  });
  await vi.waitFor(async () => {
    expect(await notificationTextsOf(eve)).toContainEqual(
      'bidVoided: The seller voided your bid of $999,999,999 on "A Regency mahogany bureau"',
    );
  });
  await expectRefusal("bid_not_found", 404, `/bid/deleteBid/${newBid._id}`, undoCall(eve.cookie));
});

it("an admin removes a bid by giving a reason, which only its bidder sees", async () => {
  const { id } = await aListing();
  const [ann, eve] = [await someoneSignedIn("Ann"), await someoneSignedIn("Eve")];
  await bid(id, 120, ann.cookie);
  const { newBid } = await bid(id, 500, eve.cookie);
  const removal = actionCall(`bids/${newBid._id}/void`, await anAdmin(), { reason: "Not a real bid" });
  await requestJson(doneResponse, ...removal);
  expect(await detailsOf(id)).toMatchObject({ currentBid: 120, bidCount: 1 });
  expect(await everythingAbout(id)).not.toContain("Not a real bid");
  await vi.waitFor(async () => {
    expect(await notificationTextsOf(eve)).toContainEqual(
      'bidVoided: Our team voided your bid of $500 on "A Regency mahogany bureau". Reason: Not a real bid',
    );
  });
  await expectRefusal("bid_not_found", 404, ...removal);
});
