/** Renders a part of a page, or pages, as the app would: with a router and a query cache. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { onTestFinished } from "vitest";

import { endSession } from "../api/session.ts";

/** The content of each path. `*` stands for all other paths. */
type PagesByPath = Readonly<Record<string, ReactNode>>;
type StartLocation = NonNullable<Parameters<typeof MemoryRouter>[0]["initialEntries"]>[number];

/** A separate cache, which never retries a failed fetch. */
export function testClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: "always" } },
  });
}

/**
 * Opens these pages at a URL, with `sibling` next to each. Returns the cache, which is cleared after the test along
 * with the session.
 */
export function showPages(
  pages: PagesByPath,
  start: StartLocation = "/",
  client = testClient(),
  sibling: ReactNode = null,
): QueryClient {
  // Runs after the page is gone, because an open page would fetch everything again.
  onTestFinished(() => {
    client.clear();
    endSession();
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[start]}>
        {sibling}
        <Routes>
          {Object.entries(pages).map(([path, content]) => (
            <Route key={path} path={path} element={content} />
          ))}
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

/**
 * Shows `part` at `/here`, with this history state, and the contents of `others` at their paths. Any other path shows
 * "elsewhere", so that a test sees a redirect. Returns the cache.
 */
export function showPart(part: ReactNode, others: PagesByPath = {}, state: unknown = null): QueryClient {
  const otherPages = Object.entries(others).map(([path, content]) => [path, <div key={path}>{content}</div>]);
  const pages = { "/here": part, ...Object.fromEntries(otherPages), "*": <p>elsewhere</p> };
  return showPages(pages, { pathname: "/here", state });
}
