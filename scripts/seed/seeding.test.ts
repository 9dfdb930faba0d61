import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { profileResponse, winningsResponse } from "../../worker/contract/account.ts";
import { notificationsResponse } from "../../worker/contract/notification.ts";
import { ratingsResponse } from "../../worker/contract/rating.ts";
import { User, unwrap } from "../client/user.ts";
import { ROOT } from "../command-line/project.ts";
import { bidUntilStopped } from "../demo/bidders.ts";
import { findFreePort } from "../server/ports.mjs";
import { serve, type Server } from "../server/serve.ts";
import { migrate } from "../server/state.ts";
import { historyOf } from "./history.ts";
import { DEMO_PASSWORD, PEOPLE, personNamed } from "./people.ts";
import { imageFilesOf, type SampleItem } from "./sample-item.ts";
import { auctionIdOf, SAMPLE_ITEMS } from "./sample-items.ts";
import { ratingsOf } from "./sample-ratings.ts";
import { seed } from "./seed.ts";

/** Four runs of wrangler on a busy machine. */
const SETUP_TIMEOUT_MS = 300_000;
const SOLD_COUNT = 2;

const sold = SAMPLE_ITEMS.filter(({ story }) => story.endsInMinutes < 0 && (story.lateBidCount ?? 0) > 0).slice(
  0,
  SOLD_COUNT,
);
const unsold = SAMPLE_ITEMS.filter(({ story }) => story.endsInMinutes < 0 && story.bidCount === 0).slice(0, 1);
const itemsWithBids = SAMPLE_ITEMS.filter(({ story }) => story.endsInMinutes > 600 && story.bidCount > 10);
/** One item with a cover only, one with close-ups. */
const live = [1, 3].flatMap((imageCount) =>
  itemsWithBids.filter((item) => imageFilesOf(item).length === imageCount).slice(0, 1),
);
const rated = SAMPLE_ITEMS.filter((item) => ratingsOf(item) !== null && !sold.includes(item)).slice(0, 1);
const items: readonly SampleItem[] = [...sold, ...unsold, ...rated, ...live];

const SESSION_KEY = "of the test of the seed alone, which signs";
const folder = mkdtempSync(path.join(tmpdir(), "lotline-seed-"));
const pages = path.join(folder, "pages");
let server: Server;
let reader: User;

