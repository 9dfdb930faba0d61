import { describe, expect, it } from "vitest";

import type { HeldSession } from "../../platform/internal-headers.ts";
import { aPerson } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
import { Sessions } from "./sessions.ts";

const viewer = { actor: aPerson(), sessionId: "session", expiresAt: 2_000 };

/** The sessions of a room in which every inbox answers `held`; `shownAs` has each change of how a person is shown. */
function sessionsWith(held: (sessionId: string) => Promise<HeldSession | null>) {
  const shownAs: unknown[] = [];
  const inbox = { holdSession: held };
  const storage = {
    auctionId: "auction",
    setAnonymous: (...change: unknown[]) => void shownAs.push(change),
    setShown: (...change: unknown[]) => void shownAs.push(change),
  };
  return { sessions: new Sessions({ getByName: () => standIn(inbox) }, storage), shownAs };
}

describe("the sessions of a room", () => {
  it("ask the inbox about a session once, and answer from memory afterwards", async () => {
    const asked: string[] = [];
    const { sessions, shownAs } = sessionsWith(async (sessionId) => (asked.push(sessionId) > 0 ? {} : null));
    expect(await sessions.isLive(viewer, 1_000)).toBe(true);
    expect(sessions.isLive(viewer, 1_000)).toBe(true);
    expect(sessions.isLive(viewer, 2_000)).toBe(false);
    expect(asked).toEqual(["session"]);
    expect(shownAs).toEqual([]);
  });

  it("use the inbox's answer on whether a person is shown under a number, even if the session is older than that choice", async () => {
    const { sessions, shownAs } = sessionsWith(async () => ({ anonymous: true }));
    const actor = { ...viewer.actor, anonymous: false };
    const another = { ...viewer, sessionId: "another", actor: { ...actor, anonymous: true } };
    expect(await sessions.isLive({ ...viewer, actor }, 1_000)).toBe(true);
    expect(await sessions.isLive(another, 1_000)).toBe(true);
    expect(shownAs).toEqual([[actor.id, true]]);
  });

  it("accept no session beyond its end, although it was live when the inbox was asked", async () => {
    const { sessions } = sessionsWith(async () => ({}));
    expect(await sessions.isLive(viewer, 1_999)).toBe(true);
    expect(sessions.isLive(viewer, 2_000)).toBe(false);
    const late = sessionsWith(async () => {
      throw new Error("must not be asked");
    });
    expect(late.sessions.isLive(viewer, 2_000)).toBe(false);
  });

  it("keep an ended session ended when an older answer says that it is live", async () => {
    let answer: (held: HeldSession | null) => void = () => {};
    const { sessions } = sessionsWith(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const isLive = sessions.isLive(viewer, 1_000);
    sessions.end("session");
    answer({});
    expect(await isLive).toBe(false);
    expect(sessions.isLive(viewer, 1_000)).toBe(false);
  });
});
