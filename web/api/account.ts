import { queryOptions } from "@tanstack/react-query";

import type { LoginInput } from "../../worker/contract/account.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse, loginResponse, profileResponse, profileChangedResponse } from "./response-schemas.ts";
import { endSession, signOutDuring, setSessionUser, updateRole } from "./session.ts";

/** Signs in. Later calls carry the session cookie, and the page header shows who's signed in. */
export async function signIn(input: LoginInput): Promise<void> {
  const { user } = await call(loginResponse, "/auth/login", { method: "POST", body: input });
  const { beginSession } = await import("./begin-session.ts");
  await beginSession(user);
}

/**
 * Absent fields stay as they are. A null `photo` removes the current one. `name` must have every name field
 * (`toNameFields`).
 */
type ProfileChange = {
  name?: Readonly<Record<string, string>>;
  photo?: File | null;
  onProgress: (fraction: number) => void;
};

export async function changeProfile({ name, photo, onProgress }: ProfileChange): Promise<void> {
  const body = new FormData();
  for (const [field, value] of Object.entries(name ?? {})) body.set(field, value);
  if (photo !== undefined) body.set("image", photo ?? "");
  const options = { method: "PATCH", body, ...(photo ? { onProgress } : {}) } as const;
  const { user } = await call(profileChangedResponse, "/user/profile", options);
  setSessionUser(user);
}

/**
 * Ends the session on this page even if the server can't be reached. In that case it throws, because the browser still
 * has the session cookie. An error response from the route counts as signed out, because it clears the cookie, too.
 */
export async function signOut(): Promise<void> {
  try {
    await signOutDuring(() => call(doneResponse, "/auth/logout", { method: "POST" }));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 0) throw error;
  } finally {
    endSession({ byChoice: true });
  }
}

/** `password` is null if the account has none. */
export async function deleteAccount(password: string | null): Promise<void> {
  const body = password === null ? undefined : { password };
  await signOutDuring(() => call(doneResponse, "/user/delete-account", { method: "DELETE", body }));
  endSession({ byChoice: true });
}

export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: async ({ signal }) => {
    const { data } = await call(profileResponse, "/user/profile", { signal });
    updateRole(data.user);
    return data;
  },
  meta: { failureToast: "Cannot fetch user profile" },
});

/** The page with Cloudflare's widget. We show it in a frame, and it posts a token. */
export const HUMAN_CHECK_URL = "/api/v1/auth/human-check";

/** Confirms a token. From then on, calls count against this browser's limits instead of its network's. */
export async function confirmHuman(token: string): Promise<void> {
  await call(doneResponse, "/auth/human-check", { method: "POST", body: { token } });
}
