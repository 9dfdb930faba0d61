import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { expect, it, onTestFinished, vi } from "vitest";

import { app } from "../app.ts";
import {
  CERTIFICATE_TYPE,
  certificateResponse,
  HEAD_TYPE,
  headResponse,
  headStatement,
  keySet,
  certificateStatement,
} from "../contract/certificate.ts";
import { failure } from "../contract/failure.ts";
import { journalResponse } from "../contract/journal.ts";
import { newId } from "../testing/builders.ts";
import { requestJson, ORIGIN, request, someoneSignedIn } from "../testing/http.ts";
import { runAfterTheEnd, aListing, bid } from "../testing/selling.ts";

async function publishedKeys(): Promise<JSONWebKeySet> {
  return keySet.parse(await (await request("/.well-known/jwks.json")).json());
}
/** Verifies with the certificate and the published keys only. */
async function verify(certificate: string) {
  const keys = createLocalJWKSet(await publishedKeys());
  const expected = { algorithms: ["EdDSA"], typ: CERTIFICATE_TYPE, issuer: ORIGIN };
  return certificateStatement.parse((await jwtVerify(certificate, keys, expected)).payload);
}
function certificateOf(id: string) {
  return runAfterTheEnd(() => requestJson(certificateResponse, `/auction/${id}/certificate`));
}

const headOf = (id: string) => requestJson(headResponse, `/auction/${id}/head`);

it("a signed head states the newest entry and verifies with the published key", async () => {
  const { id } = await aListing();
  await bid(id, 117.5, (await someoneSignedIn("Wim")).cookie);
  const { head, statement: stated } = await headOf(id);
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(stated).toMatchObject({ iss: ORIGIN, sub: id, seq: 2, hash: records[1]?.hash });
  const keys = createLocalJWKSet(await publishedKeys());
  const { payload } = await jwtVerify(head, keys, { algorithms: ["EdDSA"], typ: HEAD_TYPE, issuer: ORIGIN });
  expect(headStatement.parse(payload)).toEqual(stated);
  await expect(verify(head)).rejects.toThrow("typ");
});

it("a signed head stays the same for a second and is renewed afterward", async () => {
  const { id } = await aListing();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const first = await headOf(id);
  await bid(id, 100, (await someoneSignedIn()).cookie);
  vi.setSystemTime(Date.now() + 999);
  expect(await headOf(id)).toEqual(first);
  vi.setSystemTime(Date.now() + 1);
  const second = await headOf(id);
  expect([first.statement.seq, second.statement.seq]).toEqual([1, 2]);
  expect(second.head).not.toBe(first.head);
});

it("the closing certificate states the winner, price and hash, and verifies", async () => {
  const { id } = await aListing();
  const winner = await someoneSignedIn("Wim");
  await bid(id, 117.5, winner.cookie);
  const issued = await certificateOf(id);
  const payload = await verify(issued.certificate);
  expect(payload).toEqual(issued.statement);
  expect(payload).toMatchObject({ sub: id, status: "Sold", winner: winner.id, price: 117.5, currency: "USD" });
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  const beforeLast = records.at(-2);
  expect(records.at(-1)?.fact).toMatchObject({ type: "closed", lastHash: beforeLast?.hash });
  expect(payload.journalHash).toBe(beforeLast?.hash);
  expect(JSON.stringify(issued)).not.toContain(winner.email);
  expect(await certificateOf(id)).toEqual(issued);
});

it("the closing certificate of an auction without bids states no winner", async () => {
  const { id } = await aListing();
  const { certificate } = await certificateOf(id);
  expect(await verify(certificate)).toMatchObject({ sub: id, status: "Expired", winner: null, price: null });
});

it("the closing certificate doesn't verify if changed or signed by another key", async () => {
  const { id } = await aListing();
  const { certificate, statement: claims } = await certificateOf(id);
  const [header = "", payload = "", signature = ""] = certificate.split(".");
  const otherPayload = btoa(JSON.stringify({ ...claims, price: 1, winner: newId() })).replaceAll("=", "");
  await expect(verify([header, otherPayload, signature].join("."))).rejects.toThrow("signature verification failed");
  const noneHeader = btoa(JSON.stringify({ alg: "none", typ: CERTIFICATE_TYPE })).replaceAll("=", "");
  await expect(verify(`${noneHeader}.${payload}.`)).rejects.toThrow("not allowed");

  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const [{ kid = "" } = {}] = (await publishedKeys()).keys;
  const forge = (typ: string, keyId: string) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: "EdDSA", typ, kid: keyId }).sign(privateKey);
  await expect(verify(await forge(CERTIFICATE_TYPE, kid))).rejects.toThrow("signature verification failed");
  const { x = "" } = await exportJWK(privateKey);
  await expect(verify(await forge(CERTIFICATE_TYPE, x))).rejects.toThrow("no applicable key");
});

it("the key set contains only the public half of the key", async () => {
  const { keys } = await publishedKeys();
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty("d");
});

it("the closing certificate is refused with the reason if no key is configured", async () => {
  const { SIGNING_KEY: _none, ...envWithoutKey } = env;
  const requestWithoutKey = (path: string) =>
    app.request(`${ORIGIN}${path}`, {}, envWithoutKey, createExecutionContext());
  for (const resource of ["certificate", "head"]) {
    const refused = await requestWithoutKey(`/api/v1/auction/${newId()}/${resource}`);
    expect(refused.status).toBe(503);
    expect(failure.parse(await refused.json())).toMatchObject({ code: "signing_not_configured" });
  }
  expect(await (await requestWithoutKey("/.well-known/jwks.json")).json()).toEqual({ keys: [] });
});
