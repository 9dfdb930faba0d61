/**
 * Measures for how many seconds a token still works after its session has ended elsewhere, for each way to end the
 * session and each place to use the token. In the isolate that has ended the session, it stops working immediately.
 */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { TOKENS_EXPIRED_AFTER_MS } from "../accounts/sessions.ts";
import { CLOSE_SESSION_ENDED } from "../contract/close-codes.ts";
import { openDatabase } from "../db/database.ts";
import { changePerson } from "../moderation/queries/moderated-people.ts";
import { newId } from "../testing/builders.ts";
import { ageSession, request, sessionIn, type Someone, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid } from "../testing/selling.ts";
import { watchAuction, watchInbox } from "../testing/sockets.ts";

// The clock stands still unless a test moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const inboxOf = ({ id }: Someone) => env.INBOX.getByName(id);

/** Ways to end a session, as if in another isolate. */
const ENDINGS: Readonly<Record<string, (person: Someone) => Promise<unknown>>> = {
  "they sign out": async (person) => inboxOf(person).endSession((await sessionIn(person.cookie)).id),
  "they end the other sessions": (person) => inboxOf(person).endSessions(),
  "they change the password": (person) =>
    inboxOf(person).changePassword(person.id, { from: "none", to: "another", keptSessionId: newId() }),
  "they are suspended": async (person) => {
    const action = {
      actorId: newId(),
      action: "suspend",
      targetId: person.id,
      reason: "For a test",
      at: Date.now(),
    } as const;
    await changePerson(openDatabase(env.DB), action);
    return inboxOf(person).enforceSuspension(person.id, await inboxOf(person).newestAuctionIds(1));
  },
  "they delete their account": async (person) => expect(await inboxOf(person).deleteAccount(person.id)).toBe("removed"),
};

/** Tries right away, and around the times at which tokens expire. Returns the seconds until the first refusal. */
async function refusedAfter(isAccepted: (nth: number) => Promise<boolean>): Promise<number> {
  const endedAt = Date.now();
  const triedSeconds = [0, 1, 59, 60, 61, TOKENS_EXPIRED_AFTER_MS / 1_000];
  for (const [nth, seconds] of triedSeconds.entries()) {
    vi.setSystemTime(endedAt + seconds * 1_000);
    if (!(await isAccepted(nth))) return seconds;
  }
  return Infinity;
}

const canRead = (cookie: string) => async () => (await request("/user/watchlist", { cookie })).status === 200;

/** A socket on which the person has bid and been outbid. Their inbox has been notified. */
async function anOpenSocket(person: Someone) {
  const { id } = await aListing();
  const socket = await watchAuction(id, { cookie: person.cookie });
  expect(await socket.placeBid(100)).toMatchObject({ success: true });
  await bid(id, 110, (await someoneSignedIn()).cookie);
  await vi.waitFor(async () => expect(await inboxOf(person).newestAuctionIds(1)).toEqual([id]));
  const isAccepted = async (nth: number) => {
    const ack = await socket.placeBid(200 + 10 * nth);
    if (ack?.success === false) expect(ack.code).toBe("not_signed_in");
    return ack?.success === true;
  };
  return { room: env.AUCTION_ROOM.getByName(id), isAccepted };
}

type EndSession = (person: Someone) => Promise<unknown>;

/** How many seconds each of these keeps working after a session has ended. */
const MEASUREMENTS: Readonly<Record<string, (person: Someone, end: EndSession) => Promise<number>>> = {
  "calls that the inbox confirms": async (person, end) => {
    await end(person);
    return refusedAfter(async () => (await request("/user/sessions", { cookie: person.cookie })).status === 200);
  },
  "an open page's socket": async (person, end) => {
    const { closed } = await watchInbox(person.cookie);
    await end(person);
    await vi.waitFor(() => expect(closed).toMatchObject([{ code: CLOSE_SESSION_ENDED }]));
    return 0;
  },
  reads: async (person, end) => {
    await end(person);
    return refusedAfter(canRead(person.cookie));
  },
  "reads by a clock two seconds behind": async (person, end) => {
    const cookie = await ageSession(-2_000, person.cookie);
    await end(person);
    return refusedAfter(canRead(cookie));
  },
  "bids on an open socket": async (person, end) => {
    const { isAccepted } = await anOpenSocket(person);
    await end(person);
    return refusedAfter(isAccepted);
  },
  "bids in a room that was asleep": async (person, end) => {
    const { room, isAccepted } = await anOpenSocket(person);
    await evictDurableObject(room);
    await end(person);
    return refusedAfter(isAccepted);
  },
};

const DEFAULT_SECONDS = {
  "calls that the inbox confirms": 0,
  "an open page's socket": 0,
  reads: 60,
  "reads by a clock two seconds behind": 62,
  "bids on an open socket": 60,
  "bids in a room that was asleep": 0,
};
/** Rooms in which the person has bid refuse them right away. */
const SECONDS_IF_ROOMS_REFUSE = { ...DEFAULT_SECONDS, "bids on an open socket": 0 };

describe.each([
  ["they sign out", DEFAULT_SECONDS],
  ["they end the other sessions", DEFAULT_SECONDS],
  ["they change the password", DEFAULT_SECONDS],
  ["they are suspended", SECONDS_IF_ROOMS_REFUSE],
  ["they delete their account", SECONDS_IF_ROOMS_REFUSE],
])("T7: a person's old token soon stops working once %s elsewhere", (ending, seconds) => {
  it.each(Object.entries(seconds))(
    "for %s, an ended session stays valid for %i seconds",
    async (measurement, expected) => {
      const [end, measure] = [ENDINGS[ending], MEASUREMENTS[measurement]];
      if (!end || !measure) throw new Error("a row has an unknown ending or measurement");
      expect(await measure(await someoneSignedIn(), end)).toBe(expected);
    },
  );
});
