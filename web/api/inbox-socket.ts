/**
 * The signed-in person's live channel. A frame says what is new, and how an auction that the person bids in stands for
 * them; the list of notifications is fetched again.
 * The list is also fetched when the channel opens, because missed frames are not repeated. After five failures in a
 * row the channel is given up until the page becomes visible or the network comes back.
 */
import ReconnectingSocket from "partysocket/ws";

import { CLOSE_MANY_PAGES, CLOSE_SESSION_ENDED } from "../../worker/contract/live.ts";
import { type InboxFrame, inboxFrame } from "../../worker/contract/notification.ts";
import { parseJson } from "./client.ts";
import { type Connection, connectionAfter, RECONNECTING, STARTING } from "./connection.ts";

/** Without pings the server takes the page for gone, and closes its socket before those of other pages. */
const PING_INTERVAL_MS = 25_000;

type InboxListener = {
  /** The channel has opened, for the first time or again, or its session has ended: the list is fetched. */
  onOpen: () => void;
  onFrame: (frame: InboxFrame) => void;
};

/** Returns the function that stops listening. */
export function listenToInbox({ onOpen, onFrame }: InboxListener): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let connection: Connection = STARTING;
  let openedAt: number | null = null;

  const socket = new ReconnectingSocket(
    `${location.origin.replace(/^http/, "ws")}/api/v1/user/live`,
    null,
    RECONNECTING,
  );

  const closed = (code: number) => {
    // Perhaps an earlier session of this browser: fetching the list says whether the person is still signed in.
    if (code === CLOSE_SESSION_ENDED) onOpen();
    const upMs = openedAt === null ? 0 : Date.now() - openedAt;
    openedAt = null;
    connection = connectionAfter(connection, { type: code === CLOSE_MANY_PAGES ? "replaced" : "closed", upMs });
    if (connection.phase === "givenUp") socket.close();
  };
  const wake = () => {
    if (connection.phase !== "givenUp" || document.hidden) return;
    connection = STARTING;
    socket.reconnect();
  };

  socket.addEventListener(
    "open",
    () => {
      openedAt = Date.now();
      connection = connectionAfter(connection, { type: "opened" });
      onOpen();
    },
    { signal },
  );
  socket.addEventListener("close", ({ code }) => closed(code), { signal });
  socket.addEventListener(
    "message",
    ({ data }) => {
      const frame = inboxFrame.safeParse(typeof data === "string" ? parseJson(data) : undefined);
      if (frame.success) onFrame(frame.data);
    },
    { signal },
  );
  const ping = setInterval(() => {
    if (openedAt !== null) socket.send("ping");
  }, PING_INTERVAL_MS);
  addEventListener("online", wake, { signal });
  document.addEventListener("visibilitychange", wake, { signal });

  return () => {
    stopped.abort();
    clearInterval(ping);
    socket.close();
  };
}
