import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { StandingNote } from "./standing-note.tsx";

it.each([
  [null, "You are the highest bidder"],
  [true, "You are the highest bidder"],
  [false, "You are the highest bidderReserve not met. The item won't sell below it."],
])("the note warns a leader only if the reserve isn't met: reserveMet is %s", (reserveMet, text) => {
  render(<StandingNote standing="leading" reserveMet={reserveMet} />);
  expect(screen.getByRole("status").textContent).toBe(text);
});
