import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { historyResponse, profileResponse } from "../contract/account.ts";
import { ownAuctionsResponse } from "../contract/auction.ts";
import { placeBidResponse } from "../contract/bid.ts";
import { auctionsResponse } from "../contract/catalogue.ts";
import { joinedResponse } from "../contract/joined-auction.ts";
import { bindingWith, requestWith } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { requestJson } from "../testing/http.ts";
import { aListing, placeBidCall } from "../testing/selling.ts";
import { Replicas } from "./replicas.ts";

const BOOKMARK = "00000001-00000002";

/** A D1 that works only in sessions, and what each session started with. */
function observedSessions(): { database: D1Database; starts: (string | undefined)[] } {
  const starts: (string | undefined)[] = [];
  const database = new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== "withSession") throw new Error("the primary was read");
      return (start?: string) => {
        starts.push(start);
        const session = target.withSession();
        session.getBookmark = () => BOOKMARK;
        return session;
      };
    },
  });
  return { database, starts };
}

/** A D1 whose replicas don't answer. */
function primaryOnlyDatabase(): D1Database {
  const withSession = () => {
    throw new Error("a replica was read");
  };
  return bindingWith(env.DB, { withSession });
}

const aRead = (database: D1Database, replicas: Replicas) => replicas.read(database, async (db) => db.run("SELECT 1"));

it("an isolate reads any replica until it has made a change", async () => {
  const { database, starts } = observedSessions();
  const replicas = new Replicas();
  await aRead(database, replicas);
  await aRead(database, replicas);
  expect(starts).toEqual(["first-unconstrained", "first-unconstrained"]);
});

it("an isolate reads the primary after a change, then replicas that have it", async () => {
  const { database, starts } = observedSessions();
  const replicas = new Replicas();
  replicas.readPrimaryNext();
  for (let reader = 0; reader < 3; reader += 1) await aRead(database, replicas);
  expect(starts).toEqual(["first-primary", BOOKMARK, BOOKMARK]);
});

it("a read that began before a change doesn't send later reads back to replicas", async () => {
  const { database, starts } = observedSessions();
  const replicas = new Replicas();
  replicas.readPrimaryNext();
  await replicas.read(database, async (db) => {
    await db.run("SELECT 1");
    replicas.readPrimaryNext();
  });
  await aRead(database, replicas);
  expect(starts).toEqual(["first-primary", "first-primary"]);
});

it.each([
  "/auction/fetchAllAuctions",
  "/auction/fetchAllAuctions?search=telescope",
  "/auction/featured",
  "/auction/getAllCategories",
  "/seller/search?search=sue",
  "/seller/:id",
])("%s reads D1 in one session for a visitor", async (path) => {
  // Clears the cached lists.
  const { seller } = await aListing();
  const { database, starts } = observedSessions();
  expect((await requestWith({ ...env, DB: database }, path.replace(":id", seller.id))).status).toBe(200);
  expect(starts).toHaveLength(1);
});

it("a person finds their new listing and bid right away, even if replicas lag", async () => {
  const { id: other } = await aListing();
  const { id, seller } = await aListing({ title: `Bureau ${newId()}` });
  await requestJson(placeBidResponse, "/bid/placeBid", placeBidCall(other, 100, seller.cookie));
  const bindings = { ...env, DB: primaryOnlyDatabase() };
  const fetchOwn = async (path: string): Promise<unknown> => {
    const response = await requestWith(bindings, path, { cookie: seller.cookie });
    expect(response.status).toBe(200);
    return response.json();
  };
  const ownAuctions = ownAuctionsResponse.parse(await fetchOwn("/auction/getAuctions"));
  expect(ownAuctions.auctions.map(({ _id }) => _id)).toEqual([id]);
  const joinedAuctions = joinedResponse.parse(await fetchOwn("/user/bids"));
  expect(joinedAuctions.auctions.map(({ _id }) => _id)).toEqual([other]);
  const { history } = historyResponse.parse(await fetchOwn("/user/history"));
  expect(history.map(({ auctionId, type }) => [auctionId, type])).toEqual([
    [other, "bid"],
    [id, "created"],
  ]);
  const { data } = profileResponse.parse(await fetchOwn("/user/profile"));
  expect(data.statistics).toMatchObject({ totalAuctions: 1, totalBids: 1 });
});

it("a seller finds a new listing in the public list right away", async () => {
  const list = async () =>
    (await requestJson(auctionsResponse, "/auction/fetchAllAuctions?sort=newest")).auctions.map(({ _id }) => _id);
  await list();
  const { id } = await aListing();
  expect(await list()).toContain(id);
});
