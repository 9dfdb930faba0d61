import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { expect, it } from "vitest";

import { paths } from "../../paths.ts";
import { StandingNote } from "./standing-note.tsx";

function ShownState() {
  return <p>{JSON.stringify(useLocation().state)}</p>;
}

it("a visitor's note leads to the login, and from there back to the auction", async () => {
  render(
    <MemoryRouter initialEntries={["/auction/a?from=list"]}>
      <Routes>
        <Route path="/auction/:id" element={<StandingNote standing="visitor" />} />
        <Route path={paths.login} element={<ShownState />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText(/to bid on this item/)).toHaveTextContent("Log in to bid on this item.");
  await userEvent.click(screen.getByRole("link", { name: "Log in" }));
  expect(screen.getByText('{"from":"/auction/a?from=list"}')).toBeInTheDocument();
});
