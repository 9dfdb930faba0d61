/**
 * How a socket of the live protocol comes in: who is behind it, whether there is room for it, and what it is told
 * first. The Worker has checked its origin and says whose session it carries.
 */
import { NETWORK_HEADER, VIEWER_HEADER } from "../contract/live.ts";
import type { Audience } from "./audience.ts";
import type { LiveSessions } from "./live-sessions.ts";
import type { Reading } from "./reading.ts";
import type { Viewer } from "./rpc.ts";
import type { Turns } from "./turns.ts";

type Setup = {
  readonly turns: Turns;
  readonly audience: Audience;
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
    const { turns, audience, reading, scale } = this.#setup;
    turns.settle();
    const viewer = turns.visible && (await this.#viewerOf(request));
    const here = turns.visible;
    if (!here) return new Response(null, { status: 404 });
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const full = audience.full(network, scale);
    if (full) return new Response(null, { status: full === "room" ? 503 : 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const after = new URL(request.url).searchParams.get("after");
    audience.join(server, { viewer, network }, reading.firstFrame(here, after), here.auction.seq);
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Who opens a socket. The person's inbox knows then which room holds it, so that a log-out finds it; a session that
   * has ended meanwhile may only watch.
   */
  async #viewerOf(request: Request): Promise<Viewer | null> {
    const header = request.headers.get(VIEWER_HEADER);
    if (header === null) return null;
    const viewer: Viewer = JSON.parse(decodeURIComponent(header));
    return (await this.#setup.sessions.lives(viewer, this.#setup.clock())) ? viewer : null;
  }
}
