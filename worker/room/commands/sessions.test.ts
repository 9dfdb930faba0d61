import { describe, expect, it } from "vitest";

import type { HeldSession } from "../../platform/internal-headers.ts";
import { aPerson } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
import { Sessions } from "./sessions.ts";

const viewer = { actor: aPerson(), sessionId: "session", expiresAt: 2_000 };

/** The sessions of a room whose people's inboxes answer `held`; what is learned about names is noted. */
function sessionsWith(held: (sessionId: string) => Promise<HeldSession | null>) {
  const shownAs: unknown[] = [];
  const inbox = { holdSession: held };
  const storage = {
    auctionId: "auction",
    setAnonymous: (...change: unknown[]) => void shownAs.push(change),
  };
  return { sessions: new Sessions({ getByName: () => standIn(inbox) }, storage), shownAs };
}

describe("the sessions that a room knows", () => {
  it("asks about a session once, and answers from memory afterwards", async () => {
    const asked: string[] = [];
    const { sessions, shownAs } = sessionsWith(async (sessionId) => (asked.push(sessionId) > 0 ? {} : null));
    expect(await sessions.isLive(viewer, 1_000)).toBe(true);
    expect(sessions.isLive(viewer, 1_000)).toBe(true);
    expect(sessions.isLive(viewer, 2_000)).toBe(false);
    expect(asked).toEqual(["session"]);
    expect(shownAs).toEqual([]);
  });

  it("learns from the inbox that a person is shown under a number, where the session does not say so yet", async () => {
    const { sessions, shownAs } = sessionsWith(async () => ({ anonymous: true }));
    const actor = { ...viewer.actor, anonymous: false };
    const another = { ...viewer, sessionId: "another", actor: { ...actor, anonymous: true } };
    expect(await sessions.isLive({ ...viewer, actor }, 1_000)).toBe(true);
    expect(await sessions.isLive(another, 1_000)).toBe(true);
    expect(shownAs).toEqual([[actor.id, true]]);
  });

  it("believes the end of a session before an older answer that it is live", async () => {
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
