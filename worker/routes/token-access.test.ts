/**
 * The second half of the access matrix: what each kind of token opens, for every call that needs a session. A token
 * that we haven't signed opens nothing. An old token opens the same calls as a fresh one until its session ends, and
 * nothing afterward. If the session has ended elsewhere, a fresh token works for a minute, except for calls that the
 * inbox confirms.
 */
import { env } from "cloudflare:workers";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, it } from "vitest";

import { SESSION_MS, FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { tokenKey } from "../accounts/signed-token.ts";
import { openDatabase } from "../db/database.ts";
import { changePerson } from "../moderation/queries/moderated-people.ts";
import { CALLS_CONFIRMED_BY_INBOX, CALLS_REFUSING_SUSPENDED, ACCESS_ROWS } from "../testing/access/access-matrix.ts";
import { cellOf, hasChanged } from "../testing/access/cell-of.ts";
import type { Cell } from "../testing/access/row.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { ageSession, cookieFor, cookieOf, sessionIn, someoneSignedIn } from "../testing/http.ts";

const KEY = env.SESSION_KEY ?? "";
const OTHER_KEY = "another key of the tests, which sign sessions too";

/** Calls that refuse visitors. */
const CALLS_NEEDING_SESSION = Object.entries(ACCESS_ROWS).filter(
  ([, { cells }]) => /^40[14]/.test(cells.visitor) && cells.owner !== cells.visitor,
);

/** Cookies that someone might forge for a valid session, by what is wrong with them. */
async function forgeries(cookie: string): Promise<Record<string, string>> {
  const session = await sessionIn(cookie);
  const token = cookie.slice(cookieOf("").length);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const other = signature.startsWith("A") ? "B" : "A";
  const sign = (jwtHeader: { alg: string; kid: string }, secret: string) =>
    new SignJWT(claims).setProtectedHeader(jwtHeader).sign(tokenKey(secret, "session"));
  const endedClaims = { createdAt: Date.now() - SESSION_MS, expiresAt: Date.now() };
  return {
    "changed by one byte": cookieOf(`${header}.${payload}.${other}${signature.slice(1)}`),
    "signed with another key": cookieOf(await sign({ alg: "HS256", kid }, OTHER_KEY)),
    "of alg none": cookieOf(new UnsecuredJWT(claims).encode()),
    "of another kid": cookieOf(await sign({ alg: "HS256", kid: "other" }, KEY)),
    "of another deployment": await cookieFor(session, OTHER_KEY),
    "for another host": await cookieFor(session, KEY, "other.test"),
    "past the end of its session": await cookieFor({ ...session, ...endedClaims }),
  };
}

/** People whose sessions have just ended. They differ only in why the inbox refuses them. */
const ENDED_SESSIONS = {
  "an ended session": async () => {
    const person = await someoneSignedIn();
    await env.INBOX.getByName(person.id).endSessions();
    return person;
  },
  "a suspended person": async () => {
    const person = await someoneSignedIn();
    const suspension = {
      actorId: newId(),
      action: "suspend",
      targetId: person.id,
      reason: "For a test",
      at: Date.now(),
    } as const;
    await changePerson(openDatabase(env.DB), suspension);
    await env.INBOX.getByName(person.id).enforceSuspension(person.id, []);
    return person;
  },
  "an account that is being deleted": async () => {
    const person = await someoneSignedIn();
    expect(await env.INBOX.getByName(person.id).deleteAccount(person.id)).toBe("removed");
    return person;
  },
};

/**
 * Each call is tried with only some of the entries, in turn, so that every entry is tried on many calls. Long runs try
 * all.
 */
function inTurn<Value>(call: string, entries: Readonly<Record<string, Value>>, count: number): [string, Value][] {
  const allEntries = Object.entries(entries);
  if (env.LOTLINE_LONG === "1") return allEntries;
  const start = CALLS_NEEDING_SESSION.findIndex(([name]) => name === call) * count;
  return Array.from({ length: count }, (_, nth) => allEntries[(start + nth) % allEntries.length]).filter(
    (entry) => entry !== undefined,
  );
}

it.each(CALLS_NEEDING_SESSION)("%s accepts only valid tokens", async (call, { attempt, cells }) => {
  let validAttempt = await attempt();
  const results: Record<string, Cell> = {};
  const expected: Record<string, Cell> = {};
  const use = async (kind: string, cookie: string, cell: Cell) => {
    const result = await cellOf(call, { ...validAttempt, cookie });
    results[kind] = result;
    expected[kind] = cell;
    if (hasChanged(call, result)) validAttempt = await attempt();
  };
  for (const [kind, cookie] of inTurn(call, await forgeries(validAttempt.cookie), 2))
    await use(kind, cookie, cells.visitor);
  for (const [label, make] of CALLS_REFUSING_SUSPENDED.has(call)
    ? Object.entries(ENDED_SESSIONS)
    : inTurn(call, ENDED_SESSIONS, 1)) {
    const { cookie } = await make();
    const isConfirmedByInbox =
      CALLS_CONFIRMED_BY_INBOX.has(call) || (label === "a suspended person" && CALLS_REFUSING_SUSPENDED.has(call));
    await use(`fresh, of ${label}`, cookie, isConfirmedByInbox ? cells.endedSession : cells.otherUser);
    await use(`old, of ${label}`, await ageSession(FRESH_TOKEN_MS, cookie), cells.endedSession);
  }
  const cookie = await ageSession(DAY_MS - FRESH_TOKEN_MS, validAttempt.cookie);
  expect({ ...results, old: await cellOf(call, { ...validAttempt, cookie }) }).toEqual({
    ...expected,
    old: cells.owner,
  });
});
