import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { forgetSession } from "../accounts/session-cache.ts";
import { issueProof, sessionInProof } from "../accounts/session-proof.ts";
import { sessionIdOf } from "../accounts/sessions.ts";
import { envWith, requestWith, stalledDatabase } from "../testing/bindings.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { expectRefusalIn, someoneSignedIn } from "../testing/http.ts";
import { aListing, detailsOf, placing } from "../testing/selling.ts";

const PASSWORD_PEPPER = "a pepper of the tests";
const healthy = envWith({ PASSWORD_PEPPER });
const stalled = envWith({ PASSWORD_PEPPER, DB: stalledDatabase() });

/** Somebody who has used their session before D1 stalled, and whose session is in no isolate's memory. */
async function someoneWithProof() {
  const person = await someoneSignedIn();
  const response = await requestWith(healthy, "/user/profile", { cookie: person.cookie });
  const proof = proofIn(response) ?? "";
  const sessionId = sessionIdOf(person.cookie.slice("__Host-sid=".length));
  const newIsolate = () => forgetSession(sessionId);
  newIsolate();
  return { ...person, proof, sessionId, newIsolate, cookies: `${person.cookie}; ${proof}` };
}

function proofIn(response: Response): string | undefined {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith("__Host-sid-proof=") && !cookie.endsWith("="));
}

const bidWith = (bindings: Env, auctionId: string, amount: number, cookie: string) =>
  requestWith(bindings, "/bid/placeBid", placing(auctionId, amount, cookie));

describe("while D1 does not answer, in an isolate that has just started", () => {
  it("people with a session bid, over REST and by a new socket", async () => {
    const { id } = await aListing();
    const { id: bidderId, cookies, newIsolate } = await someoneWithProof();
    expect((await bidWith(stalled, id, 100, cookies)).status).toBe(201);
    const { bids } = await detailsOf(id);
    expect(bids).toMatchObject([{ amount: 100, bidder: { _id: bidderId, firstName: "Jane", lastName: "Doe" } }]);
    newIsolate();
    const upgrade = { cookie: cookies, headers: { upgrade: "websocket" } };
    const { status, webSocket } = await requestWith(stalled, `/auction/${id}/live`, upgrade);
    expect(status).toBe(101);
    const acknowledged = new Promise<unknown>((resolve) => {
      webSocket?.addEventListener("message", ({ data }) => {
        const frame: unknown = JSON.parse(String(data));
        if (typeof frame === "object" && frame && "type" in frame && frame.type === "ack") resolve(frame);
      });
    });
    webSocket?.accept();
    webSocket?.send(JSON.stringify({ type: "newBid", requestId: newId(), productId: id, bidAmount: 110 }));
    expect(await acknowledged).toMatchObject({ success: true });
  });

  it("T6: nobody bids without a proof, or with one that is changed, somebody else's, or signed with another secret", async () => {
    const { id } = await aListing();
    const [ann, ben] = [await someoneWithProof(), await someoneWithProof()];
    const [text = "", signature = ""] = ann.proof.slice("__Host-sid-proof=".length).split(".");
    const content = Buffer.from(text, "base64url").toString().replace("Jane", "June");
    const changed = `__Host-sid-proof=${Buffer.from(content).toString("base64url")}.${signature}`;
    for (const proof of ["", changed, ben.proof, "__Host-sid-proof=", "__Host-sid-proof=x.y"]) {
      ann.newIsolate();
      await expectRefusalIn(await bidWith(stalled, id, 100, `${ann.cookie}; ${proof}`), "outcome_unknown", 503);
    }
    ann.newIsolate();
    const otherSecret = envWith({ PASSWORD_PEPPER: "another pepper of tests", DB: stalledDatabase() });
    await expectRefusalIn(await bidWith(otherSecret, id, 100, ann.cookies), "outcome_unknown", 503);
    expect(await detailsOf(id)).toMatchObject({ bidCount: 0 });
  });

  it("T7: a session that was logged out bids no more, although its browser kept the proof", async () => {
    const { id } = await aListing();
    const { cookies, newIsolate } = await someoneWithProof();
    const response = await requestWith(healthy, "/auth/logout", { method: "POST", cookie: cookies });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie().join()).toContain("__Host-sid-proof=;");
    newIsolate();
    await expectRefusalIn(await bidWith(stalled, id, 100, cookies), "not_signed_in", 401);
    newIsolate();
    const { status, webSocket } = await requestWith(stalled, `/auction/${id}/live`, {
      cookie: cookies,
      headers: { upgrade: "websocket" },
    });
    expect(status).toBe(101);
    const refused = new Promise<unknown>((resolve) => {
      webSocket?.addEventListener("message", ({ data }) => {
        const text = String(data);
        if (text.includes('"ack"')) resolve(JSON.parse(text));
      });
    });
    webSocket?.accept();
    webSocket?.send(JSON.stringify({ type: "newBid", requestId: newId(), productId: id, bidAmount: 110 }));
    expect(await refused).toMatchObject({ success: false, code: "not_signed_in" });
  });

  it("T7: a proof is accepted only for bids and sockets of an auction", async () => {
    const { cookies } = await someoneWithProof();
    for (const path of ["/user/profile", "/auction/getAuctions", "/auction/notifications"]) {
      await expectRefusalIn(await requestWith(stalled, path, { cookie: cookies }), "busy", 503);
    }
  });
});

