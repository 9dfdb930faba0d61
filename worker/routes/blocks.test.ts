import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { savedAuctionResponse } from "../contract/auction.ts";
import { blocksResponse, MAX_BLOCKED_PEOPLE } from "../contract/blocks.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { finishDeletion } from "../testing/deletions.ts";
import { requestJson, expectRefusal, type Someone, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf, placeBidCall, createCall } from "../testing/selling.ts";

function blockCall(auctionId: string, bidderId: string, cookie: string) {
  return { method: "POST", cookie, json: { auctionId, bidderId } };
}
/** A seller who has blocked a bidder with a standing bid. */
async function aBlockedBidder() {
  const { id, seller } = await aListing();
  const bidder = await someoneSignedIn("Bea");
  const { newBid } = await bid(id, 100, bidder.cookie);
  await requestJson(doneResponse, "/user/blocks", blockCall(id, bidder.id, seller.cookie));
  return { id, seller, bidder, bidId: newBid._id };
}
async function anotherListingOf(seller: Someone) {
  return (await requestJson(savedAuctionResponse, ...createCall(seller))).auction._id;
}
async function fetchBlockList(seller: Someone) {
  return (await requestJson(blocksResponse, "/user/blocks", { cookie: seller.cookie })).blocked;
}

it("a blocked bidder is refused with the reason, and their bids are voided", async () => {
  const { id, seller, bidder, bidId } = await aBlockedBidder();
  const { message } = await expectRefusal("bidder_blocked", 403, "/bid/placeBid", placeBidCall(id, 150, bidder.cookie));
  expect(message).toBe("The seller of this auction doesn't accept bids from you");
  const edit = { method: "PUT", cookie: bidder.cookie, json: { bidAmount: 150 } };
  await expectRefusal("bid_not_found", 404, `/bid/editBid/${bidId}`, edit);
  expect(await detailsOf(id)).toMatchObject({ bids: [], bidCount: 0 });
  // Only someone who has bid in the auction can be blocked.
  for (const other of [await someoneSignedIn(), seller]) {
    await expectRefusal("bidder_unknown", 404, "/user/blocks", blockCall(id, other.id, seller.cookie));
  }
});

it("a blocked bidder is refused in all of the seller's auctions, but in no others", async () => {
  const seller = await someoneSignedIn("Sue");
  const [first, second] = [await anotherListingOf(seller), await anotherListingOf(seller)];
  const bidder = await someoneSignedIn("Bea");
  await bid(first, 100, bidder.cookie);
  await requestJson(doneResponse, "/user/blocks", blockCall(first, bidder.id, seller.cookie));
  const third = await anotherListingOf(seller);
  for (const id of [first, second, third]) {
    await expectRefusal("bidder_blocked", 403, "/bid/placeBid", placeBidCall(id, 500, bidder.cookie));
  }
  const otherListing = await aListing();
  await bid(otherListing.id, 100, bidder.cookie);
  await bid(third, 100, (await someoneSignedIn()).cookie);
});

it("the seller sees a blocked bidder's name, and the bidder can be unblocked", async () => {
  const { id, seller, bidder } = await aBlockedBidder();
  expect(await fetchBlockList(seller)).toMatchObject([{ person: { _id: bidder.id, firstName: "Bea" } }]);
  await requestJson(doneResponse, `/user/blocks/${bidder.id}`, { method: "DELETE", cookie: seller.cookie });
  expect(await fetchBlockList(seller)).toEqual([]);
  await bid(id, 150, bidder.cookie);
  await bid(await anotherListingOf(seller), 100, bidder.cookie);
});

it("blocking a bidder twice lists them once, and the journal doesn't identify them", async () => {
  const { id, seller, bidder } = await aBlockedBidder();
  await requestJson(doneResponse, "/user/blocks", blockCall(id, bidder.id, seller.cookie));
  expect(await fetchBlockList(seller)).toHaveLength(1);
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  const blocks = records.filter(({ fact }) => fact.type === "bidderBlocked");
  expect(blocks).toMatchObject([{ sealed: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(JSON.stringify(blocks)).not.toContain(bidder.id);
});

it("a seller can't block someone who has deleted their account", async () => {
  const { id, seller, bidder } = await aBlockedBidder();
  const deletedPerson = await someoneSignedIn();
  await bid(id, 500, deletedPerson.cookie);
  await bid(id, 700, (await someoneSignedIn()).cookie);
  expect(await env.INBOX.getByName(deletedPerson.id).deleteAccount(deletedPerson.id)).toBe("removed");
  await finishDeletion(deletedPerson.id);
  const { message } = await expectRefusal(
    "bidder_unknown",
    404,
    "/user/blocks",
    blockCall(id, deletedPerson.id, seller.cookie),
  );
  expect(message).toBe("This person has deleted their account, so they can't bid anymore");
  expect((await fetchBlockList(seller)).map(({ person }) => person._id)).toEqual([bidder.id]);
});

it("a full block list of 1,000 people refuses another until someone is unblocked", async () => {
  const { id, seller, bidder } = await aBlockedBidder();
  await env.DB.prepare("INSERT INTO blocks SELECT ?, 'many' || value, 0 FROM json_each(?)")
    .bind(seller.id, JSON.stringify(Array.from({ length: MAX_BLOCKED_PEOPLE - 1 }, (_, index) => index)))
    .run();
  const another = await someoneSignedIn();
  await bid(id, 200, another.cookie);
  const { message } = await expectRefusal(
    "block_list_full",
    409,
    "/user/blocks",
    blockCall(id, another.id, seller.cookie),
  );
  expect(message).toBe("You have blocked 1,000 people. Unblock someone first.");
  expect(await fetchBlockList(seller)).toHaveLength(MAX_BLOCKED_PEOPLE);
  await bid(id, 300, another.cookie);
  await requestJson(doneResponse, "/user/blocks", blockCall(id, bidder.id, seller.cookie));
  await requestJson(doneResponse, `/user/blocks/${bidder.id}`, { method: "DELETE", cookie: seller.cookie });
  await requestJson(doneResponse, "/user/blocks", blockCall(id, another.id, seller.cookie));
});
