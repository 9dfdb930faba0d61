/**
 * The signed-in person's live channel. A frame says what is new, and the person's standing in an auction that they bid
 * in; the list of notifications is then fetched again. The list is also fetched when the channel opens, because missed
 * frames are not repeated.
 */
import { CLOSE_SESSION_ENDED } from "../../worker/contract/close-codes.ts";
import { type InboxFrame, inboxFrame } from "../../worker/contract/notification.ts";
import { parseJson } from "./client.ts";
import { LastingSocket } from "./lasting-socket.ts";
import { isEndingOrEnded } from "./session.ts";

type InboxListener = {
  /** The channel has opened, for the first time or again, or its session has ended: the list is fetched. */
  onOpen: () => void;
  onFrame: (frame: InboxFrame) => void;
};

/** Returns the function that closes the channel. */
export function listenToInbox({ onOpen, onFrame }: InboxListener): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const socket = new LastingSocket({
    url: () => `${location.origin.replace(/^http/, "ws")}/api/v1/user/live`,
    onMessage(text) {
      const frame = inboxFrame.safeParse(parseJson(text));
      if (frame.success) onFrame(frame.data);
    },
    onChange({ phase }, code) {
      // The ended session may be an earlier one of this browser: fetching the list shows whether anyone is signed in.
      // While the person logs out in this tab, and after that, the server would only refuse to answer.
      if ((phase === "live" || code === CLOSE_SESSION_ENDED) && !isEndingOrEnded()) onOpen();
    },
  });
  const wake = () => {
    if (!document.hidden) socket.wake();
  };
  addEventListener("online", wake, { signal });
  document.addEventListener("visibilitychange", wake, { signal });
  socket.connect();

  return () => {
    stopped.abort();
    socket.close();
  };
}
