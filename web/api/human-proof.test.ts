import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { doneAnswer } from "../../worker/contract/fields.ts";

/** Forgets what earlier tests have declined. */
async function newPage() {
  vi.resetModules();
  return (await import("./client.ts")).call;
}

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const DONE = { success: true, message: "Done" };
const TOO_MANY = {
  success: false,
  code: "too_many_requests",
  message: "Too many requests: try again in 40 seconds",
  details: { humanProof: true },
  retryAfter: 40,
  requestId: "one",
};

let hasPass: boolean;
const sent: { readonly path: string; readonly body: unknown }[] = [];

beforeEach(() => {
  hasPass = false;
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: unknown }) => {
    sent.push({ path, body });
    if (path.endsWith("/human-check")) {
      hasPass = typeof body === "string" && body.includes("human");
      return hasPass ? json(200, DONE) : json(403, { ...TOO_MANY, code: "not_proven_human", details: undefined });
    }
    return hasPass ? json(200, DONE) : json(429, TOO_MANY);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const dialog = () => document.querySelector("dialog");
const shown = () => vi.waitFor(() => expect(dialog()).not.toBeNull());

function pass(token: string, origin = location.origin) {
  const { contentWindow: source } = document.querySelector("iframe") ?? {};
  const message = new MessageEvent("message", { data: { type: "human", token }, origin });
  Object.defineProperty(message, "source", { value: source });
  dispatchEvent(message);
}

it("a refused form is sent once more, unchanged, after its human has proven to be one", async () => {
  const call = await newPage();
  const form = new FormData();
  form.set("email", "ann@example.com");
  const answer = call(doneAnswer, "/auth/signup", { method: "POST", body: form });
  await shown();
  expect(document.querySelector("iframe")?.getAttribute("src")).toBe("/api/v1/auth/human-check");
  pass("human", "https://elsewhere.example");
  expect(sent).toHaveLength(1);
  pass("human");
  expect(await answer).toEqual(DONE);
  expect(sent.map(({ path }) => path)).toEqual([
    "/api/v1/auth/signup",
    "/api/v1/auth/human-check",
    "/api/v1/auth/signup",
  ]);
  expect(sent.filter(({ body }) => body === form)).toHaveLength(2);
  expect(dialog()).toBeNull();
});

it("a proof that is not confirmed can be repeated", async () => {
  const call = await newPage();
  const answer = call(doneAnswer, "/auth/login", { method: "POST", body: {} });
  await shown();
  pass("robot");
  await vi.waitFor(() => expect(dialog()?.textContent).toContain("We could not confirm that. Please try again."));
  pass("human");
  expect(await answer).toEqual(DONE);
});

it("several refused calls ask once, and after 'Not now' only what a person does asks again", async () => {
  const call = await newPage();
  const reads = [call(doneAnswer, "/auction/featured"), call(doneAnswer, "/settings")];
  const refused = reads.map((read) => expect(read).rejects.toThrow("Too many requests: try again in 40 seconds"));
  await shown();
  expect(document.querySelectorAll("dialog")).toHaveLength(1);
  document.querySelector("button")?.click();
  await Promise.all(refused);
  await expect(call(doneAnswer, "/settings")).rejects.toThrow("Too many requests");
  expect(dialog()).toBeNull();
  const act = call(doneAnswer, "/auth/login", { method: "POST", body: {} });
  await shown();
  pass("human");
  expect(await act).toEqual(DONE);
});
