/**
 * The signed-in person's live channel. A frame carries a new notification, perhaps with the person's standing in the
 * auction it's about, or only says that the notifications have changed. The page then refetches the notifications. It
 * also refetches them when the channel opens, because missed frames aren't sent again.
 */
import { CLOSE_SESSION_ENDED } from "../../worker/contract/close-codes.ts";
import { type InboxFrame, inboxFrame } from "../../worker/contract/notification.ts";
import { parseJson } from "./client.ts";
import { PersistentSocket } from "./persistent-socket.ts";
import { isEndingOrEnded } from "./session.ts";

type InboxListener = {
  /**
   * The channel has opened or reopened, or its session has ended or may have. Refetch everything that frames update.
   */
  onRefetchNeeded: () => void;
  onFrame: (frame: InboxFrame) => void;
};

/** Returns the function that closes the channel. */
export function listenToInbox({ onRefetchNeeded, onFrame }: InboxListener): () => void {
  const socket = new PersistentSocket({
    url: () => `${location.origin.replace(/^http/, "ws")}/api/v1/user/live`,
    onMessage(text) {
      const frame = inboxFrame.safeParse(parseJson(text));
      if (frame.success) onFrame(frame.data);
    },
    onChange({ phase, failures }, code) {
      // The ended session may be an earlier one, and a browser can't see why an attempt was refused. Fetching the list
      // shows whether anyone is signed in. During and after a sign-out in this tab, the server would only refuse.
      const mayHaveEnded = code === CLOSE_SESSION_ENDED || failures === 1;
      if ((phase === "live" || mayHaveEnded) && !isEndingOrEnded()) onRefetchNeeded();
    },
  });
  socket.connect();
  return () => socket.close();
}
