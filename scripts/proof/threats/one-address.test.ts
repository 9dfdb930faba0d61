/**
 * Three hundred people behind one IPv4 address, as in an office or at a charity evening, through a deploy during a hot
 * auction: with the everyday limits, the real Worker, rooms and inboxes, and the rules by which the pages connect
 * again. Time is simulated: the clock only moves from one event to the next. It runs with LOTLINE_LONG=1.
 */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import {
  type Connection,
  connectionAfter,
  type SocketChange,
  spreadDelay,
  STARTING,
} from "../../../web/api/connection.ts";
import { secondsInReason } from "../../../worker/contract/close-codes.ts";
import { ROOM_SOCKETS_PER_NETWORK } from "../../../worker/rate-limits/numbers.ts";
import { newId } from "../../../worker/testing/builders.ts";
import { someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing } from "../../../worker/testing/selling.ts";
import { anIpv4Address, requestFrom } from "../../../worker/testing/strict-limits.ts";
import { Random } from "../../seed/random.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const MEMBERS = 200;
const VISITORS = 100;
/**
 * The platform records each ping in real time. So all of this happens in the past, or the sockets would count as
 * silent.
 */
const DURATION_MS = 30 * MINUTE_MS;

const upgrade = { upgrade: "websocket" };

/** Future events in the order of their times. */
class AttackTimeline {
  readonly #events: { readonly at: number; readonly run: () => Promise<void> }[] = [];

  after(ms: number, run: () => Promise<void>): void {
    this.#events.push({ at: Date.now() + ms, run });
  }

  /** Runs until no event is left. */
  async play(): Promise<void> {
    for (;;) {
      const next = this.#events.toSorted((a, b) => a.at - b.at)[0];
      if (!next) return;
      this.#events.splice(this.#events.indexOf(next), 1);
      vi.setSystemTime(Math.max(Date.now(), next.at));
      await next.run();
    }
  }
}

/** A page's socket, which reconnects as web/api/lasting-socket.ts does. */
class PageSocket {
  readonly #network: SharedNetwork;
  readonly #path: string;
  readonly #cookie: string | undefined;
  #socket: WebSocket | null = null;
  #openedAt = 0;
  connection: Connection = STARTING;
  /** How often the server has refused it. */
  refused = 0;

  constructor(network: SharedNetwork, path: string, cookie?: string) {
    this.#network = network;
    this.#path = path;
    this.#cookie = cookie;
  }

  async connect(): Promise<void> {
    const { webSocket } = await this.#network.request(this.#path, { cookie: this.#cookie, headers: upgrade });
    if (!webSocket) throw new Error("no socket");
    this.#openedAt = Date.now();
    const closed = new Promise<string>((resolve) =>
      webSocket.addEventListener("close", (event) => resolve(event.reason)),
    );
    const received = new Promise<null>((resolve) => webSocket.addEventListener("message", () => resolve(null)));
    webSocket.accept();
    webSocket.send("ping");
    const reason = await Promise.race([received, closed]);
    if (reason === null) {
      this.#socket = webSocket;
      this.connection = connectionAfter(this.connection, { type: "opened" });
      return;
    }
    const seconds = secondsInReason(reason);
    this.refused += 1;
    this.#lost({ type: "closed", upMs: 0, refusedForMs: seconds === null ? null : seconds * SECOND_MS });
  }

  /** The server drops it, as at a deploy. */
  drop(): void {
    this.#socket?.close(1000);
    this.#socket = null;
    this.#lost({ type: "closed", upMs: Date.now() - this.#openedAt });
  }

  #lost(change: SocketChange): void {
    this.connection = connectionAfter(this.connection, change);
    const { waitMs } = this.connection;
    if (waitMs === null) throw new Error("it does not come back by itself");
    this.#network.timeline.after(spreadDelay(waitMs, this.#network.random.next()), () => this.connect());
  }
}

type PersonAtAddress = { readonly cookie?: string; readonly sockets: readonly PageSocket[] };

/** Everyone behind one address, in one auction. */
class SharedNetwork {
  readonly timeline = new AttackTimeline();
  readonly random = new Random("one address");
  readonly #address = anIpv4Address();

