import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { fakeApi, refusal, success } from "../testing/fake-api.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { currentUser, endSession, setSessionUser } from "./session.ts";

const thing = z.object({ success: z.literal(true), message: z.string(), thing: z.number() });

async function failureOf(promise: Promise<unknown>): Promise<ApiFailure> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ApiFailure)) throw new Error("the call did not fail");
  return error;
}

it("the client drops response fields that aren't in the contract", async () => {
  fakeApi(success({ thing: 7, secret: "x" }));
  expect(await call(thing, "/thing")).toEqual({ success: true, message: "Done", thing: 7 });
});

const html = (text: string, init: ResponseInit) => () => new Response(`<h1>${text}</h1>`, init);
it.each<[string, () => Response | Promise<Response>, string, number]>([
  ["outside the contract is unreadable", success({ thing: "seven" }), "unreadable", 200],
  ["that is not JSON is unreadable", html("Bad gateway", { status: 502 }), "unreadable", 502],
  [
    "from a network's sign-in page counts as unreachable",
    html("Welcome to our Wi-Fi", { headers: { "content-type": "text/html" } }),
    "unreachable",
    0,
  ],
  ["that never arrives counts as unreachable", () => Promise.reject(new TypeError("network")), "unreachable", 0],
])("a response %s", async (_what, respond, code, status) => {
  fakeApi(respond);
  expect(await failureOf(call(thing, "/thing"))).toMatchObject({ code, status });
});

it("a call omits empty parameters from its URL and sends its body as JSON", async () => {
  const sent = fakeApi(success({ thing: 1 }));
  await call(thing, "/thing", { query: { search: "a & b", category: undefined, sort: "" } });
  await call(thing, "/thing", { method: "POST", body: { bidAmount: 12.5 } });
  expect(sent).toEqual([
    { path: "/api/v1/thing?search=a+%26+b", method: "GET", body: undefined },
    { path: "/api/v1/thing", method: "POST", body: { bidAmount: 12.5 } },
  ]);
});

it("only a call that may change data sends the signed-in user's ID", async () => {
  const named: (string | null)[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    named.push(new Headers(init.headers).get("x-person"));
    return Promise.resolve(Response.json({ success: true, message: "Done", thing: 1 }));
  });
  await call(thing, "/thing", { method: "POST" });
  setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
  await call(thing, "/thing", { method: "POST" });
  await call(thing, "/thing");
  endSession();
  await call(thing, "/thing", { method: "POST" });
  expect(named).toEqual([null, "ada", null, null]);
});

describe("a refusal", () => {
  beforeEach(() => setSessionUser({ _id: "ada", name: "Ada Winter", image: null }));

  it("a refusal carries the server's code, message, details and field errors", async () => {
    fakeApi(
      refusal(422, "bid_too_low", "The minimum bid is $121", {
        details: { minimum: 121 },
        fields: { bidAmount: ["Too low"] },
        retryAfter: 3,
      }),
    );
    expect(await failureOf(call(thing, "/bid"))).toMatchObject({
      code: "bid_too_low",
      status: 422,
      message: "The minimum bid is $121",
      details: { minimum: 121 },
      fields: { bidAmount: ["Too low"] },
      retryAfter: 3,
      requestId: "r1",
    });
    expect(currentUser()).toMatchObject({ id: "ada" });
  });

  it("a refusal for an ended session ends the session in the page too", async () => {
    fakeApi(refusal(401, "not_signed_in", "Sign in first"));
    expect(await failureOf(call(thing, "/user/profile"))).toMatchObject({ code: "not_signed_in", status: 401 });
    expect(currentUser()).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
  });

  it("a refused call from before the latest sign-in doesn't end the new session", async () => {
    const response = Promise.withResolvers<Response>();
    fakeApi(() => response.promise);
    const failed = failureOf(call(thing, "/user/profile"));
    setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
    response.resolve(refusal(401, "not_signed_in", "Sign in first")());
    expect(await failed).toMatchObject({ code: "not_signed_in" });
    expect(currentUser()).toMatchObject({ id: "ada" });
  });

  it("a refusal for a wrong password keeps the session", async () => {
    fakeApi(refusal(401, "invalid_credentials", "Login Failed"));
    await failureOf(call(thing, "/auth/login", { method: "POST", body: {} }));
    expect(currentUser()).toMatchObject({ id: "ada" });
  });
});
