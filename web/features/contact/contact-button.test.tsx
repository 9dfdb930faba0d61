import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { ContactButton } from "./contact-button.tsx";

afterEach(() => Reflect.deleteProperty(navigator, "clipboard"));

const SUE = { firstName: "Sue", lastName: "Seller", email: "sue+lots@mail.example" };

function press() {
  showPart(<ContactButton auctionId="lot" title="Clock & key" label="Contact Seller" />);
  // Not by `userEvent`, which puts a clipboard of its own into the page.
  fireEvent.click(screen.getByRole("button", { name: "Contact Seller: Clock & key" }));
}

it("the contact dialog shows name and address, starts a mail, and copies the address", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const sent = fakeApi(success({ contact: SUE, finished: { byYou: false, byOther: true } }));
  press();
  expect(await screen.findByText("Sue Seller")).toBeVisible();
  expect(screen.getByText(SUE.email)).toBeVisible();
  expect(screen.getByRole("link", { name: "Write an email" })).toHaveAttribute(
    "href",
    "mailto:sue%2Blots@mail.example?subject=Lotline%3A%20Clock%20%26%20key",
  );
  expect(sent.map(({ path }) => path)).toEqual(["/api/v1/auction/lot/contact"]);
  fireEvent.click(screen.getByRole("button", { name: "Copy address" }));
  expect(await screen.findByText("Address copied")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(SUE.email);
});

it("the contact dialog says when an address is not confirmed", async () => {
  fakeApi(success({ contact: { ...SUE, email: null }, finished: { byYou: false, byOther: false } }));
  press();
  expect(await screen.findByText("Sue hasn't confirmed an email address yet. Check back later.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Write an email" })).toBeNull();
});

it("a refused contact is shown with its reason", async () => {
  fakeApi(refusal(409, "contact_deleted", "The other person has deleted their account"));
  press();
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent("The other person has deleted their account"),
  );
});

it("the contact dialog marks the sale as finished, and shows the other side's mark", async () => {
  const sent = fakeApi(
    success({ contact: SUE, finished: { byYou: false, byOther: false } }),
    success({ finished: { byYou: true, byOther: true } }),
  );
  press();
  const section = await screen.findByRole("region", { name: "Finishing the sale" });
  expect(section).not.toHaveTextContent("Sue marked");
  fireEvent.click(screen.getByRole("button", { name: "Mark as finished" }));
  await waitFor(() =>
    expect(section).toHaveTextContent("Sue marked this sale as finished. You marked this sale as finished."),
  );
  expect(screen.queryByRole("button", { name: "Mark as finished" })).toBeNull();
  expect(sent[1]).toMatchObject({ path: "/api/v1/auction/lot/finished", method: "POST" });
});

it("a sale that could not be marked says so, and can be marked again", async () => {
  fakeApi(
    success({ contact: SUE, finished: { byYou: false, byOther: false } }),
    refusal(409, "auction_voided", "Our team has voided this auction"),
  );
  press();
  fireEvent.click(await screen.findByRole("button", { name: "Mark as finished" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Our team has voided this auction");
  expect(screen.getByRole("button", { name: "Mark as finished" })).toBeEnabled();
});
