import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useNavigate } from "react-router";
import { expect, it } from "vitest";

import { click } from "../testing/click.ts";
import { showPart } from "../testing/page.tsx";
import { LayerDialog } from "./layer-dialog.tsx";

function Page() {
  const [open, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Report
      </button>
      <LayerDialog layer="report" open={open} onOpenChange={setOpen} title="Report this listing">
        <input aria-label="Reason" />
        <button type="button" onClick={() => setAsking(true)}>
          Send
        </button>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        <LayerDialog layer="ask" open={isAsking} onOpenChange={setAsking} title="Are you sure?">
          <button type="button" onClick={() => void navigate(-1)}>
            Back from the question
          </button>
        </LayerDialog>
      </LayerDialog>
    </>
  );
}

it("Back closes a dialog and leaves the page under it open", async () => {
  showPart(<Page />);
  await click("Report");
  await userEvent.type(screen.getByLabelText("Reason"), "A copy");
  await click("Back");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Report" })).toBeVisible();
});

it("Back closes the top dialog first, and then the one below", async () => {
  showPart(<Page />);
  await click("Report");
  await click("Send");
  await userEvent.click(await screen.findByRole("button", { name: "Back from the question" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Are you sure?" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Report this listing" })).toBeVisible();
  await click("Back");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
