/** Renders a part of a page as the app would: with a router and a query cache of its own. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";

/**
 * Shows `part` at `/here`, with this history state, and other contents at `others`; any other address shows "elsewhere", so that a
 * test sees a redirect. Returns the cache.
 */
export function showPart(
  part: ReactNode,
  others: Readonly<Record<string, ReactNode>> = {},
  state: unknown = null,
): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: "always" } },
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[{ pathname: "/here", state }]}>
        <Routes>
          <Route path="/here" element={part} />
          {Object.entries(others).map(([path, content]) => (
            <Route key={path} path={path} element={<div>{content}</div>} />
          ))}
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}
