import { describe, expect, it, vi } from "vitest";

/** Loads the module anew, because it reads the stored user when it loads. */
async function openPage() {
  vi.resetModules();
  return import("./session.ts");
}

function otherTabWrites(value: string | null): void {
  if (value === null) localStorage.removeItem("user");
  else localStorage.setItem("user", value);
  dispatchEvent(new StorageEvent("storage", { key: "user", newValue: value }));
}

const ADA = { id: "ada", name: "Ada Winter", image: { url: "/api/v1/images/ada" }, isAdmin: false };

it("the page reads the user from storage before it renders anything", async () => {
  localStorage.setItem("user", JSON.stringify(ADA));
  const { currentUser } = await openPage();
  expect(currentUser()).toEqual(ADA);
});

it.each(["", "{", "null", "7", '{"id":7,"name":"x"}', '{"name":"x"}'])(
  "an invalid storage entry (%s) means the user is signed out",
  async (entry) => {
    localStorage.setItem("user", entry);
    const { currentUser } = await openPage();
    expect(currentUser()).toBeNull();
  },
);

it("the page reads only id, name, image and admin flag from the storage entry", async () => {
  localStorage.setItem(
    "user",
    JSON.stringify({ ...ADA, image: "javascript:", isAdmin: "yes", role: "Admin", email: "a@b.c" }),
  );
  const { currentUser } = await openPage();
  expect(currentUser()).toEqual({ ...ADA, image: null });
});

it("signing in stores only id, name, image and admin flag", async () => {
  const { currentUser, setSessionUser } = await openPage();
  const account = { ...ADA, _id: "ada", email: "ada@example.com", role: "User" } as const;
  setSessionUser(account);
  expect(currentUser()).toEqual(ADA);
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ADA);
});

it("a user's changed role takes effect without a new session", async () => {
  const { currentUser, sessionNumber, setSessionUser, updateRole } = await openPage();
  setSessionUser({ ...ADA, _id: "ada", role: "Admin" });
  const [number, isAdmin] = [sessionNumber(), () => currentUser()?.isAdmin];
  expect(isAdmin()).toBe(true);
  updateRole({ _id: "bob", role: "User" });
  expect(isAdmin()).toBe(true);
  updateRole({ _id: "ada", role: "User" });
  expect(isAdmin()).toBe(false);
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ADA);
  expect(sessionNumber()).toBe(number);
});

it("ending a session removes the stored user and records whether the user signed out", async () => {
  const { currentUser, endSession, setSessionUser, wasEndedByChoice } = await openPage();
  setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
  endSession();
  expect(currentUser()).toBeNull();
  expect(localStorage.getItem("user")).toBeNull();
  expect(wasEndedByChoice()).toBe(false);
  setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
  endSession({ byChoice: true });
  expect(wasEndedByChoice()).toBe(true);
});

describe("copies of forms in the browser", () => {
  /** IndexedDB doesn't exist here, so this only records the calls to it. */
  function stubIndexedDb() {
    const deleted = vi.fn<(name: string) => void>();
    vi.stubGlobal("indexedDB", { deleteDatabase: deleted });
    return deleted;
  }

  it.each([
    ["sign-out in a tab that never opened a form", { byChoice: true }, 1],
    ["sign-out first reported by the live channel", "reported", 1],
    ["session end without a sign-out", undefined, 0],
  ] as const)("only a sign-out deletes form copies: %s", async (_how, end, count) => {
    const deleted = stubIndexedDb();
    const { endSession, signOutDuring, setSessionUser } = await openPage();
    setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
    const before = Date.now();
    if (end === "reported") await signOutDuring(async () => endSession());
    else endSession(end);
    expect(deleted.mock.calls).toEqual(Array.from({ length: count }, () => ["auction-forms"]));
    // Older copies are marked as deleted.
    expect(Number(localStorage.getItem("forms-cleared")) >= before).toBe(count > 0);
  });
});

it("signing in or out in another tab takes effect right away", async () => {
  const { currentUser, followOtherTabs, onSessionChange } = await openPage();
  followOtherTabs();
  const seen: (string | undefined)[] = [];
  onSessionChange((user) => seen.push(user?.id));
  otherTabWrites(JSON.stringify(ADA));
  expect(currentUser()).toEqual(ADA);
  otherTabWrites(null);
  expect(currentUser()).toBeNull();
  expect(seen).toEqual(["ada", undefined]);
});

describe("a user who didn't choose to be signed out", () => {
  const account = { ...ADA, _id: "ada" };

  it("the page remembers whose session ended without a sign-out until someone signs in", async () => {
    const { endSession, followOtherTabs, setSessionUser, signedOutUserId } = await openPage();
    followOtherTabs();
    setSessionUser(account);
    endSession();
    expect(signedOutUserId()).toBe("ada");
    setSessionUser(account);
    expect(signedOutUserId()).toBeNull();
    otherTabWrites(null);
    expect(signedOutUserId()).toBe("ada");
  });

  it("the page remembers no user for a visitor or after the user signs out", async () => {
    const { endSession, setSessionUser, signedOutUserId } = await openPage();
    expect(signedOutUserId()).toBeNull();
    setSessionUser(account);
    endSession({ byChoice: true });
    expect(signedOutUserId()).toBeNull();
  });
});
