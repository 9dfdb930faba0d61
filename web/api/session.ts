/**
 * Who is signed in, as far as this browser knows. The entry `user` of the browser's storage is read before the first
 * render, so that the header is right at once, and followed when another tab changes it. It holds an id, a name and a
 * picture: the session itself is a cookie that no script can read.
 */
import { useSyncExternalStore } from "react";

import type { Account } from "../../worker/contract/account.ts";

const ENTRY = "user";

export type SessionUser = { id: string; name: string; image: { url: string } | null };

// Module state, because a browser has one session: the API client ends it and the first render reads it, both outside of
// any component.
let user = restore();
/** Whether the person asked to leave, rather than having been signed out. */
let leftByChoice = false;
/** Whether they are about to: the server may end the session in another place before it answers. */
let leaving = false;
const listeners = new Set<(user: SessionUser | null) => void>();

export function currentUser(): SessionUser | null {
  return user;
}

export function useSessionUser(): SessionUser | null {
  return useSyncExternalStore(onSessionChange, currentUser);
}

export function onSessionChange(listener: (user: SessionUser | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setSessionUser({ _id: id, name, image }: Pick<Account, "_id" | "name" | "image">): void {
  change({ id, name, image });
  localStorage.setItem(ENTRY, JSON.stringify(user));
}

/** Forgets the person. `byChoice` tells the guards to lead home instead of to the login. */
export function endSession({ byChoice = false } = {}): void {
  localStorage.removeItem(ENTRY);
  if (!user) return;
  leftByChoice = byChoice || leaving;
  change(null);
}

/** Does what ends the session by the person's own wish, whoever tells us first that it has ended. */
export async function leave(farewell: () => Promise<unknown>): Promise<void> {
  leaving = true;
  try {
    await farewell();
  } finally {
    leaving = false;
  }
}

export function wasLeftByChoice(): boolean {
  return leftByChoice;
}

function change(next: SessionUser | null): void {
  user = next;
  for (const listener of listeners) listener(user);
}

function restore(): SessionUser | null {
  try {
    return readUser(JSON.parse(localStorage.getItem(ENTRY) ?? "null"));
  } catch {
    return null;
  }
}

/** The entry as we write it, or nothing: whatever else stands there is not ours. Without zod, to be there early. */
function readUser(value: unknown): SessionUser | null {
  if (!isRecord(value) || typeof value["id"] !== "string" || typeof value["name"] !== "string") return null;
  const image = value["image"];
  const url = isRecord(image) ? image["url"] : undefined;
  return { id: value["id"], name: value["name"], image: typeof url === "string" ? { url } : null };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

addEventListener("storage", ({ key }) => {
  // A null key means that everything was cleared.
  if (key !== ENTRY && key !== null) return;
  const next = restore();
  if (JSON.stringify(next) === JSON.stringify(user)) return;
  leftByChoice = false;
  change(next);
});
