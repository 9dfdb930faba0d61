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
        <Route path="/auction/:id" element={<StandingNote standing="visitor" reserveMet={null} />} />
        <Route path={paths.login} element={<ShownState />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText(/to bid on this item/)).toHaveTextContent("Log in to bid on this item.");
  await userEvent.click(screen.getByRole("link", { name: "Log in" }));
  expect(screen.getByText('{"from":"/auction/a?from=list"}')).toBeInTheDocument();
});

it.each([
  [null, "You are the highest bidder"],
  [true, "You are the highest bidder"],
  [false, "You are the highest bidderThe reserve is not met yet: below it nobody wins."],
])("a leader below the reserve reads that nobody would win: reserve met %s", (reserveMet, text) => {
  render(<StandingNote standing="leading" reserveMet={reserveMet} />);
  expect(screen.getByRole("status").textContent).toBe(text);
});
