import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { requestWith } from "../testing/bindings.ts";
import { beginSignIn, chooseAccount, openCallback, signInTokenIn, type Tampering } from "../testing/google.ts";
import { anEmail, expectRefusal, expectRefusalIn, request } from "../testing/http.ts";

const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function callbackWith(tampering: Tampering, email = anEmail()): Promise<Response> {
  return openCallback(await chooseAccount(await beginSignIn(), email, tampering));
}
const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow;

it.each<[string, Tampering]>([
  ["when it is forged", { forgery: "strangersKey" }],
  ["when it was changed after signing", { forgery: "changedLater" }],
  ["when its algorithm is none", { forgery: "none" }],
  ["when it is signed with HS256 and the public key", { forgery: "publicKeyAsSecret" }],
  ["when its key is unknown", { forgery: "unknownKid" }],
  ["when it does not name its key", { forgery: "noKid" }],
  ["when it was issued for another audience", { claims: { aud: "someone-else" } }],
  ["when it has several audiences", { claims: { aud: ["lotline-test", "someone-else"] } }],
  ["when another issuer issued it", { claims: { iss: "https://evil.example" } }],
  ["when another client requested it", { claims: { azp: "someone-else" } }],
  ["when it belongs to another attempt", { claims: { nonce: "another" } }],
  ["when it has no nonce", { claims: { nonce: null } }],
  ["when its email address isn't verified", { claims: { email_verified: false } }],
  ["when email_verified is a string", { claims: { email_verified: "true" } }],
  ["when its subject is empty", { claims: { sub: "" } }],
  ["when its subject is too long", { claims: { sub: "x".repeat(256) } }],
])("an ID token is rejected %s", async (_, tampering) => {
  const response = await callbackWith(tampering);
  expect(response.headers.getSetCookie().some((cookie) => cookie.startsWith("__Host-google="))).toBe(false);
  const { message } = await expectRefusalIn(response, "google_sign_in_failed", 401);
  expect(message).toBe("An error occurred during Google login.");
});

it("an ID token that is expired, too old or from the future is rejected", async () => {
  for (const claims of [{ exp: seconds(-40) }, { iat: seconds(-90) }, { iat: seconds(60) }]) {
    await expectRefusalIn(await callbackWith({ claims }), "google_sign_in_failed", 401);
  }
  await signInTokenIn(await callbackWith({ claims: { iat: seconds(-10), exp: seconds(-10) } }));
});

it("T1: an ID token can't be used a second time", async () => {
  const email = anEmail();
  await signInTokenIn(await callbackWith({}, email));
  await expectRefusalIn(await callbackWith({ forgery: "again" }, email), "google_sign_in_failed", 401);
});

it("Google's callback is rejected unless its state and cookie match", async () => {
  const { path, cookie } = await chooseAccount(await beginSignIn(), anEmail());
  const other = await beginSignIn();
  await expectRefusal("malformed_request", 400, path.replace(/[?&]state=[^&]*/, "?"), { cookie });
  await expectRefusal("malformed_request", 400, path.replace(/state=[^&]*/, "state=x"), { cookie });
  await expectRefusal("malformed_request", 400, path, { cookie: other.cookie });
  await expectRefusal("malformed_request", 400, path, { cookie: `${cookie}x` });
  await expectRefusal("malformed_request", 400, path);
  await signInTokenIn(await openCallback({ path, cookie }));
});

it("Google's callback is rejected after ten minutes or with a wrong code", async () => {
  const returned = await chooseAccount(await beginSignIn(), anEmail());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * MINUTE_MS + 1_000 });
  await expectRefusal("malformed_request", 400, returned.path, { cookie: returned.cookie });
  vi.useRealTimers();
  const wrongCodePath = returned.path.replace(/code=[^&]*/, `code=${crypto.randomUUID()}`);
  await expectRefusal("google_sign_in_failed", 401, wrongCodePath, { cookie: returned.cookie });
});

it("a rejected Google callback gets an HTML page that notifies its opener", async () => {
  const response = await request("/auth/google/callback", { headers: { accept: "text/html" } });
  expect(response.status).toBe(400);
  expect(response.headers.get("content-security-policy")).toMatch(/; trusted-types 'none'$/);
  expect(await response.text()).toContain(
    'data-message="{&quot;type&quot;:&quot;failed&quot;,&quot;reason&quot;:&quot;We couldn&#39;t read this request&quot;}"',
  );
  const { path, cookie } = await chooseAccount(await beginSignIn(), anEmail());
  const declinedPath = `${path}&error=access_denied`;
  const declinedResponse = await request(declinedPath, { cookie, headers: { accept: "text/html" } });
  expect(declinedResponse.status).toBe(401);
  expect(await declinedResponse.text()).toContain("cancelled");
});

const JSON_HEADERS = { headers: { "content-type": "application/json" } };

/** Replaces the responses from one of the provider's endpoints. Resolves once that endpoint is called. */
function stubProvider(path: string, respond: () => Response | Promise<Response>): Promise<void> {
  const genuine = globalThis.fetch;
  return new Promise((onCall) => {
    vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => {
      if (new URL(typeof input === "string" ? input : input.url).pathname !== path) return genuine(input, init);
      onCall();
      return respond();
    });
  });
}

it("a Google sign-in fails if the provider doesn't answer within five seconds", async () => {
  const returned = await chooseAccount(await beginSignIn(), anEmail());
  const tokenCalled = stubProvider("/token", () => new Promise(() => {}));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const response = requestWith(env, returned.path, { cookie: returned.cookie });
  await tokenCalled;
  await vi.advanceTimersByTimeAsync(5_000);
  await expectRefusalIn(await response, "busy", 503);
});

it.each(["/token", "/jwks"])("a sign-in with Google fails if the provider's response never ends: %s", async (path) => {
  const returned = await chooseAccount(await beginSignIn(), anEmail(), { forgery: "newKey" });
  const endless = () =>
    new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(16_384))) });
  void stubProvider(path, () => new Response(endless(), JSON_HEADERS));
  await expectRefusalIn(await openCallback(returned), "busy", 503);
});

it("an outage is reported if the provider responds to a code with an error", async () => {
  const returned = await chooseAccount(await beginSignIn(), anEmail());
  void stubProvider("/token", () => new Response("{}", { status: 500, ...JSON_HEADERS }));
  await expectRefusalIn(await openCallback(returned), "busy", 503);
});
