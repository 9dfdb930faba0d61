/**
 * The second half of the access matrix: what each kind of token opens, for every call that needs a session. A token
 * that we haven't signed opens nothing. An old one opens the same as a fresh one while its session lasts, and nothing
 * after it. A fresh one of a session that has ended elsewhere works for a minute, except where the inbox confirms it.
 */
import { env } from "cloudflare:workers";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, it } from "vitest";

import { SESSION_MS, TOKEN_MS } from "../accounts/sessions.ts";
import { tokenKey } from "../accounts/signed-token.ts";
import { openDatabase } from "../db/database.ts";
import { changePerson } from "../moderation/queries/moderated-people.ts";
import { CALLS_CONFIRMED_BY_INBOX, CALLS_REFUSING_SUSPENDED, ACCESS_ROWS } from "../testing/access-matrix.ts";
import { cellOf, hasChanged } from "../testing/access/cell-of.ts";
import type { Cell } from "../testing/access/row.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { ageSession, cookieFor, cookieOf, sessionIn, someoneSignedIn } from "../testing/http.ts";

const KEY = env.SESSION_KEY ?? "";
const OTHER_KEY = "another key of the tests, which sign sessions too";

/** Calls that refuse visitors. */
const CLOSED = Object.entries(ACCESS_ROWS).filter(
  ([, { cells }]) => /^40[14]/.test(cells.visitor) && cells.owner !== cells.visitor,
);

/** The cookie of a valid session as someone else might make it. */
async function forgeries(cookie: string): Promise<Record<string, string>> {
  const session = await sessionIn(cookie);
  const token = cookie.slice(cookieOf("").length);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const other = signature.startsWith("A") ? "B" : "A";
  const signed = (own: { alg: string; kid: string }, secret: string) =>
    new SignJWT(claims).setProtectedHeader(own).sign(tokenKey(secret, "session"));
  const over = { createdAt: Date.now() - SESSION_MS, expiresAt: Date.now() };
  return {
    "changed by one byte": cookieOf(`${header}.${payload}.${other}${signature.slice(1)}`),
    "signed with another key": cookieOf(await signed({ alg: "HS256", kid }, OTHER_KEY)),
    "of alg none": cookieOf(new UnsecuredJWT(claims).encode()),
    "of another kid": cookieOf(await signed({ alg: "HS256", kid: "other" }, KEY)),
    "of another deployment": await cookieFor(session, OTHER_KEY),
    "for another host": await cookieFor(session, KEY, "other.test"),
    "past the end of its session": await cookieFor({ ...session, ...over }),
  };
}

/** People whose sessions have just ended. They differ only in why the inbox refuses them. */
const ENDED = {
  "an ended session": async () => {
    const person = await someoneSignedIn();
    await env.INBOX.getByName(person.id).endSessions();
    return person;
  },
  "a suspended person": async () => {
    const person = await someoneSignedIn();
    const act = {
      actorId: newId(),
      action: "suspend",
      targetId: person.id,
      reason: "For a test",
      at: Date.now(),
    } as const;
    await changePerson(openDatabase(env.DB), act);
    await env.INBOX.getByName(person.id).handleSuspension(person.id, []);
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
  const all = Object.entries(entries);
  if (env.LOTLINE_LONG === "1") return all;
  const start = CLOSED.findIndex(([one]) => one === call) * count;
  return Array.from({ length: count }, (_, nth) => all[(start + nth) % all.length]).filter((one) => one !== undefined);
}

it.each(CLOSED)("%s accepts outdated tokens, but not forged or ended ones", async (call, { attempt, cells }) => {
  let good = await attempt();
  const found: Record<string, Cell> = {};
  const expected: Record<string, Cell> = {};
  const use = async (kind: string, cookie: string, cell: Cell) => {
    const result = await cellOf(call, { ...good, cookie });
    found[kind] = result;
    expected[kind] = cell;
    if (hasChanged(call, result)) good = await attempt();
  };
  for (const [kind, cookie] of inTurn(call, await forgeries(good.cookie), 2)) await use(kind, cookie, cells.visitor);
  for (const [who, make] of CALLS_REFUSING_SUSPENDED.has(call) ? Object.entries(ENDED) : inTurn(call, ENDED, 1)) {
    const { cookie } = await make();
    const isAsked =
      CALLS_CONFIRMED_BY_INBOX.has(call) || (who === "a suspended person" && CALLS_REFUSING_SUSPENDED.has(call));
    await use(`fresh, of ${who}`, cookie, isAsked ? cells.endedSession : cells.otherUser);
    await use(`old, of ${who}`, await ageSession(TOKEN_MS, cookie), cells.endedSession);
  }
  const cookie = await ageSession(DAY_MS - TOKEN_MS, good.cookie);
  expect({ ...found, old: await cellOf(call, { ...good, cookie }) }).toEqual({ ...expected, old: cells.owner });
});
