import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { doneResponse } from "../../../worker/contract/fields.ts";
import { call } from "../../api/client.ts";
import { finishHumanCheck } from "../../api/human-check.ts";
import { click } from "../../testing/click.ts";
import { showPart } from "../../testing/page.tsx";
import { HumanCheck } from "./human-check.tsx";

const respond = (status: number, body: object) => Response.json(body, { status });
const signIn = () => call(doneResponse, "/auth/login", { method: "POST", body: {} });
const DONE = { success: true, message: "Done" };
const TOO_MANY = {
  success: false,
  code: "too_many_requests",
  message: "Too many requests. Try again in 40 seconds.",
  details: { humanCheck: true },
  retryAfter: 40,
  requestId: "one",
};
const NOT_PASSED = {
  success: false,
  code: "human_check_not_passed",
  message: "We couldn't confirm that you're human. Try again.",
  requestId: "two",
};

const TOO_MANY_CHECKS = {
  success: false,
  code: "too_many_requests",
  message: "Too many checks: try again in 30 seconds",
  retryAfter: 30,
  requestId: "three",
};

let hasPass: boolean;
const sent: { readonly path: string; readonly body: unknown }[] = [];

beforeEach(() => {
  hasPass = false;
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: unknown } = {}) => {
    sent.push({ path, body });
    if (path.endsWith("/human-check")) {
      hasPass = typeof body === "string" && body.includes("a human's");
      if (typeof body === "string" && body.includes("one too many")) return respond(429, TOO_MANY_CHECKS);
      return hasPass ? respond(200, DONE) : respond(403, NOT_PASSED);
    }
    return hasPass ? respond(200, DONE) : respond(429, TOO_MANY);
  });
  showPart(<HumanCheck />);
});
afterEach(() => {
  // Resets the human check, so that declining it in one test doesn't affect the next.
  finishHumanCheck(true);
});

const dialog = () => screen.findByRole("dialog", { name: "Are you human?" });

const frame = () => screen.getByTitle<HTMLIFrameElement>("Are you human?");
const tryAgain = () => screen.getByRole("button", { name: "Try again" });

/** The frame sends a token, or a page on another origin does. */
function sendToken(token: string, origin = location.origin) {
  const { contentWindow: source } = frame();
  const message = new MessageEvent("message", { data: { type: "human", token }, origin });
  Object.defineProperty(message, "source", { value: source });
  dispatchEvent(message);
}

/** Each new frame sends a token by itself, like a widget that needs no click. */
function answerOnMount(token: string): MutationObserver {
  let lastFrame = frame();
  const observer = new MutationObserver(() => {
    const current = screen.queryByTitle<HTMLIFrameElement>("Are you human?");
    if (current === null || current === lastFrame) return;
    lastFrame = current;
    sendToken(token);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return observer;
}

it("the page resends a form unchanged after the human check", async () => {
  const form = new FormData();
  form.set("email", "ann@example.com");
  const answer = call(doneResponse, "/auth/signup", { method: "POST", body: form });
  await dialog();
  expect(screen.getByTitle("Are you human?")).toHaveAttribute("src", "/api/v1/auth/human-check");
  sendToken("a human's", "https://elsewhere.example");
  expect(sent).toHaveLength(1);
  sendToken("a human's");
  expect(await answer).toEqual(DONE);
  expect(sent.map(({ path }) => path)).toEqual([
    "/api/v1/auth/signup",
    "/api/v1/auth/human-check",
    "/api/v1/auth/signup",
  ]);
  expect(sent.filter(({ body }) => body === form)).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("the human check sends one token per try when no click is needed", async () => {
  const answer = signIn();
  await dialog();
  const first = frame();
  sendToken("a robot's");
  const widget = answerOnMount("a robot's");
  const checks = () => sent.filter(({ path }) => path.endsWith("/human-check")).length;
  expect(await screen.findByText(NOT_PASSED.message)).toBeVisible();
  // The widget sends another token when the first has expired.
  sendToken("a robot's");
  expect(frame()).toBe(first);
  expect(checks()).toBe(1);
  await userEvent.click(tryAgain());
  await screen.findByText(NOT_PASSED.message);
  expect(checks()).toBe(2);
  widget.disconnect();
  await userEvent.click(tryAgain());
  expect(screen.queryByText(NOT_PASSED.message)).toBeNull();
  sendToken("a human's");
  expect(await answer).toEqual(DONE);
});

it("a failed human check keeps focus, and trying again focuses the new frame", async () => {
  const answer = signIn();
  await dialog();
  frame().focus();
  sendToken("a robot's");
  await screen.findByText(NOT_PASSED.message);
  expect(frame()).toHaveFocus();
  const before = frame();
  tryAgain().focus();
  await userEvent.keyboard("{Enter}");
  expect(frame()).not.toBe(before);
  expect(frame()).toHaveFocus();
  sendToken("a human's");
  await answer;
});

it("a human check refused for too many tries can be repeated after the wait", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const answer = signIn();
  await dialog();
  sendToken("one too many");
  expect(await screen.findByText(TOO_MANY_CHECKS.message)).toBeVisible();
  expect(tryAgain()).toBeDisabled();
  act(() => void vi.advanceTimersByTime(29_000));
  expect(tryAgain()).toBeDisabled();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(tryAgain()).toBeEnabled();
  vi.useRealTimers();
  await userEvent.click(tryAgain());
  sendToken("a human's");
  expect(await answer).toEqual(DONE);
});

it("refused calls share a human check, and only user actions reopen a dismissed one", async () => {
  const reads = [call(doneResponse, "/auction/featured"), call(doneResponse, "/settings")];
  const rejections = reads.map((read) => expect(read).rejects.toThrow("Too many requests. Try again in 40 seconds."));
  await dialog();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await click("Not now");
  await Promise.all(rejections);
  await expect(call(doneResponse, "/settings")).rejects.toThrow("Too many requests");
  expect(screen.queryByRole("dialog")).toBeNull();
  await Promise.all([
    expect(signIn()).rejects.toThrow("Too many requests"),
    dialog().then(() => userEvent.keyboard("{Escape}")),
  ]);
});