beforeAll(async () => {
  mkdirSync(pages);
  await migrate(folder);
  await seed({ persistTo: folder, items });
  // Sends everything again, as after an interrupted first start.
  await seed({ persistTo: folder, items });
  server = await serve({ port: await findFreePort(), persistTo: folder, assets: pages, vars: { SESSION_KEY } });
  reader = new User(server.url, "");
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function detailsOf(item: SampleItem, user: User = reader) {
  return unwrap(await user.fetchDetails(auctionIdOf(item))).auctionDetails;
}

async function signIn(email: string): Promise<User> {
  const user = new User(server.url, email, DEMO_PASSWORD);
  unwrap(await user.signIn());
  return user;
}

describe("a seeded marketplace", () => {
  it.each(items)("an item seeded twice is shown as planned, with each bid once: $slug", async (item) => {
    const details = await detailsOf(item);
    const { bids, endsAfterMs } = historyOf(item);
    const price = bids.at(-1)?.amountMinor ?? item.startingPrice * 100;
    expect(details).toMatchObject({
      title: item.title,
      description: item.description,
      category: { _id: item.category },
      bidCount: bids.length,
      currentBid: price / 100,
      status: endsAfterMs > 0 ? "Live" : bids.length > 0 ? "Sold" : "Expired",
    });
    const records = await reader.fetchJournal(auctionIdOf(item));
    expect(records.filter(({ fact }) => fact.type === "newBid")).toHaveLength(bids.length);
    expect(records.filter(({ fact }) => fact.type === "closed")).toHaveLength(endsAfterMs > 0 ? 0 : 1);
  });

  it("a seeded auction closes at its own end time, not when it was seeded", async () => {
    for (const item of [...sold, ...unsold]) {
      const records = await reader.fetchJournal(auctionIdOf(item));
      const { auctionEndTime, extensions } = await detailsOf(item);
      expect(records.at(-1)).toMatchObject({ at: Date.parse(auctionEndTime), fact: { type: "closed" } });
      expect(extensions > 0).toBe((item.story.lateBidCount ?? 0) > 0);
    }
  });

  it("seeded lists show the same prices, bid counts and ends as the rooms", async () => {
    const listed = unwrap(await reader.listLiveAuctions()).auctions;
    expect(new Set(listed.map(({ _id }) => _id))).toEqual(new Set(live.map(auctionIdOf)));
    for (const auction of listed) {
      const { bidCount, currentBid, auctionEndTime } = unwrap(await reader.fetchDetails(auction._id)).auctionDetails;
      expect(auction).toMatchObject({ bidCount, currentBid, auctionEndTime });
    }
  });

  it("the seeded site serves each item's and seller's images", async () => {
    for (const item of items) {
      const { pictures, seller } = await detailsOf(item);
      expect(pictures).toHaveLength(imageFilesOf(item).length);
      for (const image of [...pictures, seller.image]) {
        const picture = await fetch(`${server.url}${image?.url}`);
        expect(picture.status).toBe(200);
        expect(picture.headers.get("content-type")).toBe("image/webp");
        expect((await picture.bytes()).length).toBeGreaterThan(4_000);
      }
    }
  });

  it("each seeded winner can sign in, find the item, and see that they won", async () => {
    for (const item of sold) {
      const { email, id } = personNamed(item.story.leader ?? "mateo");
      const winner = await signIn(email);
      expect(winner.id).toBe(id);
      const { winnings } = unwrap(await winner.call("GET", "/user/winnings", winningsResponse));
      expect(winnings.map(({ title }) => title)).toContain(item.title);
      const { data } = unwrap(await winner.call("GET", "/auction/notifications", notificationsResponse));
      expect(data.filter(({ kind, auctionId }) => kind === "won" && auctionId === auctionIdOf(item))).toHaveLength(1);
    }
  });

  it("a site seeded twice shows a buyer's rating of a seller once", async () => {
    expect(rated).toHaveLength(1);
    for (const item of rated) {
      const page = `/seller/${personNamed(item.seller).id}/ratings`;
      const { ratings } = unwrap(await reader.call("GET", page, ratingsResponse));
      const own = ratings.filter(({ auction }) => auction._id === auctionIdOf(item));
      expect(own).toMatchObject([
        { ...ratingsOf(item)?.buyer, by: { _id: personNamed(item.story.leader ?? "mateo").id } },
      ]);
    }
  });

  it("sign-up accepts the seeded password", async () => {
    const visitor = new User(server.url, "somebody@lotline.example", DEMO_PASSWORD);
    await visitor.signUp();
    expect(visitor.account.email).toBe("somebody@lotline.example");
  });

  it("a seeded user's join date matches the seed data", async () => {
    const first = await signIn(PEOPLE[0]?.email ?? "");
    const { user } = unwrap(await first.call("GET", "/user/profile", profileResponse)).data;
    const joined = Date.now() - (PEOPLE[0]?.joinedDaysAgo ?? 0) * 86_400_000;
    expect(Math.abs(Date.parse(user.createdAt) - joined)).toBeLessThan(SETUP_TIMEOUT_MS);
  });

  it("the README's curl commands place a bid on the seeded site as pasted", async () => {
    const blocks = readFileSync(path.join(ROOT, "README.md"), "utf8").split("```");
    const block = blocks.find((text) => text.startsWith("sh\n") && text.includes("placeBid")) ?? "";
    const script = block.slice("sh\n".length).replace("http://localhost:8787", server.url);
    const { stdout } = await promisify(execFile)("bash", ["-c", script]);
    expect(stdout).toContain('"message":"Logged In"');
    expect(stdout).toContain('"message":"Bid Placed"');
  });
});

describe("the demo bidders", () => {
  it("demo bidders sign in, bid on live auctions, and stop on request", async () => {
    // With a session, because a visitor may get a page from just before the bid.
    const bidder = await signIn(PEOPLE[2]?.email ?? "");
    const bidsNow = async () => {
      const standings = await Promise.all(live.map((item) => detailsOf(item, bidder)));
      return standings.map(({ bidCount }) => bidCount).reduce((sum, count) => sum + count, 0);
    };
    const before = await bidsNow();
    const stop = new AbortController();
    const lines: string[] = [];
    const demo = bidUntilStopped({
      url: server.url,
      accounts: PEOPLE.slice(2, 5).map(({ email }) => ({ email, password: DEMO_PASSWORD })),
      print: (line) => {
        lines.push(line);
        if (line.includes(" bids ")) stop.abort();
      },
      random: () => 0.3,
      signal: stop.signal,
    });
    await expect(demo).rejects.toThrow("abort");
    expect(lines[0]).toMatch(/are here to bid/);
    const bid = lines.at(-1) ?? "";
    expect(bid).not.toMatch(/is refused/);
    expect(await bidsNow()).toBe(before + 1);
  });
});
