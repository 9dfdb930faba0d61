/** Automatic bids over REST. `scripts/proof/threats/canaries.test.ts` checks that maximums leak nowhere else. */
import { expect, it } from "vitest";

import { editBidResponse, ownMaximumResponse, placeBidResponse } from "../contract/bid.ts";
import { requestJson, expectRefusal, type Someone, someoneSignedIn } from "../testing/http.ts";
import { aListing, detailsOf } from "../testing/selling.ts";

type SentOffer = { readonly bidAmount?: number; readonly maxBid?: number };

const PLACE_BID_PATH = "/bid/placeBid";
const placeCall = (productId: string, offer: SentOffer, { cookie }: Someone) => ({
  method: "POST",
  cookie,
  json: { productId, ...offer },
});
const placeBid = (id: string, offer: SentOffer, bidder: Someone) =>
  requestJson(placeBidResponse, PLACE_BID_PATH, placeCall(id, offer, bidder));
const editBid = (bidId: string, offer: SentOffer, { cookie }: Someone) =>
  requestJson(editBidResponse, `/bid/editBid/${bidId}`, { method: "PUT", cookie, json: offer });

it("an automatic bid over REST bids for its bidder up to the maximum", async () => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const first = await placeBid(id, { maxBid: 300 }, ann);
  expect(first.newBid).toMatchObject({ amount: 100, auto: false });
  const lower = await placeBid(id, { maxBid: 200 }, bob);
  // The response is about the person's own bid, which doesn't lead.
  expect(lower).toMatchObject({ newBid: { amount: 200, bidder: { _id: bob.id } }, auction: { currentBid: 201 } });
  expect([first.leads, lower.leads]).toEqual([true, false]);
  const { bids } = await detailsOf(id);
  expect(bids).toMatchObject([
    { _id: first.newBid._id, amount: 201, auto: true },
    { amount: 200, auto: false },
  ]);
  const higher = await editBid(lower.newBid._id, { maxBid: 500 }, bob);
  expect(higher).toMatchObject({
    updatedBid: { amount: 301 },
    auction: { currentBid: 301, bidCount: 2 },
    leads: true,
  });
  expect((await detailsOf(id)).bids[1]).toMatchObject({ amount: 300, auto: true });
});

it("an automatic bid shows its maximum to its own bidder and no one else", async () => {
  const { id, seller } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const { newBid } = await placeBid(id, { maxBid: 300 }, ann);
  const fetchMaximumAs = async ({ cookie }: Someone) =>
    (await requestJson(ownMaximumResponse, `/auction/${id}/maximum`, { cookie })).maximum;
  expect(await fetchMaximumAs(ann)).toEqual({ bidId: newBid._id, maxBid: 300, isPublic: false });
  for (const other of [bob, seller]) expect(await fetchMaximumAs(other)).toBeNull();
  // The price has reached the maximum, so everyone knows it.
  await placeBid(id, { bidAmount: 300 }, bob);
  expect(await fetchMaximumAs(ann)).toEqual({ bidId: newBid._id, maxBid: 300, isPublic: true });
  await placeBid(id, { bidAmount: 400 }, bob);
  for (const other of [ann, bob]) expect(await fetchMaximumAs(other)).toBeNull();
});

it("a leader raises and lowers an automatic bid without anyone else noticing", async () => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const { newBid } = await placeBid(id, { bidAmount: 150, maxBid: 300 }, ann);
  expect(newBid.amount).toBe(150);
  expect((await placeBid(id, { maxBid: 400 }, ann)).newBid).toEqual(newBid);
  expect((await editBid(newBid._id, { maxBid: 160 }, ann)).updatedBid).toEqual(newBid);
  expect((await placeBid(id, { maxBid: 170 }, bob)).auction.currentBid).toBe(161);
});

it("a leader can't place an automatic bid at or below their own maximum", async () => {
  const { id } = await aListing();
  const ann = await someoneSignedIn("Ann");
  await placeBid(id, { maxBid: 300 }, ann);
  for (const offer of [{ maxBid: 300 }, { bidAmount: 200 }]) {
    const refused = await expectRefusal("below_own_maximum", 422, PLACE_BID_PATH, placeCall(id, offer, ann));
    expect(refused).toMatchObject({
      message: "Enter more than your current maximum of $300",
      details: { maximum: 300 },
    });
  }
});
