/**
 * How a socket of the live protocol comes in: who is behind it, whether there is room for it, and what it is told
 * first. The Worker has checked its origin and says whose session it carries.
 */
import { NETWORK_HEADER, RELAY_HEADER } from "../../contract/live.ts";
import type { LiveSessions } from "../commands/sessions.ts";
import type { Turns } from "../commands/turns.ts";
import { type FirstFrame, relayName, type Viewer, viewerIn } from "../rpc.ts";
import type { Reading } from "../views/reading.ts";
import type { Audience } from "./broadcaster.ts";
import type { Relays } from "./relays.ts";

type Setup = {
  readonly turns: Turns;
  readonly audience: Audience;
  readonly relays: Relays;
  readonly reading: Reading;
  readonly sessions: LiveSessions;
  readonly clock: () => number;
  /** Multiplies how many sockets may come from one network, for load tests. */
  readonly scale: number;
};

export class Door {
  readonly #setup: Setup;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  async enter(request: Request): Promise<Response> {
    const { turns, audience, relays, reading, scale } = this.#setup;
    turns.settle();
    const viewer = turns.visible && (await this.#viewerOf(request));
    const here = turns.visible;
    if (!here) return new Response(null, { status: 404 });
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const place = relays.place(audience.crowd.size);
    if (place === null) return new Response(null, { status: 503 });
    if (place !== "room") {
      // The Worker goes there: what passed through here would keep the room as busy as before.
      return new Response(null, { status: 204, headers: { [RELAY_HEADER]: relayName(here.auction.id, place) } });
    }
    const full = audience.crowd.full(network, scale);
    if (full) return new Response(null, { status: full === "object" ? 503 : 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const after = new URL(request.url).searchParams.get("after");
    audience.join(server, { viewer, network, seq: here.auction.seq }, reading.firstFrame(here, after));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A relay takes someone in: what they are told first, or null when there is no auction. */
  enterRelay(relay: number, after: string | null): FirstFrame | null {
    const { turns, relays, reading } = this.#setup;
    turns.settle();
    const here = turns.visible;
    if (!here) return null;
    relays.joined(relay, here.auction.seq);
    return { text: reading.firstFrame(here, after), seq: here.auction.seq };
  }

  /**
   * Who opens a socket. The person's inbox knows then which room holds it, so that a log-out finds it; a session that
   * has ended meanwhile may only watch.
   */
  async #viewerOf(request: Request): Promise<Viewer | null> {
    const viewer = viewerIn(request);
    return viewer && (await this.#setup.sessions.lives(viewer, this.#setup.clock())) ? viewer : null;
  }
}