  request(path: string, call: Omit<Parameters<typeof requestFrom>[1], "address">) {
    return requestFrom(path, { ...call, address: this.#address });
  }

  person(auctionId: string, cookie?: string): PersonAtAddress {
    const room = new PageSocket(this, `/auction/${auctionId}/live`, cookie);
    if (cookie === undefined) return { sockets: [room] };
    return { cookie, sockets: [room, new PageSocket(this, "/user/live", cookie)] };
  }

  /** Loads the auction's page with its reads, and opens its sockets. */
  async open({ cookie, sockets }: PersonAtAddress, auctionId: string): Promise<void> {
    const reads = [
      `/auction/fetchSpecificAuction?auctionId=${auctionId}`,
      "/settings",
      `/auction/${auctionId}/watchers`,
    ];
    const own = ["/user/profile", "/auction/notifications"];
    const loading = (cookie === undefined ? reads : [...reads, ...own]).map((path) => this.request(path, { cookie }));
    expect((await Promise.all(loading)).map(({ status }) => status)).toEqual(loading.map(() => 200));
    await Promise.all(sockets.map((socket) => socket.connect()));
  }
}

async function threeHundredPeople() {
  const { id } = await aListing();
  const network = new SharedNetwork();
  const signedIn = await Promise.all(Array.from({ length: MEMBERS }, () => someoneSignedIn()));
  const members = signedIn.map(({ cookie }) => network.person(id, cookie));
  const visitors = Array.from({ length: VISITORS }, () => network.person(id));
  for (const person of [...members, ...visitors]) {
    network.timeline.after(network.random.between(0, 30 * SECOND_MS), () => network.open(person, id));
  }
  await network.timeline.play();
  const socketsOf = (people: readonly PersonAtAddress[]) => people.flatMap(({ sockets }) => sockets);
  return { id, network, members, visitors, sockets: { members: socketsOf(members), visitors: socketsOf(visitors) } };
}

const phasesOf = (sockets: readonly PageSocket[]) => [...new Set(sockets.map(({ connection }) => connection.phase))];
const refusalsOf = (sockets: readonly PageSocket[]) => sockets.reduce((sum, { refused }) => sum + refused, 0);

describe.runIf(env.LOTLINE_LONG === "1")("three hundred people behind one IPv4 address", () => {
  let people: Awaited<ReturnType<typeof threeHundredPeople>>;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - DURATION_MS });
    people = await threeHundredPeople();
  });
  beforeEach(() => void vi.setSystemTime(Date.now() + 2 * MINUTE_MS));
  afterAll(() => void vi.useRealTimers());

  it("300 people open an auction within 30 s and reconnect seconds after a deploy", async () => {
    const { id, network, members, sockets } = people;
    const all = [...sockets.members, ...sockets.visitors];
    expect(phasesOf(all)).toEqual(["live"]);
    const deployedAt = Date.now();
    for (const socket of all) socket.drop();
    for (const [index, { cookie }] of members.slice(0, 20).entries()) {
      network.timeline.after(index * 100, async () => {
        const json = { productId: id, bidAmount: 200 + index * 100 };
        expect((await network.request("/bid/placeBid", { method: "POST", cookie, json })).status).toBe(201);
      });
    }
    await network.timeline.play();
    expect(phasesOf(all)).toEqual(["live"]);
    expect(refusalsOf(all)).toBe(0);
    expect(Date.now() - deployedAt).toBeLessThanOrEqual(2 * SECOND_MS);
    // The room counts its open sockets itself: worker/room/live/open-sockets.test.ts.
    expect(VISITORS).toBeLessThanOrEqual(ROOM_SOCKETS_PER_NETWORK.ipv4);
  });

  it("T21: people reconnect while the server refuses a flooding script behind their IP", async () => {
    const { network, sockets } = people;
    const script = { opened: 0, refused: 0, read: 0, unread: 0 };
    const forged = () => `__Host-session=eyJhbGciOiJIUzI1NiJ9.${newId()}.${newId()}`;
    // It started before the deploy, and sends a cookie for no real session each time.
    for (let tick = 0; tick < 360; tick += 1) {
      network.timeline.after(tick * 100, async () => {
        const read = async () => {
          const { status } = await network.request("/nowhere", { cookie: forged() });
          script[status === 429 ? "unread" : "read"] += 1;
        };
        const open = async () => {
          const path = "/auction/nowhere/live";
          const { status, webSocket } = await network.request(path, { cookie: forged(), headers: upgrade });
          webSocket?.accept();
          script[status === 101 ? "refused" : "opened"] += 1;
        };
        await Promise.all([...Array.from({ length: 10 }, read), ...Array.from({ length: 3 }, open)]);
      });
    }
    network.timeline.after(30 * SECOND_MS, async () => {
      for (const socket of [...sockets.members, ...sockets.visitors]) socket.drop();
    });
    await network.timeline.play();
    // 3,600 reads and 1,080 sockets within a minute: the limits of the network, less what visitors have used of them.
    expect(script.read).toBeLessThanOrEqual(3_000);
    expect(script.opened).toBeLessThanOrEqual(600);
    expect(script.unread).toBeGreaterThanOrEqual(600);
    expect(script.refused).toBeGreaterThanOrEqual(480);
    // Signed-in users hit no limit. Visitors had to wait, and each reconnected automatically.
    expect(refusalsOf(sockets.members)).toBe(0);
    expect(phasesOf(sockets.members)).toEqual(["live"]);
    expect(refusalsOf(sockets.visitors)).toBeGreaterThan(0);
    expect(phasesOf(sockets.visitors)).toEqual(["live"]);
  });
});
