import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { loginResponse, profileResponse } from "../contract/account.ts";
import { requestWith } from "../testing/bindings.ts";
import {
  beginSignIn,
  chooseAccount,
  logInWithGoogle,
  openCallback,
  signInTokenIn,
  type Tampering,
  verifyWithGoogle,
} from "../testing/google.ts";
import {
  anEmail,
  requestJson,
  cookieOf,
  expectRefusal,
  expectRefusalIn,
  ORIGIN,
  PASSWORD,
  request,
  signupFields,
  tokenIn,
  type TestCall,
} from "../testing/http.ts";
import { aPng } from "../testing/images.ts";
import { someoneWithAPassword } from "../testing/passwords.ts";

const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function signInWithGoogle(email = anEmail(), tampering: Tampering = {}) {
  const response = await logInWithGoogle(await verifyWithGoogle(email, tampering));
  const { user } = loginResponse.parse(await response.json());
  return { user, cookie: cookieOf(tokenIn(response) ?? "") };
}

it("signing in with Google creates an account from the token, then finds it again", async () => {
  const email = `jane.doe+${crypto.randomUUID()}@example.com`;
  const token = await verifyWithGoogle(email);
  const lies = {
    firstName: "Mallory",
    lastName: "X",
    email: "victim@example.com",
    imageUrl: "https://evil.example/x",
  };
  const response = await logInWithGoogle(token, lies);
  const { user, message } = loginResponse.parse(await response.json());
  expect(message).toBe("Login Successful");
  expect(user).toMatchObject({ firstName: "Jane", email, role: "User", image: null });
  const { data } = await requestJson(profileResponse, "/user/profile", { cookie: cookieOf(tokenIn(response) ?? "") });
  expect(data).toMatchObject({ hasPassword: false, user: { _id: user._id } });
  expect((await signInWithGoogle(email)).user._id).toBe(user._id);
});

it.each([
  [{ given_name: "Bidder", family_name: "12" }, "New Member"],
  [{ given_name: "Deleted", family_name: "\u0075ser" }, "New Member"],
  [{ given_name: "\u200b\u3164", name: "Jo March", family_name: "\u2800" }, "Jo March"],
  [{ given_name: "Bidder 7", family_name: "" }, "New Member"],
  [{ given_name: "Suharto" }, "Suharto"],
  [{ given_name: "", name: "Jo March", family_name: "March" }, "Jo March"],
])("T29: a Google account gets a name that is safe to show: $1 (case %#)", async (claims, name) => {
  const { user } = await signInWithGoogle(anEmail(), { claims });
  expect(user.name).toBe(name);
});

