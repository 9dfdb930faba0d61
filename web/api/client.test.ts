import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { fakeApi, refusal, success } from "../testing/fake-api.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { currentUser, endSession, setSessionUser } from "./session.ts";

const thing = z.object({ success: z.literal(true), message: z.string(), thing: z.number() });

async function failureOf(calling: Promise<unknown>): Promise<ApiFailure> {
  const error: unknown = await calling.catch((reason: unknown) => reason);
  if (!(error instanceof ApiFailure)) throw new Error("the call did not fail");
  return error;
}

describe("a response", () => {
  it("a response is reduced to the fields of the contract", async () => {
    fakeApi(success({ thing: 7, secret: "x" }));
    expect(await call(thing, "/thing")).toEqual({ success: true, message: "Done", thing: 7 });
  });

  it("a response outside the contract is a failure", async () => {
    fakeApi(success({ thing: "seven" }));
    expect(await failureOf(call(thing, "/thing"))).toMatchObject({ code: "unreadable", status: 200 });
  });

  it("a response that is not JSON is a failure", async () => {
    fakeApi(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect(await failureOf(call(thing, "/thing"))).toMatchObject({ code: "unreadable", status: 502 });
  });

  it("a page that a network puts in front of every answer is no response of the server", async () => {
    fakeApi(() => new Response("<h1>Welcome to our Wi-Fi</h1>", { headers: { "content-type": "text/html" } }));
    expect(await failureOf(call(thing, "/thing"))).toMatchObject({ code: "unreachable", status: 0 });
  });

  it("a missing response is a failure", async () => {
    fakeApi(() => Promise.reject(new TypeError("network")));
    expect(await failureOf(call(thing, "/thing"))).toMatchObject({ code: "unreachable", status: 0 });
  });
});

describe("a call", () => {
  it("a call leaves empty parameters out of its address", async () => {
    const sent = fakeApi(success({ thing: 1 }));
    await call(thing, "/thing", { query: { search: "a & b", category: undefined, sort: "" } });
    expect(sent).toMatchObject([{ path: "/api/v1/thing?search=a+%26+b", method: "GET" }]);
  });

  it("a call sends its body as JSON", async () => {
    const sent = fakeApi(success({ thing: 1 }));
    await call(thing, "/thing", { method: "POST", body: { bidAmount: 12.5 } });
    expect(sent).toEqual([{ path: "/api/v1/thing", method: "POST", body: { bidAmount: 12.5 } }]);
  });
});

describe("a call that may change something", () => {
  it("names the person that the page shows, which a visitor's does not, nor does one that only reads", async () => {
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
});

describe("a refusal", () => {
  beforeEach(() => setSessionUser({ _id: "ada", name: "Ada Winter", image: null }));

  it("a refusal carries its code, message, numbers and fields", async () => {
    fakeApi(
      refusal(422, "bid_too_low", "The smallest next bid is $121", {
        details: { minimum: 121 },
        fields: { bidAmount: ["Too low"] },
        retryAfter: 3,
      }),
    );
    expect(await failureOf(call(thing, "/bid"))).toMatchObject({
      code: "bid_too_low",
      status: 422,
      message: "The smallest next bid is $121",
      details: { minimum: 121 },
      fields: { bidAmount: ["Too low"] },
      retryAfter: 3,
      requestId: "r1",
    });
    expect(currentUser()).toMatchObject({ id: "ada" });
  });

  it("a refusal because the session has ended clears the session here too", async () => {
    fakeApi(refusal(401, "not_signed_in", "Sign in first"));
    expect(await failureOf(call(thing, "/user/profile"))).toMatchObject({ code: "not_signed_in", status: 401 });
    expect(currentUser()).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
  });

  it("a refusal of a call from before the latest sign-in says nothing about the new session", async () => {
    const answer = Promise.withResolvers<Response>();
    fakeApi(() => answer.promise);
    const failed = failureOf(call(thing, "/user/profile"));
    setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
    answer.resolve(refusal(401, "not_signed_in", "Sign in first")());
    expect(await failed).toMatchObject({ code: "not_signed_in" });
    expect(currentUser()).toMatchObject({ id: "ada" });
  });

  it("a refusal because of a wrong password keeps the session", async () => {
    fakeApi(refusal(401, "invalid_credentials", "Login Failed"));
    await failureOf(call(thing, "/auth/login", { method: "POST", body: {} }));
    expect(currentUser()).toMatchObject({ id: "ada" });
  });
});
