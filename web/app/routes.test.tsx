import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";

import { createClient } from "../api/query-client.ts";
import { fakeApiAt } from "../testing/fake-api.ts";
import { AppRoutes } from "./routes.tsx";

const queryClient = createClient();

const ID = "0123456789abcdef0123456789abcdef";

beforeEach(() => void fakeApiAt({}));
afterEach(() => {
  cleanup();
  queryClient.clear();
  window.history.replaceState(null, "", "/");
});

function open(path: string) {
  window.history.replaceState(null, "", path);
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const currentUrl = () => window.location.pathname + window.location.search + window.location.hash;

it.each(["/nowhere.", `/auction/${ID}/bids.`])('%s shows the "nothing here" page', async (given) => {
  open(given);
  expect(await screen.findByText("There's nothing here")).toBeVisible();
  expect(currentUrl()).toBe(given);
});
