import { describe, expect, it } from "vitest";

import type { HeldSession } from "../../contract/live.ts";
import { aPerson } from "../../testing/builders.ts";
import { LiveSessions } from "./sessions.ts";

const viewer = { actor: aPerson(), sessionId: "session", expiresAt: 2_000 };

describe("the sessions that a room knows", () => {
  it("asks about a session once, and answers from memory afterwards", async () => {
    const asked: string[] = [];
    const named: unknown[] = [];
    const sessions = new LiveSessions({
      ask: async (_userId, sessionId) => (asked.push(sessionId) > 0 ? {} : null),
      named: (...what) => named.push(what),
    });
    expect(await sessions.lives(viewer, 1_000)).toBe(true);
    expect(sessions.lives(viewer, 1_000)).toBe(true);
    expect(sessions.lives(viewer, 2_000)).toBe(false);
    expect(asked).toEqual(["session"]);
    expect(named).toEqual([]);
  });

  it("hears from the inbox who is shown under a number, where the session does not know it yet", async () => {
    const named: unknown[] = [];
    const sessions = new LiveSessions({
      ask: async () => ({ anonymous: true }),
      named: (...what) => named.push(what),
    });
    const actor = { ...viewer.actor, anonymous: false };
    expect(await sessions.lives({ ...viewer, actor }, 1_000)).toBe(true);
    expect(await sessions.lives({ ...viewer, sessionId: "another", actor: { ...actor, anonymous: true } }, 1_000)).toBe(
      true,
    );
    expect(named).toEqual([[actor.id, true]]);
  });

  it("believes the end of a session before an older answer that it lives", async () => {
    let answer: (held: HeldSession | null) => void = () => {};
    const sessions = new LiveSessions({
      ask: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      named: () => {},
    });
    const lives = sessions.lives(viewer, 1_000);
    sessions.end("session");
    answer({});
    expect(await lives).toBe(false);
    expect(sessions.lives(viewer, 1_000)).toBe(false);
  });
});
