import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { deleteBidResponse, editBidResponse, placeBidResponse } from "../contract/bid.ts";
import { journalResponse } from "../contract/journal.ts";
import { envWith, observedRooms, requestWith } from "../testing/bindings.ts";
import { HOUR_MS, newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf, placeBidCall } from "../testing/selling.ts";

const PLACE_BID_PATH = "/bid/placeBid";

afterEach(() => vi.useRealTimers());

it("T4: placing a bid raises the price and shows the bidder without an email", async () => {
  const { id } = await aListing();
  const bidder = await someoneSignedIn("Ben");
  const { newBid, auction } = await requestJson(
    placeBidResponse,
    PLACE_BID_PATH,
    placeBidCall(id, 117.5, bidder.cookie),
  );
  expect(newBid).toMatchObject({ amount: 117.5, bidder: { _id: bidder.id, firstName: "Ben" }, auto: false });
  expect(auction).toMatchObject({ currentBid: 117.5, minNextBid: 118.5, bidCount: 1, status: "Live" });
  const details = await detailsOf(id);
  expect(details.bids).toEqual([newBid]);
  expect(JSON.stringify(details)).not.toContain(bidder.email);
});

it("a bid below the minimum is refused with the minimum", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  await bid(id, 100, cookie);
  const refused = await expectRefusal("bid_too_low", 422, PLACE_BID_PATH, placeBidCall(id, 100.99, cookie));
  expect(refused).toMatchObject({ message: "The minimum bid is $101", details: { minimum: 101 } });
});

it("an invalid bid amount or maximum is rejected with an error on its field", async () => {
  const { cookie } = await someoneSignedIn();
  for (const offer of [{ bidAmount: 100.001 }, { bidAmount: "ten" }, { bidAmount: null }, { maxBid: 0 }, {}]) {
    const call = { method: "POST", cookie, json: { productId: newId(), ...offer } };
    const { fields } = await expectRefusal("invalid_input", 400, PLACE_BID_PATH, call);
    expect(Object.keys(fields ?? {})).toEqual(Object.keys({ bidAmount: 0, ...offer }).slice(-1));
    expect(Object.values(fields ?? {}).flat()).toContain("Valid bid amount is required");
  }
});

it("T22: a bid with an idempotency key is placed once, even with retries", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const key = newId();
  const call = placeBidCall(id, 100, cookie, key);
  const responses = await Promise.all([1, 2, 3].map(() => requestJson(placeBidResponse, PLACE_BID_PATH, call)));
  expect(new Set(responses.map(({ newBid }) => newBid._id)).size).toBe(1);
  expect((await detailsOf(id)).bids).toHaveLength(1);
  await expectRefusal("key_reused", 422, PLACE_BID_PATH, placeBidCall(id, 500, cookie, key));
  await expectRefusal("invalid_input", 400, PLACE_BID_PATH, placeBidCall(id, 500, cookie, "short"));
});

it("a receipt has the event's number and hash, even for a retry", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const placeCall = placeBidCall(id, 100, cookie, newId());
  const first = await requestJson(placeBidResponse, PLACE_BID_PATH, placeCall);
  const editPath = `/bid/editBid/${first.newBid._id}`;
  const call = (method: string, json?: object) => ({
    method,
    cookie,
    headers: { "idempotency-key": newId() },
    ...(json && { json }),
  });
  const raise = call("PUT", { bidAmount: 120 });
  const raised = await requestJson(editBidResponse, editPath, raise);
  const withdrawal = call("DELETE");
  const deletePath = `/bid/deleteBid/${first.newBid._id}`;
  const withdrawn = await requestJson(deleteBidResponse, deletePath, withdrawal);
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "bidEdited", "bidWithdrawn"]);
  const messages = ["Bid Placed", "Bid Updated Successfully", "Bid Deleted Successfully"];
  expect([first, raised, withdrawn].map(({ message }) => message)).toEqual(messages);
  const receipts = [first, raised, withdrawn].map(({ seq, hash }) => ({ seq, hash }));
  expect(receipts).toEqual(records.slice(1).map(({ seq, hash }) => ({ seq, hash })));
  expect(await requestJson(placeBidResponse, PLACE_BID_PATH, placeCall)).toMatchObject(receipts[0] ?? {});
  expect(await requestJson(editBidResponse, editPath, raise)).toMatchObject(receipts[1] ?? {});
  expect(await requestJson(deleteBidResponse, deletePath, withdrawal)).toMatchObject(receipts[2] ?? {});
  expect((await requestJson(journalResponse, `/auction/${id}/journal`)).records).toEqual(records);
});

