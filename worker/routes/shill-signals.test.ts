import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";

import { savedAuctionResponse } from "../contract/auction.ts";
import { deleteBidResponse, placeBidResponse } from "../contract/bid.ts";
import { signalsResponse } from "../contract/moderation.ts";
import { requestWith } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { insertAuction } from "../testing/catalogue.ts";
import { anAdmin, requestJson, request, type Someone, someoneSignedIn } from "../testing/http.ts";
import { listingFields } from "../testing/selling.ts";
import { watchAuction } from "../testing/sockets.ts";

type CallOrigin = { readonly address: string; readonly browser?: string };

const headersOf = ({ address, browser = "Firefox" }: CallOrigin) => ({
  "cf-connecting-ip": address,
  "user-agent": browser,
});
/** An address with a prefix that no other test uses. */
function anAddressEndingIn(last: number, prefixId = newId()): string {
  return `2001:db8:${prefixId.slice(0, 4)}:${prefixId.slice(4, 8)}::${last}`;
}

async function aListingBy(seller: Someone, origin: CallOrigin): Promise<string> {
  const call = { method: "POST", cookie: seller.cookie, headers: headersOf(origin), form: listingFields() };
  return (await requestJson(savedAuctionResponse, "/auction/createAuction", call)).auction._id;
}
async function bidFrom(origin: CallOrigin, productId: string, bidAmount: number, { cookie }: Someone) {
  const call = { method: "POST", cookie, headers: headersOf(origin), json: { productId, bidAmount } };
  return (await requestJson(placeBidResponse, "/bid/placeBid", call)).newBid._id;
}
async function signalsAbout(bidder: Someone, ...auctionIds: string[]) {
  for (const id of auctionIds) await env.AUCTION_ROOM.getByName(id).reconcile();
  const { cookie } = await anAdmin();
  const { signals } = await requestJson(signalsResponse, "/moderation/signals", { cookie });
  return signals.filter((signal) => signal.bidder._id === bidder.id);
}

it("T19: a bid from the seller's device or network raises a signal", async () => {
  const [seller, twin, neighbor, stranger] = await Promise.all([1, 2, 3, 4].map(() => someoneSignedIn()));
  if (!seller || !twin || !neighbor || !stranger) throw new Error("four people");
  const home = { address: "198.51.100.7" };
  const id = await aListingBy(seller, home);
  await bidFrom(home, id, 100, twin);
  await bidFrom({ address: "198.51.100.9" }, id, 110, neighbor);
  await bidFrom({ address: anAddressEndingIn(1) }, id, 120, stranger);
  expect(await signalsAbout(twin, id)).toMatchObject([
    { seller: { _id: seller.id }, bidsOnSeller: 1, bids: 1, signs: ["same_device"] },
  ]);
  expect(await signalsAbout(neighbor)).toMatchObject([{ signs: ["same_network"] }]);
  expect(await signalsAbout(stranger)).toEqual([]);
});

it("a bid over a socket has the origin from which the socket was opened", async () => {
  const [seller, twin] = [await someoneSignedIn(), await someoneSignedIn()];
  const home = { address: anAddressEndingIn(1), browser: "Safari" };
  const id = await aListingBy(seller, home);
  const { placeBid } = await watchAuction(id, { cookie: twin.cookie, headers: headersOf(home) });
  expect(await placeBid(100)).toMatchObject({ success: true });
  expect(await signalsAbout(twin, id)).toMatchObject([{ signs: ["same_device"] }]);
});

it("T19: five bids on only one seller's auctions raise a signal", async () => {
  const [seller, fan] = [await someoneSignedIn(), await someoneSignedIn()];
  const id = await aListingBy(seller, { address: anAddressEndingIn(1) });
  const from = { address: anAddressEndingIn(2) };
  const bids: string[] = [];
  for (const amount of [100, 110, 120, 130, 140]) bids.push(await bidFrom(from, id, amount, fan));
  expect(await signalsAbout(fan, id)).toMatchObject([
    { bidsOnSeller: 5, bids: 5, withdrawn: 0, signs: ["one_seller"], auctions: [{ _id: id, bids: 5 }] },
  ]);
  for (const bidId of bids.slice(2)) {
    await requestJson(deleteBidResponse, `/bid/deleteBid/${bidId}`, { method: "DELETE", cookie: fan.cookie });
  }
  expect(await signalsAbout(fan, id)).toMatchObject([{ withdrawn: 3, signs: ["one_seller", "withdrawals"] }]);
});

it("T19: a bid has its own origin, even after its session has bid from elsewhere", async () => {
  const [seller, twin] = [await someoneSignedIn(), await someoneSignedIn()];
  const home = { address: anAddressEndingIn(1) };
  const id = await aListingBy(seller, home);
  await bidFrom({ address: anAddressEndingIn(2) }, id, 100, twin);
  await bidFrom(home, id, 110, twin);
  expect(await signalsAbout(twin, id)).toMatchObject([{ signs: ["same_device"] }]);
});

