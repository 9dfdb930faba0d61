import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";

import { recentLots } from "../../api/recent-lots.ts";
import { endSession, setSessionUser } from "../../api/session.ts";
import { showPart } from "../../testing/page.tsx";
import { RecentlySeen } from "./recently-seen.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => endSession());

/** Opens the page of a lot, in place of the one before. */
function visit(id: string): void {
  cleanup();
  showPart(<RecentlySeen key={id} auction={{ _id: id, title: `Lot ${id}`, images: null, category: null }} />);
}
const shown = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);

it("lots that were looked at are shown on the next lot's page, the latest first, each once and six at most", () => {
  visit("a");
  expect(shown()).toEqual([]);
  visit("b");
  expect(shown()).toEqual(["Lot a"]);
  visit("a");
  expect(shown()).toEqual(["Lot b"]);
  for (const id of "cdefghi") visit(id);
  expect(shown()).toEqual(["Lot h", "Lot g", "Lot f", "Lot e", "Lot d", "Lot c"]);
});

it("one press forgets them", async () => {
  visit("a");
  visit("b");
  await userEvent.click(screen.getByRole("button", { name: "Forget these" }));
  expect(shown()).toEqual([]);
  expect(recentLots()).toEqual([]);
});

it("the end of a session removes them from this browser, and nobody sees another person's", () => {
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  visit("a");
  expect(localStorage.getItem("recent-lots")).toContain("Lot a");
  act(() => endSession({ byChoice: true }));
  expect(localStorage.getItem("recent-lots")).toBeNull();
  visit("b");
  act(() => setSessionUser({ _id: "bob", name: "Bob", image: null }));
  expect(recentLots()).toEqual([]);
});

it.each(["", "{", "null", '{"owner":"visitor","lots":[{"_id":1}]}'])(
  "an entry that is no list counts as none: %s",
  (text) => {
    localStorage.setItem("recent-lots", text);
    visit("a");
    expect(shown()).toEqual([]);
  },
);
