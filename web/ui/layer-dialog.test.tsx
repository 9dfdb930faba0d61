import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useNavigate } from "react-router";
import { expect, it } from "vitest";

import { showPart } from "../testing/page.tsx";
import { press } from "../testing/press.ts";
import { LayerDialog } from "./layer-dialog.tsx";

function Page() {
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Report
      </button>
      <LayerDialog layer="report" open={open} onOpenChange={setOpen} title="Report this listing">
        <input aria-label="Reason" />
        <button type="button" onClick={() => setAsks(true)}>
          Send
        </button>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        <LayerDialog layer="ask" open={asks} onOpenChange={setAsks} title="Are you sure?">
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
  await press("Report");
  await userEvent.type(screen.getByLabelText("Reason"), "A copy");
  await press("Back");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Report" })).toBeVisible();
});

it("Back closes the top dialog first, and then the one below", async () => {
  showPart(<Page />);
  await press("Report");
  await press("Send");
  await userEvent.click(await screen.findByRole("button", { name: "Back from the question" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Are you sure?" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Report this listing" })).toBeVisible();
  await press("Back");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
