import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router";
import { expect, it } from "vitest";

import { click } from "../testing/click.ts";
import { useHistoryLayer } from "./use-history-layer.ts";

function Page() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  useHistoryLayer("viewer", open, () => setOpen(false));
  return (
    <>
      <p>{open ? "open" : "closed"}</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  );
}

function show() {
  render(
    <MemoryRouter initialEntries={["/list", "/lot"]} initialIndex={1}>
      <Routes>
        <Route path="/list" element={<p>the list</p>} />
        <Route path="/lot" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );
}

it("Back closes the layer over the page, and then leaves the page", async () => {
  show();
  await click("Open");
  await click("Back");
  expect(screen.getByText("closed")).toBeVisible();
  await click("Back");
  expect(screen.getByText("the list")).toBeVisible();
});

it("a layer closed without Back leaves no history entry behind", async () => {
  show();
  for (let times = 0; times < 3; times += 1) {
    await click("Open");
    expect(screen.getByText("open")).toBeVisible();
    await click("Close");
    expect(screen.getByText("closed")).toBeVisible();
  }
  await click("Back");
  expect(screen.getByText("the list")).toBeVisible();
});
