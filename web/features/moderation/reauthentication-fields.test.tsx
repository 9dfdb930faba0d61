import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { profileQuery } from "../../api/account.ts";
import { person } from "../../testing/auctions.ts";
import { click } from "../../testing/click.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { aPasskey, PASSKEY_OPTIONS, stubPasskeys } from "../../testing/passkeys.ts";
import { profile } from "../../testing/people.ts";
import { ActionButton } from "./action-button.tsx";
import { PersonActions } from "./person-actions.tsx";

const VOID = "/moderation/listings/clock/void";
const WRONG = refusal(403, "wrong_password", "The password is incorrect", {
  fields: { password: ["The password is incorrect"] },
});

async function openVoiding(responses: Parameters<typeof fakeApiAt>[0], { hasPassword = true } = {}) {
  const sent = fakeApiAt(responses);
  const client = showPart(<ActionButton action={{ name: "void", auctionId: "clock" }} name="Bracket clock" />);
  client.setQueryData(profileQuery.queryKey, profile({ hasPassword }));
  await click("Void auction: Bracket clock");
  return { sent, dialog: within(await screen.findByRole("dialog", { name: "Void auction" })) };
}
const bodiesOf = (sent: ReturnType<typeof fakeApiAt>) =>
  sent.filter(({ path }) => path.endsWith(VOID)).map(({ body }) => body);

it("voiding asks for a password, clears a wrong one, and keeps the reason", async () => {
  const responses = { [VOID]: WRONG };
  const { sent, dialog } = await openVoiding(responses);
  const [reason, password] = [dialog.getByLabelText("Reason"), dialog.getByLabelText("Your password")];
  expect(dialog.getByText("All admins get an email about this.")).toBeVisible();
  await userEvent.type(reason, "Stolen goods");
  await userEvent.type(password, "wrong");
  await userEvent.click(dialog.getByRole("button", { name: "Void auction" }));
  expect(await dialog.findByText("The password is incorrect")).toBeVisible();
  expect(password).toHaveValue("");
  expect(password).toHaveFocus();
  expect(reason).toHaveValue("Stolen goods");
  responses[VOID] = success();
  await userEvent.type(password, "Correct horse 1");
  await userEvent.click(dialog.getByRole("button", { name: "Void auction" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(bodiesOf(sent)).toEqual([
    { reason: "Stolen goods", password: "wrong" },
    { reason: "Stolen goods", password: "Correct horse 1" },
  ]);
});

it("a closed dialog doesn't keep the password", async () => {
  const { dialog } = await openVoiding({});
  await userEvent.type(dialog.getByLabelText("Reason"), "Stolen goods");
  await userEvent.type(dialog.getByLabelText("Your password"), "Correct horse 1");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await click("Void auction: Bracket clock");
  expect(await screen.findByLabelText("Your password")).toHaveValue("");
  expect(screen.getByLabelText("Reason")).toHaveValue("Stolen goods");
});

it("an admin without a password must sign in again if the last sign-in is too old", async () => {
  const message = "Sign in again, then do this right away";
  const { sent, dialog } = await openVoiding(
    { [VOID]: refusal(403, "fresh_sign_in_needed", message) },
    { hasPassword: false },
  );
  expect(dialog.queryByLabelText("Your password")).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText("Reason"), "Stolen goods");
  await userEvent.click(dialog.getByRole("button", { name: "Void auction" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(bodiesOf(sent)).toEqual([{ reason: "Stolen goods" }]);
});

it("an admin can use a passkey instead of the password, or cancel", async () => {
  const get = vi.fn<() => Promise<Credential>>();
  get.mockRejectedValueOnce(new DOMException("cancelled", "NotAllowedError"));
  get.mockResolvedValueOnce(aPasskey());
  stubPasskeys(get);
  const key = { _id: "k", device: null, createdAt: "2026-11-21T12:00:00.000Z", lastUsedAt: null };
  const { sent, dialog } = await openVoiding({
    "/user/passkeys": success({ passkeys: [key] }),
    "/auth/passkey-options": success({ options: PASSKEY_OPTIONS }),
    [VOID]: success(),
  });
  await userEvent.type(dialog.getByLabelText("Reason"), "Stolen goods");
  await userEvent.type(dialog.getByLabelText("Your password"), "half of it");
  await userEvent.click(await dialog.findByRole("button", { name: "Use a passkey instead" }));
  expect(dialog.queryByLabelText("Your password")).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Void auction" }));
  expect(await dialog.findByText("You didn't use a passkey, so nothing changed.")).toBeVisible();
  expect(bodiesOf(sent)).toEqual([]);
  // The user can still switch to the password.
  await userEvent.click(dialog.getByRole("button", { name: "Don't use a passkey" }));
  expect(dialog.getByLabelText("Your password")).toHaveValue("");
  await userEvent.click(dialog.getByRole("button", { name: "Use a passkey instead" }));
  await userEvent.click(dialog.getByRole("button", { name: "Void auction" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(bodiesOf(sent)).toMatchObject([{ reason: "Stolen goods", passkey: { id: "a", type: "public-key" } }]);
});

it("the dialog asks for a password to suspend a user, but not to hide their name", async () => {
  const sent = fakeApiAt({ "/moderation/people/Sue/suspend": success() });
  showPart(<PersonActions person={person("Sue")} trigger={<button type="button">Sue</button>} />);
  await click("Sue");
  const dialog = within(await screen.findByRole("dialog", { name: "Moderate Sue Test" }));
  await userEvent.click(dialog.getByRole("radio", { name: /Hide name/ }));
  expect(dialog.queryByLabelText("Your password")).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole("radio", { name: /Suspend/ }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Spam");
  await userEvent.type(dialog.getByLabelText("Your password"), "Correct horse 1");
  await userEvent.click(dialog.getByRole("button", { name: "Suspend" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent).toContainEqual({
    path: "/api/v1/moderation/people/Sue/suspend",
    method: "POST",
    body: { reason: "Spam", password: "Correct horse 1" },
  });
});
