import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";

import { readRecentItems } from "../../api/recent-items.ts";
import { endSession, followOtherTabs, setSessionUser } from "../../api/session.ts";
import { click } from "../../testing/click.ts";
import { showPart } from "../../testing/page.tsx";
import { RecentlyViewed } from "./recently-viewed.tsx";

/** Opens the page of an item, replacing the previous one. */
function visit(id: string): void {
  cleanup();
  showPart(<RecentlyViewed key={id} auction={{ _id: id, title: `Lot ${id}`, images: null, category: null }} />);
}
const linkTexts = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);

it("an item's page shows the last six viewed items, most recent first", () => {
  visit("a");
  expect(linkTexts()).toEqual([]);
  visit("b");
  expect(linkTexts()).toEqual(["Lot a"]);
  visit("a");
  expect(linkTexts()).toEqual(["Lot b"]);
  for (const id of "cdefghi") visit(id);
  expect(linkTexts()).toEqual(["Lot h", "Lot g", "Lot f", "Lot e", "Lot d", "Lot c"]);
});

it("one click clears the viewed items for good and moves focus to the confirmation", async () => {
  visit("a");
  cleanup();
  const item = { _id: "b", title: "Lot b", images: null, category: null };
  const page = (auction: typeof item) => (
    <MemoryRouter>
      <RecentlyViewed auction={auction} />
    </MemoryRouter>
  );
  const { rerender } = render(page(item));
  await click("Clear");
  expect(linkTexts()).toEqual([]);
  expect(screen.getByText("Recently viewed items cleared.")).toHaveFocus();
  // Each bid creates a new object.
  rerender(page({ ...item }));
  expect(readRecentItems()).toEqual([]);
});

it("viewed items cleared in one tab disappear from every tab", () => {
  visit("a");
  visit("b");
  localStorage.removeItem("recent-lots");
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "recent-lots", newValue: null })));
  expect(linkTexts()).toEqual([]);
});

it("signing out in another tab hides viewed items, and the page doesn't resave them", () => {
  followOtherTabs();
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  visit("a");
  visit("b");
  expect(linkTexts()).toEqual(["Lot a"]);
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "user", newValue: null })));
  expect(linkTexts()).toEqual([]);
  expect(localStorage.getItem("recent-lots")).toBeNull();
});

it("ending a session removes viewed items, and no user sees another's", () => {
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  visit("a");
  expect(localStorage.getItem("recent-lots")).toContain("Lot a");
  act(() => endSession({ byChoice: true }));
  expect(localStorage.getItem("recent-lots")).toBeNull();
  visit("b");
  act(() => setSessionUser({ _id: "bob", name: "Bob", image: null }));
  expect(readRecentItems()).toEqual([]);
});

it.each(["", "{", "null", '{"owner":"visitor","lots":[{"_id":1}]}'])(
  "the page shows no viewed items if the stored entry is invalid (case %#)",
  (text) => {
    localStorage.setItem("recent-lots", text);
    visit("a");
    expect(linkTexts()).toEqual([]);
  },
);
