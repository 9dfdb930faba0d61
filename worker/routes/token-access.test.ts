/**
 * The second half of the access matrix: for every call that needs a session, what each kind of token opens. A token that
 * we have not signed opens nothing; an old one opens what a fresh one does while its session lasts, and nothing after it.
 * A fresh one of a session that has ended elsewhere is good for a minute, except where the inbox is asked.
 */
import { env } from "cloudflare:workers";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";

import { SESSION_MS, TOKEN_MS } from "../accounts/sessions.ts";
import { tokenKey } from "../accounts/signed-token.ts";
import { failure } from "../contract/failure.ts";
import { openDatabase } from "../db/database.ts";
import { changePerson } from "../moderation/queries/moderated-people.ts";
import { ASKS_THE_INBOX, CHECKS_THE_SELLER, ROWS } from "../testing/access-cells.ts";
import type { AccessAttempt, Cell } from "../testing/access/row.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { agedBy, cookieFor, cookieOf, request, sessionIn, someoneSignedIn } from "../testing/http.ts";

const KEY = env.SESSION_KEY ?? "";
const OTHER_KEY = "another key of the tests, which sign sessions too";

/** Calls that visitors are refused. */
const CLOSED = Object.entries(ROWS).filter(
  ([, { cells }]) => /^40[14]/.test(cells.visitor) && cells.owner !== cells.visitor,
);

async function sendTo(call: string, { path, call: sent }: AccessAttempt, cookie: string): Promise<Cell> {
  const [method = ""] = call.split(" ", 1);
  const response = await request(path, { ...sent, method, cookie });
  const { status, webSocket } = response;
  webSocket?.accept();
  webSocket?.close();
  return status < 400 ? `${status}` : `${status} ${failure.parse(await response.json()).code}`;
}

/** The cookie of a valid session as somebody else might make it. */
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

async function suspended() {
  const person = await someoneSignedIn();
  const act = { actorId: newId(), act: "suspend", targetId: person.id, reason: "For a test", at: Date.now() } as const;
  await changePerson(openDatabase(env.DB), act);
  await env.INBOX.getByName(person.id).suspended(person.id, []);
  return person;
}
async function deleting() {
  const person = await someoneSignedIn();
  expect(await env.INBOX.getByName(person.id).deleteAccount(person.id)).toBe("removed");
  return person;
}
async function ended() {
  const person = await someoneSignedIn();
  await env.INBOX.getByName(person.id).endSessions();
  return person;
}

describe.each(CLOSED)("%s", (call, { attempt, cells }) => {
  it("refuses every token that is not ours", async () => {
    const good = await attempt();
    const found: Record<string, Cell> = {};
    const expected: Record<string, Cell> = {};
    for (const [kind, cookie] of Object.entries(await forgeries(good.cookie))) {
      found[kind] = await sendTo(call, good, cookie);
      expected[kind] = cells.visitor;
    }
    expect(found).toEqual(expected);
  });

  it("accepts an old token while its session lasts", async () => {
    const good = await attempt();
    expect(await sendTo(call, good, await agedBy(DAY_MS - TOKEN_MS, good.cookie))).toBe(cells.owner);
  });

  it.each([
    ["an ended session", ended],
    ["a suspended person", suspended],
    ["an account that is being deleted", deleting],
  ])("refuses an old token of %s, and a fresh one where the inbox is asked", async (who, make) => {
    const good = await attempt();
    expect(await sendTo(call, good, await agedBy(TOKEN_MS, (await make()).cookie))).toBe(cells.endedSession);
    const isRefused = ASKS_THE_INBOX.has(call) || (make === suspended && CHECKS_THE_SELLER.has(call));
    const fresh = await sendTo(call, await attempt(), (await make()).cookie);
    expect([who, fresh]).toEqual([who, isRefused ? cells.endedSession : cells.otherUser]);
  });
});
