import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, it } from "vitest";

import { queryClient } from "./api/query-client.ts";
import { setSessionUser } from "./api/session.ts";
import { Header } from "./features/navigation/header.tsx";
import { SignedInOnly } from "./guards.tsx";

function Pressed({ name }: { name: string }) {
  const [pressed, setPressed] = useState(false);
  return <button onClick={() => setPressed(true)}>{pressed ? `${name} pressed` : name}</button>;
}

it("when another person signs in, page and header are mounted again; a changed name does not do that", async () => {
  setSessionUser({ _id: "ann", name: "Ann", image: null });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Header search={null} bids={<Pressed name="chip" />} bell={<Pressed name="bell" />} />
        <Routes>
          <Route element={<SignedInOnly />}>
            <Route path="/" element={<Pressed name="page" />} />
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
