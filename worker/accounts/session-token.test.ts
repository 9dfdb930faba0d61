import { SignJWT, UnsecuredJWT } from "jose";
import { expect, it } from "vitest";

import { DAY_MS, newId } from "../testing/builders.ts";
import { readSession, signSession } from "./session-token.ts";
import { isFresh, type Session, SESSION_MS, FRESH_TOKEN_MS } from "./sessions.ts";
import { tokenKey } from "./signed-token.ts";

const NOW = 1_800_000_000_000;
const [KEY, OTHER_KEY] = ["a key of thirty-two characters, say", "another key of thirty-two characters"];
const HOST = "lotline.test";

function aSession(change: Partial<Session> = {}): Session {
  return {
    id: newId(),
    createdAt: NOW - DAY_MS,
    expiresAt: NOW - DAY_MS + SESSION_MS,
    checkedAt: NOW,
    user: {
      id: newId(),
      firstName: "Jane",
      lastName: "Doe",
      maskedEmail: "j•••@e•••.com",
      imageKey: null,
      role: "User",
      createdAt: 1,
      anonymous: true,
      emailVerifiedAt: 2,
      finishedSaleAt: null,
      biddingStoppedAt: null,
      trust: "known",
    },
    ...change,
  };
}

const read = (token: string, { keys = [KEY], host = HOST, now = NOW } = {}) => readSession(keys, host, token, now);
const payloadOf = (token: string) => Buffer.from(token.split(".")[1] ?? "", "base64url").toString();

it("a session token is fresh for a minute and readable until the session ends", async () => {
  const session = aSession();
  const token = await signSession(KEY, HOST, session);
  expect(await read(token)).toEqual(session);
  expect(isFresh(session, NOW + FRESH_TOKEN_MS - 1)).toBe(true);
  expect(isFresh(session, NOW + FRESH_TOKEN_MS)).toBe(false);
  expect(await read(token, { now: session.expiresAt - 1 })).toEqual(session);
  expect(await read(token, { now: session.expiresAt })).toBeNull();
  expect(token.length).toBeLessThan(1_000);
});

it("T4: a session token has no email address, even if the session has one", async () => {
  const session = aSession();
  const confirmed = { ...session, user: { ...session.user, email: "jane@example.com" } };
  const token = await signSession(KEY, HOST, confirmed);
  expect(payloadOf(token)).not.toContain("jane@example.com");
  expect(await read(token)).toEqual(session);
});

it("the previous key verifies a session token until that key is removed", async () => {
  const token = await signSession(OTHER_KEY, HOST, aSession());
  expect(await read(token, { keys: [KEY, OTHER_KEY] })).not.toBeNull();
  expect(await read(token)).toBeNull();
});

it("a session token has room for the longest name", async () => {
  const session = aSession();
  const longNamed = { ...session, user: { ...session.user, firstName: "𒐫".repeat(50), lastName: "𒐫".repeat(50) } };
  expect(await read(await signSession(KEY, HOST, longNamed))).toEqual(longNamed);
});

const signToken = (header: { alg: string; kid?: string }, key: Uint8Array, claims: object = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);

it("T6: a token with any changed byte is rejected", async () => {
  const token = await signSession(KEY, HOST, aSession());
  const accepted: number[] = [];
  for (let index = 0; index < token.length; index += 1) {
    const other = token[index] === "A" ? "B" : "A";
    if (await read(token.slice(0, index) + other + token.slice(index + 1))) accepted.push(index);
  }
  // The last character of the signature has bits that don't count.
  expect(accepted.filter((at) => at < token.length - 1)).toEqual([]);
});

it("T6: a token needs the right signature, algorithm, key, kid and host", async () => {
  const session = aSession();
  const token = await signSession(KEY, HOST, session);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const key = tokenKey(KEY, "session");
  const noneHeader = Buffer.from(JSON.stringify({ alg: "none", kid })).toString("base64url");
  const forged = [
    "",
    "x",
    "x.y.z",
    `${noneHeader}.${payload}.`,
    `${noneHeader}.${payload}.${signature}`,
    new UnsecuredJWT(claims).encode(),
    await signToken({ alg: "HS512", kid }, Buffer.concat([key, key]), claims),
    await signToken({ alg: "HS256" }, key, claims),
    await signToken({ alg: "HS256", kid: "other" }, key, claims),
    await signToken({ alg: "HS256", kid }, tokenKey(OTHER_KEY, "session"), claims),
    await signToken({ alg: "HS256", kid }, tokenKey(KEY, "passkey challenge"), claims),
    await signSession(OTHER_KEY, HOST, session),
    await signSession(KEY, "other.test", session),
  ];
  for (const text of forged) expect(await read(text)).toBeNull();
  // The unchanged token is accepted.
  expect(await read(await signToken({ alg: "HS256", kid }, key, claims))).toEqual(session);
});
