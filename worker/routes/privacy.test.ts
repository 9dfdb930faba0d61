import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { actorOf } from "../accounts/actor.ts";
import { historyResponse, profileResponse, winningsResponse } from "../contract/account.ts";
import { bidsResponse, editBidResponse } from "../contract/bid.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { notificationsResponse } from "../contract/notification.ts";
import { aliasesResponse, privacyResponse } from "../contract/privacy.ts";
import { chainInput, GENESIS_HASH } from "../rules/facts.ts";
import { listen } from "../testing/builders.ts";
import { finishDeletion } from "../testing/deletions.ts";
import {
  requestJson,
  type SignedIn,
  expectRefusal,
  request,
  sessionIn,
  type Someone,
  someoneSignedIn,
} from "../testing/http.ts";
import { aListing, bid, detailsOf, placeBidCall } from "../testing/selling.ts";

async function setAnonymous({ cookie }: Someone, anonymous: boolean) {
  await requestJson(privacyResponse, "/user/privacy", { method: "PATCH", cookie, json: { anonymous } });
}
async function someoneAnonymous(firstName = "Xaviera") {
  const person = await someoneSignedIn(firstName);
  await setAnonymous(person, true);
  return person;
}
const aliasesFor = (auctionId: string, { cookie }: SignedIn) =>
  requestJson(aliasesResponse, `/auction/${auctionId}/aliases`, { cookie });
/** All public data about an auction, as text. */
async function publicTextOf(auctionId: string) {
  const paths = [
    `/auction/fetchSpecificAuction?auctionId=${auctionId}`,
    `/auction/bids?auctionId=${auctionId}`,
    `/auction/${auctionId}/journal`,
  ];
  const texts = await Promise.all(paths.map(async (path) => (await request(path)).text()));
  return texts.join("\n");
}
async function sha256(text: string) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

it("an anonymous bidder isn't identified in any page, frame or journal", async () => {
  const { id } = await aListing();
  const watcher = await listen(id);
  const anonymous = await someoneAnonymous();
  const { newBid } = await bid(id, 100, anonymous.cookie);
  const edit = { method: "PUT", cookie: anonymous.cookie, json: { bidAmount: 150 } };
  await requestJson(editBidResponse, `/bid/editBid/${newBid._id}`, edit);
  await watcher.next();
  const frames = [await watcher.next(), await watcher.next()];
  expect(frames[0]).toMatchObject({ events: [{ user: "Bidder 1", userId: "bidder-1", bidderEmail: "" }] });
  const late = await (await listen(id)).next();
  expect(late).toMatchObject({ type: "snapshot", bids: [{ bidder: { _id: "bidder-1" } }] });
  const allText = `${JSON.stringify([frames, late])}\n${await publicTextOf(id)}`;
  expect(allText).toContain("bidder-1");
  for (const detail of [anonymous.id, anonymous.firstName, anonymous.email, "•"]) expect(allText).not.toContain(detail);
});

it("an anonymous bidder leads under an alias, and the journal stays valid", async () => {
  const { id, seller } = await aListing();
  const anonymous = await someoneAnonymous();
  await bid(id, 100, anonymous.cookie);
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  let hash = GENESIS_HASH;
  for (const { hash: publishedHash, ...record } of records) {
    hash = await sha256(chainInput(hash, record));
    expect(publishedHash).toBe(hash);
  }
  await env.AUCTION_ROOM.getByName(id).reconcile();
  const { history } = await requestJson(historyResponse, "/user/history?type=bid", { cookie: anonymous.cookie });
  expect(history).toMatchObject([{ auctionId: id, status: "active" }]);
  const leaderId = await env.DB.prepare("SELECT leader_id FROM auctions WHERE id = ?").bind(id).first("leader_id");
  expect(leaderId).toBe(anonymous.id);
  await expectRefusal("own_auction", 403, "/bid/placeBid", placeBidCall(id, 500, seller.cookie));
  expect((await requestJson(winningsResponse, "/user/winnings", { cookie: anonymous.cookie })).winnings).toEqual([]);
});

