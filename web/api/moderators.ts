/**
 * Whether the signed-in person is an admin, for the buttons on pages that everyone visits. A page does not ask the
 * server for every visitor: the profile notes an admin's id in this browser, and only then the profile is fetched to
 * make sure. The server checks every act by itself.
 */
import type { Account } from "../../worker/contract/account.ts";
import { moderates } from "../../worker/contract/people.ts";
import { onSessionChange } from "./session.ts";

const ENTRY = "moderator";

export function noteModerator(user: Account): void {
  if (moderates(user)) localStorage.setItem(ENTRY, user._id);
  else localStorage.removeItem(ENTRY);
}

/** Whether this browser has seen that the person is an admin. */
export function mayModerate(userId: string | undefined): boolean {
  return userId !== undefined && localStorage.getItem(ENTRY) === userId;
}

onSessionChange((user) => {
  if (!user) localStorage.removeItem(ENTRY);
});
