/**
 * Whether the signed-in person is an admin, for the buttons on pages that everyone visits. A page does not ask the
 * server for every visitor: the profile notes an admin's id in this browser, and only then the profile is fetched to
 * make sure. The server checks every action by itself.
 */
import type { Account } from "../../worker/contract/account.ts";
import { moderates } from "../../worker/contract/people.ts";
import { onSessionChange } from "./session.ts";
import { lasting } from "./storage.ts";

const ENTRY = "moderator";

export function noteModerator(user: Account): void {
  if (moderates(user)) lasting.write(ENTRY, user._id);
  else lasting.remove(ENTRY);
}

/** Whether this browser has seen that the person is an admin. */
export function mayModerate(userId: string | undefined): boolean {
  return userId !== undefined && lasting.read(ENTRY) === userId;
}

onSessionChange((user) => {
  if (!user) lasting.remove(ENTRY);
});
