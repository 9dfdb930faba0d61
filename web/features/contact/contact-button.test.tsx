import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { ContactButton } from "./contact-button.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "clipboard");
});

const SUE = { firstName: "Sue", lastName: "Seller", email: "sue+lots@mail.example" };

function press() {
  showPart(<ContactButton auctionId="lot" title="Clock & key" label="Contact Seller" />);
  // Not by `userEvent`, which puts a clipboard of its own into the page.
  fireEvent.click(screen.getByRole("button", { name: "Contact Seller: Clock & key" }));
}

it("the dialog shows name and address, a mail with the lot as its subject, and copies the address", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const sent = fakeApi(success({ contact: SUE }));
  press();
  expect(await screen.findByText("Sue Seller")).toBeVisible();
  expect(screen.getByText(SUE.email)).toBeVisible();
  expect(screen.getByRole("link", { name: "Write an e-mail" })).toHaveAttribute(
    "href",
    "mailto:sue%2Blots@mail.example?subject=Lotline%3A%20Clock%20%26%20key",
  );
  expect(sent.map(({ path }) => path)).toEqual(["/api/v1/auction/lot/contact"]);
  fireEvent.click(screen.getByRole("button", { name: "Copy address" }));
  expect(await screen.findByText("Address copied")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(SUE.email);
});

it("an address that is not confirmed is not there, and the dialog says so", async () => {
  fakeApi(success({ contact: { ...SUE, email: null } }));
  press();
  expect(await screen.findByText("Sue hasn't confirmed an email address yet. Look here again later.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Write an e-mail" })).toBeNull();
});

it("a refusal is shown with its reason", async () => {
  fakeApi(refusal(409, "contact_deleted", "The other person has deleted their account"));
  press();
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent("The other person has deleted their account"),
  );
});