it("T19: a signal lists the seller's auctions, latest bid first", async () => {
  const [seller, other, twin] = [await someoneSignedIn(), await someoneSignedIn(), await someoneSignedIn()];
  const home = { address: anAddressEndingIn(1) };
  const [first, second] = [await aListingBy(seller, home), await aListingBy(seller, home)];
  const otherListing = await aListingBy(other, { address: anAddressEndingIn(1) });
  await bidFrom(home, first, 100, twin);
  await bidFrom(home, second, 100, twin);
  await bidFrom(home, otherListing, 100, twin);
  await bidFrom(home, first, 110, twin);
  const [signal] = await signalsAbout(twin, first, second, otherListing);
  expect(signal?.auctions).toMatchObject([
    { _id: first, bids: 2 },
    { _id: second, bids: 1 },
  ]);
});

it("T19: one bid from the seller's device is found among 3,000 honest ones", async () => {
  const [seller, twin] = [await someoneSignedIn(), await someoneSignedIn()];
  const home = { address: anAddressEndingIn(1) };
  const id = await aListingBy(seller, home);
  await bidFrom(home, id, 100, twin);
  const other = await insertAuction();
  onTestFinished(async () => {
    await env.DB.prepare("DELETE FROM bids WHERE auction_id = ?").bind(other.id).run();
  });
  await env.DB.prepare(
    `WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < 2999)
     INSERT INTO bids (placed_seq, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
     SELECT n, ?1, 'customer ' || (n / 5), n, 0, 0, 0, ?2, n FROM counted`,
  )
    .bind(other.id, Date.now())
    .run();
  expect(await signalsAbout(twin, id)).toMatchObject([{ signs: ["same_device"] }]);
});

it("T19: a bid's origin is stored only as hashes and never published", async () => {
  const [seller, bidder] = [await someoneSignedIn(), await someoneSignedIn()];
  const from = { address: anAddressEndingIn(7) };
  const id = await aListingBy(seller, from);
  await bidFrom(from, id, 100, bidder);
  await bidFrom(from, id, 110, bidder);
  await env.AUCTION_ROOM.getByName(id).reconcile();
  const { results } = await env.DB.prepare("SELECT * FROM bid_origins WHERE auction_id = ?").bind(id).all();
  // One row per user and origin, no matter how many bids.
  expect(results).toHaveLength(2);
  expect(JSON.stringify(results)).not.toContain("2001:db8");
  const page = await (await request(`/auction/fetchSpecificAuction?auctionId=${id}`)).text();
  const journal = await (await request(`/auction/${id}/journal`)).text();
  for (const { network, device, session } of results) {
    for (const hash of [network, device, session]) expect(page + journal).not.toContain(String(hash));
  }
});

it("T19: the origins of bids that D1 has lost are delivered again", async () => {
  const [seller, bidder] = [await someoneSignedIn(), await someoneSignedIn()];
  const from = { address: anAddressEndingIn(7) };
  const id = await aListingBy(seller, from);
  await bidFrom(from, id, 100, bidder);
  const room = env.AUCTION_ROOM.getByName(id);
  await room.reconcile();
  const origins = () =>
    env.DB.prepare(
      "SELECT person_id, network, device, session FROM bid_origins WHERE auction_id = ? ORDER BY person_id",
    )
      .bind(id)
      .all();
  const { results: before } = await origins();
  // D1 was restored to before the bid.
  await env.DB.batch([
    env.DB.prepare("DELETE FROM bids WHERE auction_id = ?").bind(id),
    env.DB.prepare("DELETE FROM bid_origins WHERE auction_id = ?").bind(id),
  ]);
  await room.reconcile(1, 0);
  expect((await origins()).results).toEqual(before);
  expect(before).toHaveLength(2);
});

it("T19: no origin is stored without the password pepper", async () => {
  const warnSpy = vi.spyOn(console, "warn");
  const envWithoutPepper: Env = { ...env, PASSWORD_PEPPER: undefined };
  const [seller, bidder] = [await someoneSignedIn(), await someoneSignedIn()];
  const id = await aListingBy(seller, { address: anAddressEndingIn(1) });
  const place = (bidAmount: number, bindings: Env) => {
    const headers = headersOf({ address: anAddressEndingIn(2) });
    const call = { method: "POST", headers, cookie: bidder.cookie, json: { productId: id, bidAmount } };
    return requestWith(bindings, "/bid/placeBid", call);
  };
  const originsOf = async () => {
    await env.AUCTION_ROOM.getByName(id).reconcile();
    const statement = env.DB.prepare("SELECT * FROM bid_origins WHERE auction_id = ? AND person_id = ?").bind(
      id,
      bidder.id,
    );
    return (await statement.all()).results;
  };
  expect((await place(100, envWithoutPepper)).status).toBe(201);
  expect((await place(110, envWithoutPepper)).status).toBe(201);
  expect(await originsOf()).toEqual([]);
  expect(warnSpy.mock.calls.flat().filter((line) => String(line).includes("pepper_not_configured"))).toHaveLength(1);
  expect((await place(120, env)).status).toBe(201);
  expect(await originsOf()).toHaveLength(1);
});
