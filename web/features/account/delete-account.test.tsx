import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { GOOGLE_CHANNEL } from "../../../worker/contract/google.ts";
import { currentUser, setSessionUser, wasEndedByChoice } from "../../api/session.ts";
import { click } from "../../testing/click.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { account, SETTINGS } from "../../testing/people.ts";
import { ToastHost } from "../../ui/toast-host.tsx";
import { DeleteAccount } from "./delete-account.tsx";

beforeEach(() => setSessionUser(account()));

const QUESTION = "Are you sure you want to delete your account? This action is permanent.";
const password = () => screen.getByLabelText("Your password");
const yes = () => screen.getByRole("button", { name: "Yes" });

async function openDialog({ hasPassword = true } = {}) {
  showPart(
    <>
      <DeleteAccount hasPassword={hasPassword} />
      <ToastHost />
    </>,
  );
  await click("Delete account");
  expect(await screen.findByRole("dialog", { name: QUESTION })).toBeVisible();
}

it("deleting an account requires the password, and “No” closes the dialog", async () => {
  const sent = fakeApi(success());
  await openDialog();
  await userEvent.click(yes());
  expect(password()).toHaveAccessibleDescription("Password is required");
  await click("No");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([]);
  expect(currentUser()).not.toBeNull();
});

/** Enters the password and confirms the deletion. */
async function confirm() {
  await userEvent.type(password(), "Passw0rd");
  await userEvent.click(yes());
}

it("a wrong password shows an error, and the deletion dialog stays open", async () => {
  fakeApi(refusal(403, "wrong_password", "The password is incorrect"));
  await openDialog();
  await confirm();
  await waitFor(() => expect(password()).toHaveAccessibleDescription("The password is incorrect"));
  expect(password()).toHaveValue("Passw0rd");
  expect(currentUser()).not.toBeNull();
});

it.each([
  ["use", "account_in_use", "Go to My Auctions", "/dashboard/my-auctions"],
  ["a deal", "account_in_deal", "Go to My Deals", "/dashboard/deals"],
] as const)("the dialog explains why an account in %s can't be deleted", async (_, code, link, href) => {
  fakeApi(refusal(409, code, "Not yet"));
  await openDialog();
  await confirm();
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Not yet");
  expect(within(alert).getByRole("link", { name: link })).toHaveAttribute("href", href);
  expect(screen.queryByText("Something went wrong")).toBeNull();
  expect(currentUser()).not.toBeNull();
});

it("a server error appears in the deletion dialog and in a toast", async () => {
  fakeApi(refusal(500, "internal_error", "Something went wrong"));
  await openDialog();
  await confirm();
  await waitFor(() =>
    expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
      "Something went wrong",
      "Something went wrong",
    ]),
  );
});

it("deleting an account counts as signing out and clears storage", async () => {
  const sent = fakeApi(success());
  await openDialog();
  await confirm();
  await waitFor(() => expect(currentUser()).toBeNull());
  expect(sent).toEqual([{ path: "/api/v1/user/delete-account", method: "DELETE", body: { password: "Passw0rd" } }]);
  expect(localStorage.getItem("user")).toBeNull();
  expect(wasEndedByChoice()).toBe(true);
  expect(await screen.findByText("Account Removed")).toBeVisible();
});

it("the deletion dialog doesn't ask for a password if the account has none", async () => {
  const sent = fakeApi(success());
  await openDialog({ hasPassword: false });
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await userEvent.click(yes());
  await waitFor(() => expect(currentUser()).toBeNull());
  expect(sent).toMatchObject([{ method: "DELETE", body: undefined }]);
});

const SIGN_IN_AGAIN = "Sign in with Google again, then delete your account right away";

/** Opens the dialog, has the first deletion refused, and signs in with Google as `signedInAccount`. */
async function signInAgain(signedInAccount = account()) {
  const responses: (() => Response)[] = [refusal(403, "fresh_sign_in_needed", SIGN_IN_AGAIN), success()];
  fakeApiAt({
    "/user/delete-account": () => (responses.shift() ?? success())(),
    "/settings": success({ settings: { ...SETTINGS, google: true } }),
    "/auth/google-login": success({ user: signedInAccount }),
  });
  vi.spyOn(globalThis, "close").mockImplementation(() => {});
  vi.spyOn(globalThis, "open").mockReturnValue(window);
  await openDialog({ hasPassword: false });
  await userEvent.click(yes());
  expect(await screen.findByRole("alert")).toHaveTextContent(SIGN_IN_AGAIN);
  expect(yes()).toBeDisabled();
  await click("Sign In with Google");
  await waitFor(() => expect(globalThis.open).toHaveBeenCalled());
  const payload = { uid: "1", firstName: "Ada", lastName: "Winter", email: "ada@example.com" };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  new BroadcastChannel(GOOGLE_CHANNEL).postMessage({ type: "verified", payload });
}

it("a Google user signs in with Google again before deleting their account", async () => {
  await signInAgain();
  await waitFor(() => expect(yes()).toBeEnabled());
  expect(screen.getByRole("dialog", { name: QUESTION })).toBeVisible();
  await userEvent.click(yes());
  await waitFor(() => expect(currentUser()).toBeNull());
});

it("the deletion dialog closes when another account signs in", async () => {
  await signInAgain(account({ _id: "bob", name: "Bob Summer" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(currentUser()).toMatchObject({ id: "bob" });
});
