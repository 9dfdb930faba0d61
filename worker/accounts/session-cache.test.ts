import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { newId } from "../testing/builders.ts";
import { forgetSession, recallSession, rememberSession } from "./session-cache.ts";
import type { Session } from "./sessions.ts";

const T0 = 1_767_225_600_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: T0 });
});
afterEach(() => {
  vi.useRealTimers();
});

function recallAt(token: string, now: number) {
  vi.setSystemTime(now);
  return recallSession(token, now);
}

function aSession(expiresAt = T0 + 60 * MINUTE_MS): { readonly token: string; readonly session: Session } {
  const user = { id: newId(), firstName: "Ann", lastName: "Ash", email: null, imageKey: null };
  return { token: newId(), session: { id: newId(), user, expiresAt, lastSeenAt: T0 } as unknown as Session };
}

it("a cached session is confirmed after half a minute, by one caller at a time, and stays usable meanwhile", () => {
  const { token, session } = aSession();
  rememberSession(token, session, T0);
  expect(recallAt(token, T0 + 29 * SECOND_MS)).toEqual({ session, toConfirm: false });
  expect(recallAt(token, T0 + 30 * SECOND_MS)).toEqual({ session, toConfirm: true });
  expect(recallAt(token, T0 + 31 * SECOND_MS)).toEqual({ session, toConfirm: false });
  expect(recallAt(token, T0 + 35 * SECOND_MS)).toEqual({ session, toConfirm: true });
  rememberSession(token, session, T0 + 36 * SECOND_MS);
  expect(recallAt(token, T0 + 65 * SECOND_MS)).toEqual({ session, toConfirm: false });
});

it("a cached session that could not be confirmed for five minutes is dropped", () => {
  const { token, session } = aSession();
  rememberSession(token, session, T0);
  expect(recallAt(token, T0 + 5 * MINUTE_MS - 1)).toMatchObject({ session });
  expect(recallAt(token, T0 + 5 * MINUTE_MS)).toBeNull();
});

it("a cached session that has expired or was forgotten is dropped at once", () => {
  const brief = aSession(T0 + SECOND_MS);
  rememberSession(brief.token, brief.session, T0);
  expect(recallAt(brief.token, T0 + SECOND_MS)).toBeNull();
  vi.setSystemTime(T0);
  const { token, session } = aSession();
  rememberSession(token, session, T0);
  forgetSession(session.id);
  expect(recallAt(token, T0)).toBeNull();
});
