import { render, screen } from "@testing-library/react";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";

import { NewListingNote, newListingState } from "./new-listing-note.tsx";

it("the note about a new listing shows once and is removed from the history entry", async () => {
  const router = createMemoryRouter([{ path: "/mine", element: <NewListingNote /> }], {
    initialEntries: [{ pathname: "/mine", search: "?page=2", state: newListingState({ id: "a", title: "A clock" }) }],
  });
  render(<RouterProvider router={router} />);
  expect(await screen.findByText("A clock is listed.")).toBeVisible();
  const { pathname, search, state } = router.state.location;
  expect([pathname, search, state]).toEqual(["/mine", "?page=2", null]);
});

it("the note about a new listing disappears when that listing is deleted", () => {
  const state = newListingState({ id: "a", title: "A clock" });
  const note = (deletedIds: readonly string[]) => (
    <MemoryRouter initialEntries={[{ pathname: "/mine", state }]}>
      <NewListingNote deletedIds={deletedIds} />
    </MemoryRouter>
  );
  const { rerender } = render(note(["another"]));
  expect(screen.getByText("A clock is listed.")).toBeVisible();
  rerender(note(["another", "a"]));
  expect(screen.queryByText("A clock is listed.")).toBeNull();
});
