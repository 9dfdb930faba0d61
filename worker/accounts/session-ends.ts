/**
 * The end of sessions, by person: D1 deletes their rows and notes their ends in one transaction, then the person's
 * inbox is notified, which closes sockets and notifies rooms. The notes stay until the inbox has answered, so that a
 * repeat and the sweep find them.
 */
import type { Catalogue } from "../db/database.ts";
import { shortSessionId } from "./actor.ts";
import { forgetSessionEnds, listSessionEnds } from "./queries/sessions.ts";
import { forgetSession } from "./session-cache.ts";

/**
 * Notifies a person's inbox of all ended sessions that it was not notified of yet, and of `endedIds`, which D1 may lack
 * because it was set back. Throws when the inbox does not answer.
 */
export async function deliverSessionEnds(
  catalogue: Catalogue,
  inboxes: Env["INBOX"],
  userId: string,
  endedIds: readonly string[] = [],
): Promise<void> {
  const ended = Array.from(new Set([...endedIds, ...(await listSessionEnds(catalogue, userId))]));
  if (ended.length === 0) return;
  for (const id of ended) forgetSession(id);
  await inboxes.getByName(userId).endSessions(ended.map(shortSessionId));
  await forgetSessionEnds(catalogue, ended);
}
