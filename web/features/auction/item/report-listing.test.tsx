import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { click } from "../../../testing/click.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { ReportListing } from "./report-listing.tsx";

async function open() {
  showPart(<ReportListing auctionId="lot" requireSignIn={(action) => action()} />);
  await click("Report this listing");
  return screen.findByRole("dialog", { name: "Report this listing" });
}
const send = () => click("Send report");

it("the dialog sends a report with a reason and text, and then closes", async () => {
  const sent = fakeApi(success());
  const dialog = await open();
  await userEvent.click(screen.getByRole("radio", { name: "It's a fake" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^In your own words/ }), "A known copy.");
  await send();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const body = { reason: "counterfeit", text: "A known copy." };
  expect(sent).toEqual([{ path: "/api/v1/auction/lot/report", method: "POST", body }]);
});

it("the dialog sends no report without a reason", async () => {
  const sent = fakeApi(success());
  await open();
  await send();
  expect(screen.getByText("Choose a reason")).toBeVisible();
  expect(sent).toEqual([]);
});

it("a second report about the same listing shows the refusal and keeps the input", async () => {
  fakeApi(refusal(409, "already_reported", "You've already reported this listing"));
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "Something else" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^In your own words/ }), "Again.");
  await send();
  expect(await screen.findByText("You've already reported this listing")).toBeVisible();
  expect(screen.getByDisplayValue("Again.")).toBeVisible();
});
