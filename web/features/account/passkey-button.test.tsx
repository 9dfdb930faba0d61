import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { PASSKEY_OPTIONS, stubPasskeys } from "../../testing/passkeys.ts";
import { LoginForm } from "./login-form.tsx";

const PATH = "/auth/passkey-options";

/** How each ceremony began. An offer waits until another ceremony replaces it. No dialog is ever confirmed. */
let ceremonies: (string | undefined)[] = [];

beforeEach(() => {
  ceremonies = [];
  stubPasskeys(
    ({ mediation, signal } = {}) => {
      ceremonies.push(mediation);
      if (mediation === undefined) return Promise.reject(new DOMException("Not confirmed", "NotAllowedError"));
      return new Promise<null>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    },
    { isConditionalMediationAvailable: () => Promise.resolve(true) },
  );
});

const button = () => screen.getByRole("button", { name: "Sign in with a passkey" });

it("the login page offers passkeys in the email field and renews the offer", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const sent = fakeApiAt({ [PATH]: success({ options: PASSKEY_OPTIONS }), "/settings": success() });
  const countRequests = () => sent.filter(({ path }) => path.endsWith(PATH)).length;
  showPart(<LoginForm email="" onEmailChange={() => {}} />);
  await vi.waitFor(() => expect(ceremonies).toEqual(["conditional"]));
  vi.advanceTimersByTime(3 * 60_000);
  expect(countRequests()).toBe(1);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  vi.advanceTimersByTime(60 * 60_000);
  expect(countRequests()).toBe(1);
  visibility.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(ceremonies).toEqual(["conditional", "conditional"]));
  vi.advanceTimersByTime(4 * 60_000 + 15_000);
  await vi.waitFor(() => expect(ceremonies).toHaveLength(3));
  expect(countRequests()).toBe(3);
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([
  refusal(503, "passkeys_not_configured", "This site doesn't use passkeys"),
  refusal(429, "too_many_requests", "This site doesn't use passkeys", { retryAfter: 60 }),
])("the page explains a passkey refusal only after a click on the button", async (refused) => {
  const sent = fakeApiAt({ [PATH]: refused, "/settings": success() });
  showPart(<LoginForm email="" onEmailChange={() => {}} />);
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith(PATH))).toBe(true));
  expect(screen.queryByText(/doesn't use passkeys/)).toBeNull();
  await userEvent.click(button());
  expect(await screen.findByText("This site doesn't use passkeys")).toBeVisible();
});

it("the email field offers passkeys again after the user cancels a passkey dialog", async () => {
  fakeApiAt({ [PATH]: success({ options: PASSKEY_OPTIONS }), "/settings": success() });
  showPart(<LoginForm email="" onEmailChange={() => {}} />);
  await waitFor(() => expect(ceremonies).toEqual(["conditional"]));
  await userEvent.click(button());
  expect(await screen.findByText(/^You didn't choose a passkey/)).toBeVisible();
  await waitFor(() => expect(ceremonies).toEqual(["conditional", undefined, "conditional"]));
});

it("a browser without passkeys shows no passkey button and makes no request", () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  const sent = fakeApiAt({ "/settings": success() });
  showPart(<LoginForm email="" onEmailChange={() => {}} />);
  expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith(PATH))).toEqual([]);
});
