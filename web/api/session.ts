/**
 * The signed-in person, as this browser knows them. The storage entry `user` is read before the first render, so that
 * the header is right from the start. It's read again when another tab changes it. It holds an ID, a name, an image,
 * and whether the person is an admin. The session itself is a cookie that scripts can't read.
 */
import type { Account } from "../../worker/contract/account.ts";
import { isModerator } from "../../worker/contract/people.ts";
import { findIndexedDb, localStore } from "../browser/storage.ts";
import { createStore, useStore } from "../store.ts";
import { serverNow } from "./server-clock.ts";

const STORAGE_KEY = "user";
/** The recently viewed items (recent-items.ts), removed with the session. */
export const RECENT_ITEMS_KEY = "recent-lots";
/** The page to return to after confirming an address (email-verification.ts). */
export const VERIFICATION_RETURN_KEY = "verification-return";
/** Copies of forms (form-copy.ts), deleted on sign-out. */
export const FORMS_DATABASE = "auction-forms";
/**
 * When a person last signed out, in epoch ms. Older copies count as deleted, even while another tab delays their
 * deletion.
 */
export const FORMS_CLEARED_KEY = "forms-cleared";

export type SignedInUser = {
  readonly id: string;
  readonly name: string;
  readonly image: { url: string } | null;
  /** For buttons on public pages. The server checks every action itself. */
  readonly isAdmin: boolean;
};

type SessionPerson = Pick<Account, "_id" | "name" | "image"> & { readonly role?: Account["role"] };

type BrowserSession = {
  readonly user: SignedInUser | null;
  /** Whether the person ended the last session, rather than the server. */
  readonly byChoice: boolean;
  /** The person whose session the server or another tab ended, until someone signs in. */
  readonly signedOutUserId: string | null;
  /** While a sign-out request runs. The live channel may report the ended session before the response arrives. */
  readonly isEnding: boolean;
  /** A sign-in by a person who may already be signed in. The session that ends meanwhile is the old one. */
  readonly renewal: Promise<void> | null;
  /** Changes with each sign-in and sign-out, because a refusal may concern an earlier session. */
  readonly number: number;
};

// One per document, because a browser has one session. The API client ends it and the first render reads it, both
// outside any component.
const session = createStore<BrowserSession>({
  user: readStoredUser(),
  byChoice: false,
  signedOutUserId: null,
  isEnding: false,
  renewal: null,
  number: 0,
});

export function currentUser(): SignedInUser | null {
  return session.get().user;
}

/** Changes with each sign-in and sign-out. */
export function sessionNumber(): number {
  return session.get().number;
}

export function useSessionUser(): SignedInUser | null {
  return useStore(session, ({ user }) => user);
}

/** Calls the listener after each sign-in and sign-out, with the person who was signed in before. */
export function onSessionChange(
  listener: (user: SignedInUser | null, before: SignedInUser | null) => void,
): () => void {
  return session.subscribe(({ user, number }, before) => {
    if (number !== before.number) listener(user, before.user);
  });
}

export function setSessionUser({ _id: id, name, image, role = "User" }: SessionPerson): void {
  const user = { id, name, image, isAdmin: isModerator({ role }) };
  setUser(user, wasEndedByChoice());
  localStore.write(STORAGE_KEY, JSON.stringify(user));
}

/** Updates the session's role from the profile. It may have changed since the person signed in. */
export function updateRole(account: Pick<Account, "_id" | "role">): void {
  const isAdmin = isModerator(account);
  const { user: before, ...others } = session.get();
  if (before?.id !== account._id || before.isAdmin === isAdmin) return;
  const user = { ...before, isAdmin };
  session.set({ ...others, user });
  localStore.write(STORAGE_KEY, JSON.stringify(user));
}

/**
 * Ends the session in this browser. With `byChoice`, the guards redirect to the landing page instead of the login page.
 */
export function endSession({ byChoice = false } = {}): void {
  const { user, isEnding, renewal } = session.get();
  if (renewal && !byChoice) return;
  localStore.remove(STORAGE_KEY);
  const byPerson = byChoice || isEnding;
  if (byPerson) deleteFormCopies();
  if (!user) return;
  localStore.remove(RECENT_ITEMS_KEY);
  localStore.remove(VERIFICATION_RETURN_KEY);
  setUser(null, byPerson);
}

/** Runs a request that signs the person out. It's still their choice if the live channel reports the end first. */
export async function signOutDuring(request: () => Promise<unknown>): Promise<void> {
  session.set({ ...session.get(), isEnding: true });
  try {
    await request();
  } finally {
    session.set({ ...session.get(), isEnding: false });
  }
}

/** Whether the person is ending the session, or no one is signed in. */
export function isEndingOrEnded(): boolean {
  const { user, isEnding } = session.get();
  return isEnding || user === null;
}

/**
 * Signs in someone who may already be signed in. The server ends their earlier session, and the page must not sign out
 * because of it. While one such sign-in runs, another waits for it, because it would end the session that the first
 * just began. If the first fails, the other goes ahead.
 */
export async function renewSessionDuring(request: () => Promise<void>): Promise<void> {
  const running = session.get().renewal;
  if (running && (await succeeds(running))) return;
  const renewal = request().finally(() => session.set({ ...session.get(), renewal: null }));
  session.set({ ...session.get(), renewal });
  await renewal;
}

/** Never rejects, because the caller that began the work reports its failure. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

export function wasEndedByChoice(): boolean {
  return session.get().byChoice;
}

/** The person who was signed out here without choosing to, until someone signs in. Otherwise null. */
export function signedOutUserId(): string | null {
  return session.get().signedOutUserId;
}

/** Lives in this module because a tab must delete saved forms even if it never opened one. */
function deleteFormCopies(): void {
  localStore.write(FORMS_CLEARED_KEY, String(serverNow()));
  findIndexedDb()?.deleteDatabase(FORMS_DATABASE);
}

function setUser(user: SignedInUser | null, byChoice: boolean): void {
  const before = session.get();
  const signedOutId = user === null && !byChoice ? (before.user?.id ?? null) : null;
  session.set({ ...before, user, byChoice, signedOutUserId: signedOutId, number: before.number + 1 });
}

function readStoredUser(): SignedInUser | null {
  try {
    return parseUser(JSON.parse(localStore.read(STORAGE_KEY) ?? "null"));
  } catch {
    return null;
  }
}

/**
 * Parses the entry, or returns null if it isn't in the shape that we write. Without zod, to keep the first script
 * small.
 */
function parseUser(value: unknown): SignedInUser | null {
  if (!isRecord(value) || typeof value["id"] !== "string" || typeof value["name"] !== "string") return null;
  const image = value["image"];
  const url = isRecord(image) ? image["url"] : undefined;
  return {
    id: value["id"],
    name: value["name"],
    image: typeof url === "string" ? { url } : null,
    isAdmin: value["isAdmin"] === true,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** From now on, signing in or out in another tab takes effect here too. */
export function followOtherTabs(): void {
  addEventListener("storage", ({ key }) => {
    // A null key means that the storage was cleared.
    if (key !== STORAGE_KEY && key !== null) return;
    const next = readStoredUser();
    if (JSON.stringify(next) !== JSON.stringify(currentUser())) setUser(next, false);
  });
}
