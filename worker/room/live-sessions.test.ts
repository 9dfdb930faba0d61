import { describe, expect, it } from "vitest";

import { aPerson } from "../testing/builders.ts";
import { LiveSessions } from "./live-sessions.ts";

const viewer = { actor: aPerson(), sessionId: "session", expiresAt: 2_000 };

describe("the sessions that a room knows", () => {
  it("asks about a session once, and answers from memory afterwards", async () => {
    const asked: string[] = [];
    const sessions = new LiveSessions(async (_userId, sessionId) => asked.push(sessionId) > 0);
    expect(await sessions.lives(viewer, 1_000)).toBe(true);
    expect(sessions.lives(viewer, 1_000)).toBe(true);
    expect(sessions.lives(viewer, 2_000)).toBe(false);
    expect(asked).toEqual(["session"]);
  });

  it("believes the end of a session before an older answer that it lives", async () => {
    let answer: (lives: boolean) => void = () => {};
    const sessions = new LiveSessions(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const lives = sessions.lives(viewer, 1_000);
    sessions.end("session");
    answer(true);
    expect(await lives).toBe(false);
    expect(sessions.lives(viewer, 1_000)).toBe(false);
  });
});
