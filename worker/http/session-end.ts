/** Ending sessions of a person, from wherever: their sockets close, their rooms take no more bids, their rows go. */
import { deleteSession, listSessionsOf } from "../catalogue/sessions.ts";
import type { HttpContext } from "./context.ts";
import { endSockets } from "./rooms.ts";

/** The sockets first: should that fail, the session is still there to be ended once more. */
export async function endSession(c: HttpContext, userId: string, sessionId: string): Promise<void> {
  await endSockets(c, userId, sessionId);
  await deleteSession(c.var.catalogue, sessionId);
}

/** All sessions of a person, but for one that may stay. */
export async function endSessions(c: HttpContext, userId: string, keptId?: string): Promise<void> {
  const sessions = await listSessionsOf(c.var.catalogue, userId);
  const ended = sessions.filter(({ id }) => id !== keptId);
  await Promise.all(ended.map(({ id }) => endSession(c, userId, id)));
}
