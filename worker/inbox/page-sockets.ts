/** The sockets of one person's open pages: limited in number, each with the session that opened it. */
import { CLOSE_TOO_MANY_PAGES, CLOSE_SESSION_ENDED } from "../contract/close-codes.ts";
import type { InboxFrame } from "../contract/notification.ts";
import { CLOSE_GONE, isSilent } from "../platform/silent-sockets.ts";

/** Epoch ms. */
type PageAttachment = { readonly expiresAt: number; readonly openedAt: number };

export class PageSockets {
  readonly #ctx: DurableObjectState;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(ctx: DurableObjectState, clock: () => number) {
    this.#ctx = ctx;
    this.#clock = clock;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /**
   * Opens one more of at most `maxSockets` sockets, for a session that ends at `expiresAt` (epoch ms). Returns the
   * client's end.
   */
  accept(sessionId: string, expiresAt: number, maxSockets: number): WebSocket {
    this.#makeSpace(maxSockets);
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.acceptWebSocket(server, [tagOf(sessionId)]);
    server.serializeAttachment({ expiresAt, openedAt: this.#clock() } satisfies PageAttachment);
    return client;
  }

  /** Sends a frame to all pages whose session has not ended. */
  send(frame: InboxFrame): void {
    const text = JSON.stringify(frame);
    const now = this.#clock();
    for (const socket of this.#ctx.getWebSockets()) {
      if (socket.readyState !== WebSocket.READY_STATE_OPEN) continue;
      try {
        if (attachmentOf(socket).expiresAt <= now) socket.close(CLOSE_SESSION_ENDED, SESSION_ENDED);
        else socket.send(text);
      } catch (error) {
        // The socket was closed after it was listed.
        if (!(error instanceof Error)) throw error;
      }
    }
  }

  closeSession(sessionId: string): void {
    for (const socket of this.#ctx.getWebSockets(tagOf(sessionId))) socket.close(CLOSE_SESSION_ENDED, SESSION_ENDED);
  }

  /**
   * Makes space for one more socket. Closes sockets whose clients are gone first, then the oldest, because the page
   * opened last is the one in use.
   */
  #makeSpace(maxSockets: number): void {
    const all = this.#ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.READY_STATE_OPEN);
    if (all.length < maxSockets) return;
    const now = this.#clock();
    const gone = new Set(all.filter((socket) => isSilent(this.#ctx, socket, () => attachmentOf(socket).openedAt, now)));
    for (const socket of gone) socket.close(CLOSE_GONE, "no ping for too long");
    const open = all.filter((socket) => !gone.has(socket));
    if (open.length < maxSockets) return;
    const byAge = open.toSorted((a, b) => attachmentOf(a).openedAt - attachmentOf(b).openedAt);
    for (const socket of byAge.slice(0, open.length - maxSockets + 1)) {
      socket.close(CLOSE_TOO_MANY_PAGES, "too many open pages");
    }
  }
}

const SESSION_ENDED = "the session has ended";

function tagOf(sessionId: string): string {
  return `session:${sessionId}`;
}

function attachmentOf(socket: WebSocket): PageAttachment {
  const attachment: PageAttachment = socket.deserializeAttachment();
  return attachment;
}
