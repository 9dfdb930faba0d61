import { projectAuction, projectTraces } from "../catalogue/projection.ts";
/** What a room is made of, and how its parts know one another. */
import { failureReason } from "../platform/failure-reason.ts";
import { migrate } from "../platform/migrate.ts";
import type { Recorded } from "../rules/auction.ts";
import { Admission } from "./commands/admission.ts";
import { LiveSessions } from "./commands/sessions.ts";
import type { Here } from "./commands/turn-page.ts";
import { BID_LATE_SECONDS, Turns } from "./commands/turns.ts";
import { Delivery } from "./delivery/delivery.ts";
import { Lifecycle } from "./delivery/wake.ts";
import { Door } from "./live/accept.ts";
import { Audience } from "./live/broadcaster.ts";
import { Relays } from "./live/relays.ts";
import { SocketSessions } from "./live/socket-sessions.ts";
import { relayName } from "./rpc.ts";
import { Alarm } from "./storage/alarm.ts";
import { Journal } from "./storage/journal.ts";
import { SCHEMA_STEPS } from "./storage/schema.ts";
import type { Now } from "./views/frames.ts";
import { Reading } from "./views/reading.ts";

/** `clock` gives epoch milliseconds. */
export function assemble(state: DurableObjectState, env: Env, clock: () => number) {
  const { storage } = state;
  const scale = Number(env.LIMIT_SCALE);
  const journal = new Journal(storage.sql);
  const alarm = new Alarm(state, clock);
  // A room that was never opened stays without a table: looking at an unknown id stores nothing.
  const opened = storage.kv.get("schema") !== undefined;
  if (opened) migrate(storage, SCHEMA_STEPS);
  const bidLateMs = Number(env.BID_LATE_SECONDS ?? BID_LATE_SECONDS) * 1_000;
  const turns = new Turns({ storage, journal, alarm, clock, bidLateMs, currency: env.CURRENCY, committed });
  if (opened) turns.load();
  const auctionId = () => turns.here?.auction.id ?? "";
  const relays = new Relays({
    state,
    relay: (number) => env.AUDIENCE_RELAY.getByName(relayName(here()?.auction.id ?? "", number)),
    now,
    seq: () => here()?.auction.seq ?? 0,
    toldAfter: (seq) => (turns.here ? reading.toldAfter(turns.here, seq) : []),
    changed: () => audience.presenceChanged(),
    relayAfter: Number(env.RELAY_AFTER),
  });
  const audience = new Audience({ state, relays, now });
  const reading = new Reading({ turns, journal, clock, watching: () => audience.watching });
  const delivery = new Delivery(
    {
      catalogue: async (auction, bids) => {
        await projectAuction(env.DB, auction, bids);
        for (let owed = turns.traces.owed(); owed.length > 0; owed = turns.traces.owed()) {
          // What is told is marked before the next are read.
          await projectTraces(env.DB, auction.id, owed);
          turns.traces.told(owed);
        }
      },
      inbox: (userId, notices) => env.INBOX.getByName(userId).deliver(notices),
      failed: (reader, error) => {
        const reason = failureReason(error);
        console.warn(JSON.stringify({ event: "delivery_failed", reader, auction: auctionId(), reason }));
      },
    },
    () => turns.here && { journal, auction: turns.here.auction, people: turns.here.people },
  );
  const life = new Lifecycle({ state, turns, journal, alarm, delivery, clock });
  const sessions = new LiveSessions({
    ask: (userId, sessionId, expiresAt) => env.INBOX.getByName(userId).holdSession(sessionId, auctionId(), expiresAt),
    named: setAnonymous,
  });
  const socketSessions = new SocketSessions({
    crowd: audience.crowd,
    clock,
    isHeldBack: (sessionId) => sessions.isHeldBack(sessionId, clock()),
    useSession: (userId, sessionId) => env.INBOX.getByName(userId).useSession(userId, sessionId),
  });
  const admission = new Admission({ turns, sessions, clock, scale });
  const door = new Door({ turns, audience, relays, reading, sessions, clock, scale });

  function committed(recorded: readonly Recorded[]): void {
    const { here: named } = turns;
    if (named) audience.tell(() => recorded.map((record) => reading.told(record, named)));
    life.recorded(recorded);
  }

  /** From now on a person is shown under a number, or by name; pages that are open learn it when they ask again. */
  function setAnonymous(personId: string, anonymous: boolean): void {
    turns.setAnonymous(personId, anonymous);
    reading.forgetNames();
  }

  /** The auction, also when it is gone and only its watchers are still to be told. */
  function here(): Here | null {
    return turns.here ?? life.emptied;
  }

  function now(): Now {
    const named = here();
    if (!named) throw new Error("an audience without an auction");
    return reading.now(named);
  }

  return {
    opened,
    turns,
    audience,
    relays,
    reading,
    delivery,
    life,
    sessions,
    socketSessions,
    admission,
    door,
    auctionId,
    setAnonymous,
  };
}

export type Parts = ReturnType<typeof assemble>;
