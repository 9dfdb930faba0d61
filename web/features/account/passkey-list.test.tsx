import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { click } from "../../testing/click.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { PasskeyList } from "./passkey-list.tsx";

const laptop = {
  _id: "0123456789abcdef",
  device: "Chrome on Windows",
  createdAt: "2026-11-20T09:00:00.000Z",
  lastUsedAt: null,
};

beforeEach(() => vi.stubGlobal("PublicKeyCredential", {}));

it("the page lists passkeys by device and removes one with the right password", async () => {
  const responses = [refusal(403, "wrong_password", "The password is incorrect"), success()];
  const sent = fakeApiAt({
    "/user/passkeys": success({ passkeys: [laptop] }),
    "/user/passkeys/0123456789abcdef": () => responses.shift()?.() ?? success()(),
  });
  showPart(<PasskeyList hasPassword />);
  expect(await screen.findByText("Chrome on Windows")).toBeVisible();
  expect(screen.getByText("Never used")).toBeVisible();
  await click(/^Remove the passkey for Chrome on Windows/);
  const dialog = await screen.findByRole("dialog", { name: "Remove the passkey for Chrome on Windows?" });
  await click("Remove");
  const password = screen.getByLabelText("Your password");
  expect(password).toHaveAccessibleDescription("Password is required");
  await userEvent.type(password, "Old-Kettle-1");
  await click("Remove");
  await waitFor(() => expect(password).toHaveAccessibleDescription("The password is incorrect"));
  expect(password).toHaveValue("Old-Kettle-1");
  await click("Remove");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const removal = {
    path: "/api/v1/user/passkeys/0123456789abcdef",
    method: "DELETE",
    body: { password: "Old-Kettle-1" },
  };
  expect(sent.filter(({ method }) => method === "DELETE")).toEqual([removal, removal]);
});

it("canceling the removal dialog keeps the passkey", async () => {
  const sent = fakeApiAt({ "/user/passkeys": success({ passkeys: [laptop] }) });
  showPart(<PasskeyList hasPassword />);
  await screen.findByText("Chrome on Windows");
  await click(/^Remove the passkey for Chrome on Windows/);
  const dialog = await screen.findByRole("dialog", { name: "Remove the passkey for Chrome on Windows?" });
  await click("Cancel");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent.map(({ method }) => method)).toEqual(["GET"]);
});

it("a user without a password sees why the server refused a new passkey", async () => {
  const message = "Sign in again, then change your passkeys right away";
  const sent = fakeApiAt({
    "/user/passkeys": success({ passkeys: [] }),
    "/user/passkeys/options": refusal(403, "fresh_sign_in_needed", message),
  });
  showPart(<PasskeyList hasPassword={false} />);
  expect(await screen.findByText("You don't have a passkey yet.")).toBeVisible();
  await click("Add a passkey");
  await screen.findByRole("dialog", { name: "Add a passkey" });
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await click("Continue");
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent).toContainEqual({ path: "/api/v1/user/passkeys/options", method: "POST", body: {} });
});

it("the page says that the browser doesn't support passkeys", async () => {
  vi.unstubAllGlobals();
  fakeApiAt({ "/user/passkeys": success({ passkeys: [] }) });
  showPart(<PasskeyList hasPassword />);
  expect(await screen.findByText("This browser doesn't support passkeys.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
});
