/** Ending sessions of a person, from wherever: their sockets close, their rooms take no more bids, their rows go. */
import { deleteSession, listSessionsOf } from "../catalogue/sessions.ts";
import type { HttpContext } from "./context.ts";
import { endSockets } from "./objects.ts";

/** Whatever becomes of the sockets, which the inbox goes on ending by itself, nobody signs in by this session again. */
export async function endSession(c: HttpContext, userId: string, sessionId: string): Promise<void> {
  try {
    await endSockets(c, userId, sessionId);
  } finally {
    await deleteSession(c.get("catalogue"), sessionId);
  }
}

/** All sessions of a person, but for one that may stay. Throws when one of them failed, after all have been tried. */
export async function endSessions(c: HttpContext, userId: string, keptId?: string): Promise<void> {
  const sessions = await listSessionsOf(c.get("catalogue"), userId);
  const ended = sessions.filter(({ id }) => id !== keptId);
  const results = await Promise.allSettled(ended.map(({ id }) => endSession(c, userId, id)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
