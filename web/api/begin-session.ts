/**
 * Begins the session after an accepted sign-in. In a browser that blocks cookies, the sign-in succeeds but no session
 * is kept. So we check for one before the page shows that the person is signed in.
 */
import type { Account } from "../../worker/contract/account.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { profileResponse } from "./response-schemas.ts";
import { currentUser, setSessionUser } from "./session.ts";

export const COOKIES_BLOCKED =
  "Your browser blocks cookies, so you can't stay signed in. Allow cookies for this site, then sign in again.";
const UNAUTHORIZED = 401;

/** Throws an `ApiFailure` with a message for the form if the browser hasn't kept the session. */
export async function beginSession(user: Account): Promise<void> {
  if ((await findAccount()) === null) throw new ApiFailure("cookies_blocked", COOKIES_BLOCKED, UNAUTHORIZED);
  setSessionUser(user);
}

/** If the browser can't store anything, only the server can tell after a reload who the cookie belongs to. */
export async function restoreSession(): Promise<void> {
  const account = await findAccount();
  if (account && currentUser() === null) setSessionUser(account);
}

/** Null if no one is signed in. Undefined if we couldn't find out. */
async function findAccount(): Promise<Account | null | undefined> {
  try {
    return (await call(profileResponse, "/user/profile")).data.user;
  } catch (error) {
    return error instanceof ApiFailure && error.code === "not_signed_in" ? null : undefined;
  }
}
