import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { fakeApi, refusal } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { ToastHost } from "../../ui/toast-host.tsx";
import { DataExport } from "./data-export.tsx";

const FILE = { exportedAt: "2026-11-22T20:00:00.000Z", bids: [{ _id: "b1" }], addedLater: ["kept"] };

const savedFiles: { name: string; blob: Blob }[] = [];
beforeEach(() => {
  let lastBlob = new Blob();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        lastBlob = blob;
        return "blob:x";
      },
      revokeObjectURL: () => {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    savedFiles.push({ name: this.download, blob: lastBlob });
  });
});
afterEach(() => (savedFiles.length = 0));

const downloadButton = () => screen.getByRole("button", { name: "Download" });

async function openDialog(hasPassword = true) {
  showPart(
    <>
      <DataExport hasPassword={hasPassword} />
      <ToastHost />
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Download your data" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "Download your data" })).toBeVisible();
}

it("the page discards an incomplete file and lets the user request it again", async () => {
  const brokenFile = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{\n"exportedAt":"2026-11-22T20:00:00.000Z"'));
          controller.error(new TypeError("network error"));
        },
      }),
    );
  const truncatedFile = () => new Response('{\n"exportedAt":"2026-11-22T20:00:00.000Z",\n"bids":[');
  const sent = fakeApi(brokenFile, truncatedFile, () => Response.json(FILE));
  await openDialog();
  await userEvent.type(screen.getByLabelText("Your password"), "Passw0rd");
  await userEvent.click(downloadButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
  await userEvent.click(downloadButton());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
  expect(savedFiles).toEqual([]);
  expect(screen.getByLabelText("Your password")).toHaveValue("Passw0rd");
  await userEvent.click(downloadButton());
  await waitFor(() => expect(savedFiles.map(({ name }) => name)).toEqual(["lotline-data-2026-11-22.json"]));
  expect(JSON.parse((await savedFiles[0]?.blob.text()) ?? "")).toEqual(FILE);
  expect(screen.getByRole("heading", { name: "Your data" })).toHaveFocus();
});

it("a wrong password for the data export shows an error at the password field", async () => {
  fakeApi(refusal(403, "wrong_password", "The password is incorrect"));
  await openDialog();
  await userEvent.type(screen.getByLabelText("Your password"), "nonsense");
  await userEvent.click(downloadButton());
  await waitFor(() =>
    expect(screen.getByLabelText("Your password")).toHaveAccessibleDescription("The password is incorrect"),
  );
  expect(savedFiles).toEqual([]);
});

it("a user without a password sees what to do when their sign-in is too old", async () => {
  const message = "Sign in again, then download your data right away";
  const sent = fakeApi(refusal(403, "fresh_sign_in_needed", message));
  await openDialog(false);
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await userEvent.click(downloadButton());
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent).toMatchObject([{ body: {} }]);
});
