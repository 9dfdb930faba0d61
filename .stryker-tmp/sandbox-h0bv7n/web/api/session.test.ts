// @ts-nocheck
import { beforeEach, describe, expect, it, vi } from "vitest";

/** A page that is opened now: the module reads the storage once, when it is loaded. */
async function openPage() {
  vi.resetModules();
  return import("./session.ts");
}

function otherTabWrites(value: string | null): void {
  if (value === null) localStorage.removeItem("user");
  else localStorage.setItem("user", value);
  dispatchEvent(new StorageEvent("storage", { key: "user", newValue: value }));
}

const ADA = { id: "ada", name: "Ada Winter", image: { url: "/api/v1/images/ada" } };

beforeEach(() => localStorage.clear());

describe("when a page opens", () => {
  it("the person is who the storage's entry `user` says, before anything is rendered", async () => {
    localStorage.setItem("user", JSON.stringify(ADA));
    const { currentUser } = await openPage();
    expect(currentUser()).toEqual(ADA);
  });

  it.each(["", "{", "null", "7", '{"id":7,"name":"x"}', '{"name":"x"}'])(
    "an entry that is not ours (%s) is nobody",
    async (entry) => {
      localStorage.setItem("user", entry);
      const { currentUser } = await openPage();
      expect(currentUser()).toBeNull();
    },
  );

  it("only id, name and picture are taken from the entry", async () => {
    localStorage.setItem("user", JSON.stringify({ ...ADA, image: "javascript:", role: "Admin", email: "a@b.c" }));
    const { currentUser } = await openPage();
    expect(currentUser()).toEqual({ id: "ada", name: "Ada Winter", image: null });
  });
});

describe("signing in", () => {
  it("stores id, name and picture, and nothing else", async () => {
    const { currentUser, setSessionUser } = await openPage();
    const account = { ...ADA, _id: "ada", email: "ada@example.com", role: "User" };
    setSessionUser(account);
    expect(currentUser()).toEqual(ADA);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ADA);
  });
});

describe("the end of a session", () => {
  it("removes the stored copy and tells whether the person wanted it", async () => {
    const { currentUser, endSession, setSessionUser, wasLeftByChoice } = await openPage();
    setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
    endSession();
    expect(currentUser()).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
    expect(wasLeftByChoice()).toBe(false);
    setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
    endSession({ byChoice: true });
    expect(wasLeftByChoice()).toBe(true);
  });
});

describe("another tab", () => {
  it("signing in or out is followed at once", async () => {
    const { currentUser, onSessionChange } = await openPage();
    const heard: (string | undefined)[] = [];
    onSessionChange((user) => heard.push(user?.id));
    otherTabWrites(JSON.stringify(ADA));
    expect(currentUser()).toEqual(ADA);
    otherTabWrites(null);
    expect(currentUser()).toBeNull();
    expect(heard).toEqual(["ada", undefined]);
  });
});