it("an anonymous bidder gets notifications and can edit and withdraw their bids", async () => {
  const { id } = await aListing();
  const [anonymous, other] = [await someoneAnonymous(), await someoneAnonymous("Yves")];
  const { newBid } = await bid(id, 100, anonymous.cookie);
  await bid(id, 110, other.cookie);
  await env.AUCTION_ROOM.getByName(id).reconcile();
  const { data } = await requestJson(notificationsResponse, "/auction/notifications", { cookie: anonymous.cookie });
  expect(data).toMatchObject([{ kind: "outbid", auctionId: id }]);
  const edit = (cookie: string) => ({ method: "PUT", cookie, json: { bidAmount: 200 } });
  await expectRefusal("not_your_bid", 403, `/bid/editBid/${newBid._id}`, edit(other.cookie));
  const { updatedBid } = await requestJson(editBidResponse, `/bid/editBid/${newBid._id}`, edit(anonymous.cookie));
  expect(updatedBid.bidder._id).toBe("bidder-1");
  const withdrawal = await request(`/bid/deleteBid/${newBid._id}`, { method: "DELETE", cookie: anonymous.cookie });
  expect(withdrawal.status).toBe(200);
});

it("the seller sees who an anonymous bidder is and can block them", async () => {
  const { id, seller } = await aListing();
  const [anonymous, other] = [await someoneAnonymous(), await someoneAnonymous("Yves")];
  await bid(id, 100, anonymous.cookie);
  await bid(id, 110, other.cookie);
  expect(await aliasesFor(id, seller)).toMatchObject({
    own: null,
    people: [
      { alias: "bidder-1", person: { _id: anonymous.id, firstName: "Xaviera" } },
      { alias: "bidder-2", person: { _id: other.id, firstName: "Yves" } },
    ],
  });
  expect(await aliasesFor(id, other)).toMatchObject({ own: "bidder-2", people: [] });
  expect(await aliasesFor(id, await someoneSignedIn())).toMatchObject({ own: null, people: [] });
  const block = { method: "POST", cookie: seller.cookie, json: { auctionId: id, bidderId: "bidder-1" } };
  await requestJson(doneResponse, "/user/blocks", block);
  await expectRefusal("bidder_blocked", 403, "/bid/placeBid", placeBidCall(id, 300, anonymous.cookie));
  await bid(id, 300, other.cookie);
});

it("an anonymous bidder stays anonymous after deleting their account", async () => {
  const { id } = await aListing();
  const anonymous = await someoneAnonymous();
  await bid(id, 100, anonymous.cookie);
  await bid(id, 110, (await someoneSignedIn()).cookie);
  expect(await env.INBOX.getByName(anonymous.id).deleteAccount(anonymous.id)).toBe("removed");
  await finishDeletion(anonymous.id);
  expect(await publicTextOf(id)).not.toContain(anonymous.id);
});

it("turning anonymous bidding on or off also applies to earlier bids", async () => {
  const { id } = await aListing();
  const [ann, person] = [await someoneSignedIn("Ann"), await someoneSignedIn("Xaviera")];
  await bid(id, 100, ann.cookie);
  await bid(id, 110, person.cookie);
  await setAnonymous(person, true);
  await evictDurableObject(env.AUCTION_ROOM.getByName(id));
  const bidders = async () => (await detailsOf(id)).bids.map(({ bidder }) => bidder._id);
  expect(await bidders()).toEqual(["bidder-2", ann.id]);
  const { bids } = await requestJson(bidsResponse, `/auction/bids?auctionId=${id}`);
  expect(bids[0]?.bidder).toMatchObject({ firstName: "Bidder", lastName: "2" });
  expect(await aliasesFor(id, person)).toMatchObject({ own: "bidder-2" });
  expect((await requestJson(profileResponse, "/user/profile", { cookie: person.cookie })).data.anonymous).toBe(true);
  await bid(id, 120, person.cookie);
  expect(await bidders()).toEqual(["bidder-2", "bidder-2", ann.id]);
  await setAnonymous(person, false);
  expect(await bidders()).toEqual([person.id, person.id, ann.id]);
  expect(await aliasesFor(id, person)).toMatchObject({ own: null });
});

it("turning anonymous bidding on also applies to sockets that are already open", async () => {
  const { id } = await aListing();
  const person = await someoneSignedIn("Xaviera");
  const session = await sessionIn(person.cookie);
  const watcher = await listen(id, actorOf(session), undefined, { sessionId: session.id });
  await watcher.next();
  await setAnonymous(person, true);
  watcher.socket.send(JSON.stringify({ type: "newBid", requestId: "r1", productId: id, bidAmount: 100 }));
  expect(await watcher.next()).toMatchObject({ type: "ack", success: true, newBid: { bidder: { _id: "bidder-1" } } });
  expect(await publicTextOf(id)).not.toContain(person.id);
});
