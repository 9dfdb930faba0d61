import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, MemoryRouter, Route, RouterProvider, Routes } from "react-router";
import { expect, it } from "vitest";

import { createClient } from "../api/query-client.ts";
import { endSession, setSessionUser } from "../api/session.ts";
import { Header } from "../features/navigation/header.tsx";
import { fakeApiAt, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import { account, profile } from "../testing/people.ts";
import AdminsOnly from "./admins-only.tsx";
import { GuestsOnly, SignedInOnly } from "./guards.tsx";

function PressableButton({ name }: { name: string }) {
  const [pressed, setPressed] = useState(false);
  return <button onClick={() => setPressed(true)}>{pressed ? `${name} pressed` : name}</button>;
}

it("the page and header remount for another user, but not for a new name", async () => {
  setSessionUser({ _id: "ann", name: "Ann", image: null });
  render(
    <QueryClientProvider client={createClient()}>
      <MemoryRouter>
        <Header search={null} bids={<PressableButton name="chip" />} bell={<PressableButton name="bell" />} />
        <Routes>
          <Route element={<SignedInOnly />}>
            <Route path="/" element={<PressableButton name="page" />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const parts = ["chip", "bell", "page"];
  for (const name of parts) await userEvent.click(screen.getByRole("button", { name }));
  act(() => setSessionUser({ _id: "ann", name: "Anna", image: null }));
  for (const name of parts) expect(screen.getByText(`${name} pressed`)).toBeVisible();
  act(() => setSessionUser({ _id: "bob", name: "Bob", image: null }));
  for (const name of parts) expect(screen.getByText(name)).toBeVisible();
});

it.each(["/dashboard/create-auction?like=lot", "/dashboard/watchlist"])(
  "a visitor returns to %s after signing in",
  (path) => {
    act(() => endSession());
    const router = createMemoryRouter(
      [
        { element: <SignedInOnly />, children: [{ path: "/dashboard/*", element: <p>the page</p> }] },
        { element: <GuestsOnly />, children: [{ path: "/login", element: <p>the login</p> }] },
      ],
      { initialEntries: [path] },
    );
    render(<RouterProvider router={router} />);
    expect(screen.getByText("the login")).toBeVisible();
    act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
    expect(screen.getByText("the page")).toBeVisible();
    expect(router.state.location.pathname + router.state.location.search).toBe(path);
  },
);

it.each([
  ["Admin", "the admins' page"],
  ["User", "There's nothing here"],
] as const)("a user with the role %s opens an admin page and sees: %s", async (role, seen) => {
  fakeApiAt({ "/user/profile": success({ data: profile({ user: account({ role }) }) }) });
  const routes = (
    <Routes>
      <Route element={<AdminsOnly />}>
        <Route path="*" element={<p>the admins&apos; page</p>} />
      </Route>
    </Routes>
  );
  showPages({ "*": routes }, "/dashboard/admin");
  expect(await screen.findByText(seen)).toBeVisible();
  expect(screen.queryByText("the admins' page") !== null).toBe(role === "Admin");
});
