import { queryOptions } from "@tanstack/react-query";

import {
  type ChangePasswordInput,
  type EmailChangeInput,
  type ForgotPasswordInput,
  type NewPasswordForm,
  sessionsResponse,
} from "../../worker/contract/security.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse } from "./response-schemas.ts";
import { endSession, signOutDuring } from "./session.ts";

/** The person's sessions, newest first. */
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: async ({ signal }) => (await call(sessionsResponse, "/user/sessions", { signal })).sessions,
});

/** Also ends all other sessions. */
export async function changePassword(input: ChangePasswordInput): Promise<void> {
  await call(doneResponse, "/user/password", { method: "PUT", body: input });
}

export async function signOutSession(sessionId: string): Promise<void> {
  await call(doneResponse, `/user/sessions/${encodeURIComponent(sessionId)}`, { method: "DELETE" });
}

/** Includes this browser. */
export async function signOutEverywhere(): Promise<void> {
  await signOutDuring(() => call(doneResponse, "/user/sessions", { method: "DELETE" }));
  endSession({ byChoice: true });
}

/** Returns the message to show. The address changes once the person confirms it with the link. */
export async function requestEmailChange(input: EmailChangeInput): Promise<string> {
  return (await call(doneResponse, "/user/email", { method: "POST", body: input })).message;
}

export async function confirmEmail(token: string): Promise<void> {
  await call(doneResponse, "/auth/confirm-email", { method: "POST", body: { token } });
}

/** Returns the message to show, which is the same for every address. */
export async function requestReset(input: ForgotPasswordInput): Promise<string> {
  return (await call(doneResponse, "/auth/forgot-password", { method: "POST", body: input })).message;
}

/** Also ends all of the person's sessions, including this browser's. */
export async function resetPassword(input: NewPasswordForm & { token: string }): Promise<void> {
  await call(doneResponse, "/auth/reset-password", { method: "POST", body: input });
  endSession();
}
