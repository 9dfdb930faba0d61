/**
 * Whether the signed-in person is an admin, for buttons on public pages. To avoid a call for every visitor, the profile
 * page stores an admin's ID in this browser, and only then do other pages fetch the profile to confirm it. The server
 * checks every action itself.
 */
import type { Account } from "../../worker/contract/account.ts";
import { isModerator } from "../../worker/contract/people.ts";
import { onSessionChange } from "./session.ts";
import { localStore } from "./storage.ts";

const ENTRY = "moderator";

export function rememberModerator(user: Account): void {
  if (isModerator(user)) localStore.write(ENTRY, user._id);
  else localStore.remove(ENTRY);
}

/** Whether this browser has recorded that the person is an admin. */
export function mayModerate(userId: string | undefined): boolean {
  return userId !== undefined && localStore.read(ENTRY) === userId;
}

onSessionChange((user) => {
  if (!user) localStore.remove(ENTRY);
});
