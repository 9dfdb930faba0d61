import { afterEach, describe, expect, it, vi } from "vitest";

import { begin, choose, comeBack, handOffIn, type Wish } from "../testing/google.ts";
import { anEmail, expectRefusal, expectRefusalIn, request } from "../testing/http.ts";

const MINUTE_MS = 60_000;

afterEach(() => vi.useRealTimers());

async function cameBack(wish: Wish, email = anEmail()): Promise<Response> {
  return comeBack(await choose(await begin(), email, wish));
}
const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow;

describe("an ID token is refused", () => {
  it.each<[string, Wish]>([
    ["when it is forged", { forged: "strangersKey" }],
    ["when it was changed after signing", { forged: "changedLater" }],
    ["when its algorithm is none", { forged: "none" }],
    ["when it is signed by HS256 with the public key", { forged: "publicKeyAsSecret" }],
    ["when nobody knows its key", { forged: "unknownKid" }],
    ["when it does not name its key", { forged: "noKid" }],
    ["when it was made for another audience", { claims: { aud: "someone-else" } }],
    ["when we are only one of its audiences", { claims: { aud: ["lotline-test", "someone-else"] } }],
    ["when another issuer made it", { claims: { iss: "https://evil.example" } }],
    ["when another party asked for it", { claims: { azp: "someone-else" } }],
    ["when it belongs to another attempt", { claims: { nonce: "another" } }],
    ["when it has no nonce", { claims: { nonce: null } }],
    ["when the e-mail is not verified", { claims: { email_verified: false } }],
    ["when the e-mail is verified in words only", { claims: { email_verified: "true" } }],
    ["when it names nobody", { claims: { sub: "" } }],
    ["when its subject is too long", { claims: { sub: "x".repeat(256) } }],
  ])("%s", async (_, wish) => {
    const response = await cameBack(wish);
    expect(response.headers.getSetCookie().some((cookie) => cookie.startsWith("__Host-google="))).toBe(false);
    const { message } = await expectRefusalIn(response, "google_sign_in_failed", 401);
    expect(message).toBe("An error occurred during Google login.");
  });

  it("when it has expired, was made long ago, or is yet to be made, by more than clocks are apart", async () => {
    for (const claims of [{ exp: seconds(-40) }, { iat: seconds(-90) }, { iat: seconds(60) }]) {
      await expectRefusalIn(await cameBack({ claims }), "google_sign_in_failed", 401);
    }
    await handOffIn(await cameBack({ claims: { iat: seconds(-10), exp: seconds(-10) } }));
  });

  it("T1: when it is one that was used before", async () => {
    const email = anEmail();
    await handOffIn(await cameBack({}, email));
    await expectRefusalIn(await cameBack({ forged: "again" }, email), "google_sign_in_failed", 401);
  });
});

describe("coming back from Google is refused", () => {
  it("without a state, with another one, and without the cookie of the attempt", async () => {
    const { address, cookie } = await choose(await begin(), anEmail());
    const other = await begin();
    await expectRefusal("malformed_request", 400, address.replace(/[?&]state=[^&]*/, "?"), { cookie });
    await expectRefusal("malformed_request", 400, address.replace(/state=[^&]*/, "state=x"), { cookie });
    await expectRefusal("malformed_request", 400, address, { cookie: other.cookie });
    await expectRefusal("malformed_request", 400, address, { cookie: `${cookie}x` });
    await expectRefusal("malformed_request", 400, address);
    await handOffIn(await comeBack({ address, cookie }));
  });

  it("once ten minutes are over, and with a code that the provider does not know", async () => {
    const returned = await choose(await begin(), anEmail());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * MINUTE_MS + 1_000 });
    await expectRefusal("malformed_request", 400, returned.address, { cookie: returned.cookie });
    vi.useRealTimers();
    const unknown = returned.address.replace(/code=[^&]*/, `code=${crypto.randomUUID()}`);
    await expectRefusal("google_sign_in_failed", 401, unknown, { cookie: returned.cookie });
  });

  it("with a page for the window when a browser asks, which says so to the page that opened it", async () => {
    const response = await request("/auth/google/callback", { headers: { accept: "text/html" } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('data-message="{&quot;type&quot;:&quot;failed&quot;}"');
    const { address, cookie } = await choose(await begin(), anEmail());
    const declined = `${address}&error=access_denied`;
    const told = await request(declined, { cookie, headers: { accept: "text/html" } });
    expect(told.status).toBe(401);
    expect(await told.text()).toContain("cancelled");
  });
});
