import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import type { OwnSession } from "../../../worker/contract/security.ts";
import { currentUser, setSessionUser } from "../../api/session.ts";
import { click } from "../../testing/click.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { account } from "../../testing/people.ts";
import { dateTimeText } from "../../ui/date-time.tsx";
import { SecurityPanel } from "./security-panel.tsx";

beforeEach(() => setSessionUser(account()));

const SESSION_TIMES = { createdAt: "2026-11-21T08:00:00.000Z", lastUsedAt: "2026-11-21T09:00:00.000Z" };
const thisSession: OwnSession = {
  _id: "aa",
  current: true,
  device: "Chrome on Linux",
  network: "203.0.113.0/24",
  ...SESSION_TIMES,
};
const SIGN_OUT_PHONE = `Sign out Safari on iPhone, last used ${dateTimeText(SESSION_TIMES.lastUsedAt, true)}`;
const phoneSession: OwnSession = {
  _id: "bb",
  current: false,
  device: "Safari on iPhone",
  network: null,
  ...SESSION_TIMES,
};

function show({ hasPassword = true, sessions = [thisSession, phoneSession] } = {}, responses = {}) {
  const defaultResponses = { "/user/sessions": success({ sessions }), "/user/passkeys": success({ passkeys: [] }) };
  const sent = fakeApiAt({ ...defaultResponses, ...responses });
  showPart(<SecurityPanel hasPassword={hasPassword} />);
  return sent;
}
it("the list of sessions marks this device and tells similar devices apart", async () => {
  show({
    sessions: [thisSession, phoneSession, { ...phoneSession, _id: "cc", lastUsedAt: "2026-11-20T09:00:00.000Z" }],
  });
  const [first, second] = await screen.findAllByRole("listitem");
  if (!first || !second) throw new Error("two sessions are listed");
  expect(within(first).getByText("This device")).toBeVisible();
  expect(first).toHaveTextContent("Chrome on Linux");
  expect(first).toHaveTextContent("From 203.0.113.0/24");
  expect(within(first).queryByRole("button")).toBeNull();
  expect(within(second).getByRole("button", { name: SIGN_OUT_PHONE })).toBeVisible();
  expect(screen.getAllByRole("button", { name: /^Sign out Safari on iPhone, last used Nov 2[01], 2026/ })).toHaveLength(
    2,
  );
});

it("the user can sign out one device or all of them", async () => {
  const response = Promise.withResolvers<Response>();
  const sent = show({}, { "/user/sessions/bb": () => response.promise });
  await screen.findAllByRole("listitem");
  await click(SIGN_OUT_PHONE);
  const signOutPhone = screen.getByRole("button", { name: SIGN_OUT_PHONE });
  expect(signOutPhone).toHaveAttribute("aria-disabled", "true");
  expect(signOutPhone).toHaveFocus();
  await click(SIGN_OUT_PHONE);
  await click("Sign out everywhere");
  expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  response.resolve(success()());
  await waitFor(() => expect(screen.getByRole("heading", { name: "Where you're signed in" })).toHaveFocus());
  await waitFor(() =>
    expect(sent).toContainEqual({ path: "/api/v1/user/sessions/bb", method: "DELETE", body: undefined }),
  );
  const signOutEverywhere = screen.getByRole("button", { name: "Sign out everywhere" });
  await waitFor(() => expect(signOutEverywhere).toHaveAttribute("aria-disabled", "false"));
  await click("Sign out everywhere");
  await waitFor(() => expect(currentUser()).toBeNull());
  expect(sent).toContainEqual({ path: "/api/v1/user/sessions", method: "DELETE", body: undefined });
});

it("a refused password change shows an error at the field that caused it", async () => {
  const sent = show(
    {},
    {
      "/user/password": refusal(403, "wrong_password", "The password is incorrect", {
        fields: { currentPassword: ["The password is incorrect"] },
      }),
    },
  );
  await screen.findAllByRole("listitem");
  await click("Change password");
  const current = screen.getByLabelText("Current password");
  expect(current).toHaveAccessibleDescription("Password is required");
  await userEvent.type(current, "Old-Kettle-1");
  await userEvent.type(screen.getByLabelText("New password"), "New-Kettle-1");
  await userEvent.type(screen.getByLabelText("Confirm new password"), "New-Kettle-2");
  await click("Change password");
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Confirm new password"));
  await userEvent.type(screen.getByLabelText("Confirm new password"), "New-Kettle-1");
  await click("Change password");
  await waitFor(() => expect(current).toHaveAccessibleDescription("The password is incorrect"));
  const body = { currentPassword: "Old-Kettle-1", password: "New-Kettle-1", confirmPassword: "New-Kettle-1" };
  expect(sent).toContainEqual({ path: "/api/v1/user/password", method: "PUT", body });
});

it("a user can set a first password right after signing in with Google", async () => {
  show({ hasPassword: false, sessions: [{ ...thisSession, createdAt: "2026-11-21T08:55:00.000Z" }] });
  expect(await screen.findByRole("button", { name: "Set password" })).toBeVisible();
  expect(screen.queryByLabelText("Current password")).toBeNull();
});

it("the page explains how to set a first password when the Google sign-in is too old", async () => {
  show({ hasPassword: false });
  expect(await screen.findByText(/sign in with Google again. You then have ten minutes to set one here/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Set password" })).toBeNull();
});