it("signing in with Google redirects with PKCE and a new state and nonce", async () => {
  const [firstParams, other] = [
    (await beginSignIn()).location.searchParams,
    (await beginSignIn()).location.searchParams,
  ];
  expect(Object.fromEntries(firstParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${ORIGIN}/api/v1/auth/google/callback`,
    scope: "openid email profile",
  });
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(firstParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(firstParams.get(name)).not.toBe(other.get(name));
  }
});

it("the Google window sends its opener the specification's payload", async () => {
  const email = anEmail();
  const response = await openCallback(await chooseAccount(await beginSignIn(), email));
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.clone().text()).not.toMatch(/<script(?! src="\/google-window\.js" defer><)/);
  const { message } = await signInTokenIn(response);
  expect(message).toEqual({
    type: "verified",
    payload: { uid: `local-${email}`, firstName: expect.any(String), lastName: expect.any(String), email },
  });
});

it("signing in with Google identifies an account by issuer and subject", async () => {
  const [email, laterEmail] = [anEmail(), anEmail()];
  const { user } = await signInWithGoogle(email);
  const secondSignIn = await signInWithGoogle(email, { claims: { email: laterEmail } });
  expect(secondSignIn.user).toMatchObject({ _id: user._id, email });
});

it("signing in with Google accepts a key that was just published", async () => {
  await signInWithGoogle();
  expect((await signInWithGoogle(anEmail(), { forgery: "newKey" })).user.role).toBe("User");
});

it("T16: signing in with Google copies the photo like an upload", async () => {
  const png = aPng();
  const real = globalThis.fetch;
  const fetchedUrls: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith("https://")) return real(input, init);
    fetchedUrls.push(url);
    return new Response(url.endsWith("/html") ? "<html>" : png);
  });
  const picture = "https://lh3.googleusercontent.com/a/jane=s96-c";
  const { user } = await signInWithGoogle(anEmail(), { claims: { picture } });
  expect(user.image?.url).toMatch(new RegExp(`^/api/v1/images/avatars/${user._id}/[0-9a-f]{64}-\\d+x\\d+$`));
  expect((await request(user.image?.url.replace("/api/v1", "") ?? "")).status).toBe(200);
  for (const dropped of [
    "https://lh3.googleusercontent.com/html",
    "https://lh3.googleusercontent.com.evil.example/a",
    "https://lh3.googleusercontent.com@evil.example/a",
    "https://evil.example/lh3.googleusercontent.com",
    "http://lh3.googleusercontent.com/a",
    "https://lh3.googleusercontent.com:8443/a",
  ]) {
    expect((await signInWithGoogle(anEmail(), { claims: { picture: dropped } })).user.image).toBeNull();
  }
  expect(fetchedUrls).toEqual([picture, "https://lh3.googleusercontent.com/html"]);
});

it("T1: the Google login call rejects missing and forged sign-in tokens", async () => {
  const email = anEmail();
  const { uid, cookie } = await verifyWithGoogle(email);
  const attempt = (await beginSignIn()).cookie.replace("__Host-google-attempt", "__Host-google");
  for (const wrong of [undefined, `${cookie}x`, "__Host-google=", attempt]) {
    const refused = await expectRefusalIn(
      await request("/auth/google-login", { method: "POST", cookie: wrong, json: { uid, email } }),
      "google_sign_in_failed",
      401,
    );
    expect(refused.message).toBe("An error occurred during Google login.");
  }
});

it("T1: the Google login call rejects a uid other than the verified one", async () => {
  const { cookie } = await verifyWithGoogle();
  await expectRefusalIn(
    await logInWithGoogle({ uid: "local-victim@example.com", cookie }),
    "google_sign_in_failed",
    401,
  );
});

it("the Google login call opens only one session per sign-in token", async () => {
  const token = await verifyWithGoogle();
  const responses = await Promise.all(Array.from({ length: 5 }, () => logInWithGoogle(token)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(4);
  await expectRefusalIn(await logInWithGoogle(token), "google_sign_in_failed", 401);
});

it("the Google login call rejects a sign-in token that is five minutes old", async () => {
  const token = await verifyWithGoogle();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * MINUTE_MS + 1_000 });
  await expectRefusalIn(await logInWithGoogle(token), "google_sign_in_failed", 401);
});

it("T2: the Google login call never opens a password account", async () => {
  const { email } = await someoneWithAPassword();
  const refused = await expectRefusalIn(await logInWithGoogle(await verifyWithGoogle(email)), "use_password", 409);
  expect(refused.message).toBe("The account with this email has a password. Sign in with it first.");
});

it("T2: a Google account's email can't be used to sign up or log in by password", async () => {
  const { user } = await signInWithGoogle();
  const form = signupFields({ email: user.email });
  const refused = await expectRefusal("signup_refused", 409, "/auth/signup", { method: "POST", form });
  expect(refused.message).toBe("Cannot Sign Up Right Now!!");
  const json = { email: user.email, password: PASSWORD };
  await expectRefusal("invalid_credentials", 401, "/auth/login", { method: "POST", json });
  const stranger = await logInWithGoogle({
    ...(await verifyWithGoogle(user.email, { claims: { sub: "x" } })),
    uid: "x",
  });
  await expectRefusalIn(stranger, "signup_refused", 409);
});

it("T1: the Google login call returns 503 if Google isn't configured", async () => {
  const envWithoutGoogle = { ...env, GOOGLE_CLIENT_SECRET: "" };
  const send = (path: string, call?: TestCall) => requestWith(envWithoutGoogle, path, call);
  const login = await send("/auth/google-login", { method: "POST", json: { uid: "x" } });
  await expectRefusalIn(login, "google_not_configured", 503);
  await expectRefusalIn(await send("/auth/google"), "google_not_configured", 503);
  expect(await (await send("/settings")).json()).toMatchObject({ settings: { google: false } });
  expect(await (await request("/settings")).json()).toMatchObject({ settings: { google: true } });
});