it("T7: a session that is in D1 no more is forgotten with its next bid", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  expect((await bidWith(healthy, id, 100, cookie)).status).toBe(201);
  await env.DB.prepare("DELETE FROM sessions WHERE id = ?")
    .bind(sessionIdOf(cookie.slice("__Host-sid=".length)))
    .run();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
  onTestFinished(() => void vi.useRealTimers());
  // A bid waits for no look-up: that follows it.
  expect((await bidWith(healthy, id, 110, cookie)).status).toBe(201);
  await expectRefusalIn(await bidWith(healthy, id, 120, cookie), "not_signed_in", 401);
});

describe("a proof of a session", () => {
  it("is not accepted after a day, in which the session may have ended for lack of use", async () => {
    const { proof, sessionId } = await someoneWithProof();
    const value = proof.slice("__Host-sid-proof=".length);
    const issuedBefore = Date.now();
    const at = (now: number) => sessionInProof(value, sessionId, PASSWORD_PEPPER, now);
    expect(at(issuedBefore + DAY_MS - 60_000)).toMatchObject({ id: sessionId });
    expect(at(issuedBefore + DAY_MS)).toBeNull();
  });

  it("T6: is not accepted after the end of its session, however new it is", () => {
    const user = { id: "jane", firstName: "Jane", lastName: "Doe", email: null, imageKey: null, createdAt: 0 };
    const session = {
      id: "session",
      createdAt: 0,
      lastSeenAt: 0,
      expiresAt: 2_000,
      user: { ...user, anonymous: false, emailProvenAt: null, finishedSaleAt: null, trust: null },
    };
    const proof = issueProof({ ...session, user: { ...session.user, role: "User" } }, "secret", 1_000);
    expect(sessionInProof(proof, "session", "secret", 1_999)).toMatchObject({ id: "session", expiresAt: 2_000 });
    expect(sessionInProof(proof, "session", "secret", 2_000)).toBeNull();
  });

  it("T4: contains neither the e-mail address nor the session's id or token", async () => {
    const { proof, email, sessionId, cookie } = await someoneWithProof();
    const content = Buffer.from(proof.slice("__Host-sid-proof=".length).split(".")[0] ?? "", "base64url").toString();
    expect(content).toContain("Jane");
    for (const secret of [email, sessionId, cookie.slice("__Host-sid=".length)]) expect(content).not.toContain(secret);
  });

  it("is kept for an hour, then issued again, and never issued without a secret to sign it with", async () => {
    const { cookies, cookie } = await someoneWithProof();
    expect(proofIn(await requestWith(healthy, "/user/profile", { cookie: cookies }))).toBeUndefined();
    expect(proofIn(await requestWith(healthy, "/user/profile", { cookie }))).toBeDefined();
    expect(
      proofIn(await requestWith(envWith({ PASSWORD_PEPPER: undefined }), "/user/profile", { cookie })),
    ).toBeUndefined();
  });
});
