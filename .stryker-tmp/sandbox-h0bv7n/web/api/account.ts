// @ts-nocheck
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { loginAnswer, type LoginInput, profileAnswer, type SignupInput } from "../../worker/contract/account.ts";
import { answer } from "../../worker/contract/fields.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { endSession, leave, setSessionUser } from "./session.ts";

const plainAnswer = answer({});

/** Signs in: from here on every call carries the session, and the header knows the person. */
export async function logIn(input: LoginInput): Promise<void> {
  const { user } = await call(loginAnswer, "/auth/login", { method: "POST", body: input });
  setSessionUser(user);
}

export type Signup = SignupInput & { photo: File | null; onProgress: (share: number) => void };

export async function signUp({ photo, onProgress, ...fields }: Signup): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("role", "User");
  if (photo) body.set("image", photo);
  await call(plainAnswer, "/auth/signup", { method: "POST", body, ...(photo ? { onProgress } : {}) });
}

/** Leaves, whatever the server answers: someone who wants to be logged out of this browser is. */
export async function logOut(): Promise<void> {
  try {
    await leave(() => call(z.unknown(), "/auth/logout", { method: "POST" }));
  } finally {
    endSession({ byChoice: true });
  }
}

/** `password` is null for someone who has none. */
export async function deleteAccount(password: string | null): Promise<void> {
  const body = password === null ? {} : { password };
  await leave(() => call(plainAnswer, "/user/delete-account", { method: "DELETE", body }));
  endSession({ byChoice: true });
}

export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: async ({ signal }) => (await call(profileAnswer, "/user/profile", { signal })).data,
  meta: { failureToast: "Cannot fetch user profile" },
});