it("T21: a bid's waiting time starts when the Worker receives it", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const { rooms, calls } = observedRooms();
  const bindings = envWith({ AUCTION_ROOM: rooms });
  const startedAt = Date.now();
  const placed = placeBidResponse.parse(
    await (await requestWith(bindings, PLACE_BID_PATH, placeBidCall(id, 100, cookie))).json(),
  );
  const edit = { method: "PUT", cookie, json: { bidAmount: 150 } };
  await requestWith(bindings, `/bid/editBid/${placed.newBid._id}`, edit);
  const endedAt = Date.now();
  expect(calls.map(([method]) => method)).toEqual(["placeBid", "editBid"]);
  const stampedSchema = z.object({ workerReceivedAt: z.number().min(startedAt).max(endedAt) });
  for (const [, request] of calls) expect(stampedSchema.safeParse(request).success).toBe(true);
});

it("a bid can't be withdrawn in the last two minutes", async () => {
  const endsAt = Date.now() + HOUR_MS;
  const { id } = await aListing({ auctionDate: new Date(endsAt).toISOString(), softClose: "off" });
  const { cookie } = await someoneSignedIn();
  const { newBid } = await bid(id, 100, cookie);
  await bid(id, 110, (await someoneSignedIn()).cookie);
  vi.useFakeTimers({ toFake: ["Date"], now: endsAt - 120_000 + 1 });
  const path = `/bid/deleteBid/${newBid._id}`;
  await expectRefusal("withdrawal_too_late", 409, path, { method: "DELETE", cookie });
  vi.setSystemTime(endsAt - 120_000);
  expect((await requestJson(deleteBidResponse, path, { method: "DELETE", cookie })).auction).toMatchObject({
    bidCount: 1,
  });
});

const undoPath = (bidId: string) => `/bid/deleteBid/${bidId}?reason=mistake`;

it("undoing a bid withdraws the leading bid and publishes 'mistake' as the reason", async () => {
  const { id } = await aListing();
  const [ann, ben] = [await someoneSignedIn("Ann"), await someoneSignedIn("Ben")];
  await bid(id, 100, ann.cookie);
  const { newBid } = await bid(id, 1_500, ben.cookie);
  await expectRefusal("not_your_bid", 403, undoPath(newBid._id), { method: "DELETE", cookie: ann.cookie });
  const call = { method: "DELETE", cookie: ben.cookie };
  await expectRefusal("invalid_input", 400, `/bid/deleteBid/${newBid._id}?reason=regret`, call);
  const { auction, message } = await requestJson(deleteBidResponse, undoPath(newBid._id), call);
  expect(message).toBe("Bid Undone");
  expect(auction).toMatchObject({ currentBid: 100, bidCount: 1 });
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.at(-1)?.fact).toMatchObject({ type: "bidWithdrawn", bidId: newBid._id, reason: "mistake" });
});

it("an auction's journal publishes every event without private data", async () => {
  const { id } = await aListing();
  const bidder = await someoneSignedIn();
  await bid(id, 100, bidder.cookie);
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ seq, fact }) => [seq, fact.type])).toEqual([
    [1, "opened"],
    [2, "newBid"],
  ]);
  expect(JSON.stringify(records)).not.toContain(bidder.email);
  const rest = await requestJson(journalResponse, `/auction/${id}/journal?after=1`);
  expect(rest).toMatchObject({ records: records.slice(1), next: null });
  await expectRefusal("invalid_input", 400, `/auction/${id}/journal?after=-1`);
});
